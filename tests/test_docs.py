"""What README and docs show is true: their Python runs, and their links lead somewhere."""

import os
import re
import shutil
import subprocess
import sys
from itertools import groupby

import pytest

from scripts.site_pages import WRITTEN
from tests.documented import PAGES, ROOT

PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?://|#)([^)#\s]+)[^)]*\)")


def blocks():
    """Each block of Python on the pages, named by its page and number; those of README are run with the short tests."""
    for page in PAGES:
        for number, block in enumerate(PYTHON.findall(page.read_text("utf-8")), start=1):
            marks = [] if page.name == "README.md" else [pytest.mark.slow]
            yield pytest.param(block, id=f"{page.name}:{number}", marks=marks)


@pytest.mark.parametrize("block", [*blocks()])
def test_a_block_of_python_runs_alone(block, tmp_path):
    if "sb3" in block:
        pytest.importorskip("sb3_contrib")
    if '"perl"' in block and not shutil.which("perl"):
        pytest.skip("it needs Perl")
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "agents")))
    environment = {**os.environ, "PYTHONPATH": paths, "MINARI_DATASETS_PATH": str(tmp_path)}
    if "minari" in block:
        pytest.importorskip("minari")
        games = [sys.executable, "-m", "aw_env.cli", "record", "scripted", "--games", "1"]
        subprocess.run([*games, "--minari", "midway/scripted-v0"], env=environment, cwd=tmp_path, check=True)
    done = subprocess.run(
        [sys.executable, "-c", block], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr


def columns(row):
    """How many cells a row of a table has; a bar in code or after a backslash is none."""
    return re.sub(r"`[^`]*`|\\\|", "", row).strip().strip("|").count("|") + 1


def tables(page):
    """The tables of a page, each as its rows."""
    lines = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL).splitlines()
    for is_table, rows in groupby(lines, lambda line: line.startswith("|")):
        if is_table:
            yield list(rows)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_row_of_a_table_has_the_columns_of_its_header(page):
    for header, *rows in tables(page):
        assert [row for row in rows if columns(row) != columns(header)] == [], header


WIDEST, MOST_COLUMNS = 118, 8
"""Letters of a line of code, and columns of a table, for which the site has room."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_code_and_tables_are_no_wider_than_the_site(page):
    """But for the two commands of README that do a whole job in one line."""
    blocks = re.findall(r"^```\w*\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    wide = [line for block in blocks for line in block.splitlines() if len(line) > WIDEST]
    assert [line for line in wide if "constraints.txt" not in line] == []
    assert [header for header, *_ in tables(page) if columns(header) > MOST_COLUMNS] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page):
    """To a file, or to a page that is written from the code when the site is built."""
    links = [link for link in LINK.findall(page.read_text("utf-8")) if link not in WRITTEN]
    assert [link for link in links if not (page.parent / link).exists()] == []


MEASURED = ["agents.md", "search_results.md", "speed.md"]
"""The pages on which the figures stand that README repeats."""


@pytest.mark.parametrize("section", ["## Compare bots", "## Speed"])
def test_what_readme_says_of_agents_and_speed_is_what_was_measured(section):
    readme = (ROOT / "README.md").read_text("utf-8")
    told = re.search(rf"^{section}$.*?(?=^## )", readme, re.MULTILINE | re.DOTALL)[0]
    figures = re.findall(
        r"\d\.\d{3}|\d[\d,]+,\d{3}", "".join(line for line in told.splitlines() if line.startswith("|"))
    )
    measured = "".join((ROOT / "docs" / page).read_text("utf-8") for page in MEASURED)
    assert figures and [figure for figure in figures if figure not in measured] == []
