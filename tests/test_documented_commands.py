"""Every command that README and docs show is run with small counts, or is excused with a reason."""

import re

import pytest

from tests.documented import (
    ADDED,
    ELSEWHERE,
    EXCUSED,
    NEEDED,
    PAGES,
    PROGRAMS,
    WRITTEN,
    Copy,
    can_run,
    commands_in,
    found,
    program_of,
    small,
)

COMMANDS = [(page, command) for page in PAGES for command in commands_in(page.read_text("utf-8"))]
RUN = {}
"""The commands that are run, as they are run, each with the page that shows it first."""
for page, command in COMMANDS:
    if can_run(command):
        RUN.setdefault(small(command), page)

A_PAGE = """
Say `aw-env play`, or `aw-env
watch --web`; `auto` and `aw-env-play` are none.

```sh
.venv/bin/pip install -e . && .venv/bin/aw-env serve   # and open the page
make tea
```

```python
    python = "aw-env"
```

Then

    python -m benchmarks.candidates \\
        --games 2
    an indented line of words

and `python train.py --config midway.toml`.
"""


def test_the_commands_of_a_page_are_found():
    assert [*commands_in(A_PAGE)] == [
        "aw-env play",
        "aw-env watch --web",
        ".venv/bin/pip install -e .",
        ".venv/bin/aw-env serve",
        "make tea",
        "python -m benchmarks.candidates --games 2",
        "python train.py --config midway.toml",
    ]


def test_every_command_is_run_or_excused():
    assert [one for _, one in COMMANDS if program_of(one) not in PROGRAMS and not found(EXCUSED, one)] == []


@pytest.mark.parametrize("table", [EXCUSED, NEEDED, ADDED], ids=["excused", "needed", "added"])
def test_what_a_table_speaks_of_is_shown(table):
    assert [pattern for pattern in table if not any(found({pattern: ""}, one) for _, one in COMMANDS)] == []


def test_what_is_written_otherwise_is_shown():
    assert [pattern for pattern in WRITTEN if not any(re.match(pattern, one) for _, one in COMMANDS)] == []


def test_the_programs_are_shown():
    assert {program_of(one) for _, one in COMMANDS} == {*PROGRAMS, *ELSEWHERE}


def test_what_a_command_says_of_counts_is_replaced():
    assert small("aw-env ladder play midway.ladder --games 500") == "aw-env ladder play midway.ladder --games 2"
    assert small("aw-env serve --name play.example.org") == "aw-env serve --name play.example.org --port PORT"


@pytest.mark.slow
@pytest.mark.parametrize("page", dict.fromkeys(RUN.values()), ids=lambda page: page.name)
def test_the_commands_of_a_page_work(page, tmp_path_factory):
    """In their order, for some take what others have made."""
    copy = Copy(tmp_path_factory.mktemp(page.stem))
    faults = {command: copy.run(command) for command, shown_on in RUN.items() if shown_on == page}
    said = [f"$ {command}\n{fault}" for command, fault in faults.items() if fault]
    assert not said, "\n\n".join(said)
