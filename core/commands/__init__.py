"""The same without a browser: one file for each group of commands."""
