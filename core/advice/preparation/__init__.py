"""How a model does after examples or training, and what a text of the domain foretells."""
