"""Is a smaller file good enough: the rungs, their cost, their distance and the verdict over them."""
