"""Why a program cannot be said in Monty's Python."""


class NotInDialect(Exception):
    """The text names what is missing. Never shown alone: the grade becomes "could not run"."""
