"""docs/rulings.md names the tests that show each ruling: they must exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_test_that_a_ruling_names_exists():
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs" / "rulings.md").read_text("utf-8")))
    tests = "".join(file.read_text("utf-8") for file in ROOT.glob("tests/**/test_*.py"))
    assert named - set(re.findall(r"def (test_\w+)", tests)) == set()
