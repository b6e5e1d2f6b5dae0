"""Ways of choosing a few questions out of many, and how they are judged.

Start with methods.py; each method has a file of its own, judging.py compares them.
"""
