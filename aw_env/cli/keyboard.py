"""What people type: lines, several orders in one of them, dice they have rolled."""

import getpass
import re
import sys
from random import SystemRandom

from rich.console import Console

from aw_env.table.phrases import parted

LEAVING = ("quit", "q")
ONE_DIGIT = 9
"""The most faces of a die that are told in one digit."""
YES, NO = ("y", "yes", *LEAVING), ("n", "no")


class Quit(Exception):
    """The person leaves the table, or there is no more input."""


class Keyboard:
    """Lines from a person.  Without a terminal (input from a pipe or file) they are shown as they are read."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.at_terminal = sys.stdin.isatty()
        self._ahead: list[str] = []
        if self.at_terminal:
            import readline  # noqa: F401  (line editing and history for input())

    def line(self, prompt: str, secret: bool = False) -> str:
        """The next line, or what is left of one typed ahead; `secret` does not show it.  At the end of the input, or
        when the person interrupts, asks whether to leave.  Raises Quit."""
        if self._ahead:
            line = self._ahead.pop(0)
            self.console.print(f"{prompt} {'(hidden)' if secret else line}", markup=False, highlight=False)
            return line
        while True:
            try:
                return self._read(prompt, secret)
            except (EOFError, KeyboardInterrupt) as ended:
                self.console.print()
                if isinstance(ended, EOFError) and not self.at_terminal:
                    raise Quit from None
                self.confirm_leaving()

    def _read(self, prompt: str, secret: bool = False) -> str:
        if secret and self.at_terminal:
            return getpass.getpass(f"{prompt} (not shown) ").strip()
        if self.at_terminal:
            return input(f"{prompt} ").strip()
        self.console.print(f"{prompt} ", end="", markup=False, highlight=False)
        line = input().strip()
        self.console.print("(hidden)" if secret else line, markup=False, highlight=False)
        return line

    def confirm_leaving(self) -> None:
        """Ask whether to leave the table.  Raises Quit when the answer is yes, or no answer can come."""
        self._ahead.clear()
        answer = ""
        while answer.lower() not in NO:
            try:
                answer = self._read("Leave the table? (yes or no)")
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                raise Quit from None
            if answer.lower() in YES:
                raise Quit

    def several(self, line: str) -> str:
        """The first of several orders in a line, parted by semicolons outside brackets; the others come next."""
        first, *others = parted(line) or [""]
        self._ahead = others + self._ahead
        return first

    def typed_ahead(self) -> str:
        """What comes next of a line that was typed ahead, or ""."""
        return self._ahead[0] if self._ahead else ""

    def forget(self) -> str:
        """Drop what was typed ahead, and return it."""
        dropped, self._ahead = "; ".join(self._ahead), []
        return dropped

    def fresh_line(self, prompt: str) -> str:
        """A line that was not typed ahead."""
        kept, self._ahead = self._ahead, []
        try:
            return self.line(prompt)
        finally:
            self._ahead = kept

    def dice(self, faces: int, purpose: str, count: int) -> list[int]:
        """Dice of so many faces that a person has rolled: one to `count` of them, in the order in which they fell.

        Those of up to nine faces may be typed without a space between them.
        """
        what = "a die" if count == 1 else f"{count} dice"
        while True:
            line = self.fresh_line(f"Roll {what} for {purpose} (empty: the computer rolls):")
            if line in LEAVING:
                self.confirm_leaving()
                continue
            if not line:
                return [SystemRandom().randint(1, faces) for _ in range(count)]
            one_die = r"[0-9]" if faces <= ONE_DIGIT else r"[0-9]{1,4}"
            fallen = [int(die) for die in re.findall(one_die, line)]
            said = re.fullmatch(rf"({one_die}[\s,]*)+", line) and len(fallen) <= count
            if said and all(0 < die <= faces for die in fallen):
                return fallen
            most = "one number" if count == 1 else f"up to {count} numbers"
            self.console.print(f'"{line}": type {most} from 1 to {faces}', style="red", markup=False)
