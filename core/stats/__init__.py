"""Numbers in, numbers out: the method of the verdict."""
