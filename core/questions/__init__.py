"""Question sets as data: load, draw, generate, import, export.

load.py reads a file of any known tool (tables.py, mapping.py, choices.py,
promptfoo.py, rows.py; jsonl.py is the own format), paste.py pasted text.
check.py says what is wrong with a set before it is run. draw.py chooses the
questions of a run, prompt.py shows them to a model. banks.py has the sets that
come with the project, generators/ what fills them; export.py and harness.py
write sets for other tools.
"""
