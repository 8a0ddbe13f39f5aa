"""Standard streams that take any letter."""

import sys


def replace_unknown_letters() -> None:
    """At the start of every command: a letter that the terminal's code page lacks, or bytes typed that are none of its
    letters, are replaced and end nothing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
