"""Question sets as data: load, draw, generate, import, export."""
