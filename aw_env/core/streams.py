"""Standard streams that take any letter, and are there."""

import os
import sys


def open_closed() -> None:
    """At the start of every command: a standard stream that the caller has closed (`>&-`) is one that nobody reads, or
    that has ended; Python has none in its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))


def replace_unknown_letters() -> None:
    """At the start of every command: a letter that the terminal's code page lacks, or bytes typed that are none of its
    letters, are replaced and end nothing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
