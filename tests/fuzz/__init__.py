"""Attacks: files and arguments made to break what reads them, each from a number, so that it can be made again.

    python -m tests.fuzz --inputs 12500

runs them all in processes of their own and prints a table; `tests/test_fuzz.py` runs a few of each kind.
"""
