"""After an edit only the rules that it touches are compiled again, and the program is the one that it would be."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from aw_env.core.engine.compiling import INTERPRETED

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

LITTLE = {
    "__init__.py": "",
    "terms.py": "from enum import IntEnum\nimport numpy as np\nFACTOR = 2\nTABLE = np.array([5, 6])\n"
    "class Kind(IntEnum):\n    SHIP = 1\n    PLANE = 2\n",
    "units.py": "from aw_env.core.engine.compiling import rule\nfrom little import terms\n"
    "from little.terms import TABLE, Kind\n\n\n"
    "@rule\ndef doubled(number):\n    return number * terms.FACTOR\n\n\n"
    "@rule\ndef looked_up(number):\n    return TABLE[number % 2]\n\n\n"
    "@rule\ndef of_kind(number):\n    return int(number == Kind.PLANE)\n",
    "war.py": "from aw_env.core.engine.compiling import compiled, rule\n"
    "from little.units import doubled, looked_up, of_kind\n\n\n"
    "@rule\ndef strength(number):\n    return doubled(number) + looked_up(number)\n\n\n"
    "@rule\ndef apart(number):\n    return of_kind(number) + min(number, 3)\n\n\n"
    "@compiled\ndef entry(number):\n    return strength(number) + apart(number)\n",
}
RULES = ["apart", "doubled", "looked_up", "of_kind", "strength"]
COMPILED = """
from aw_env.core.engine.whole_program import RuleCompiler
begun, compiled = RuleCompiler.define_pipelines, []
def tell(self):
    compiled.append(self.state.func_id.func_name)
    return begun(self)
RuleCompiler.define_pipelines = tell
{before}
from little.war import entry
print(entry({number}), *sorted(compiled))
"""


@pytest.fixture
def game(tmp_path):
    """A small game in a folder, with a cache of its own."""
    return Game(tmp_path)


class Game:
    """A package that is edited and started, each time in a process of its own."""

    def __init__(self, folder):
        self.folder, self.cache = folder, folder / "cache"
        for name, text in LITTLE.items():
            file = folder / "little" / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)

    def edit(self, name, was, now):
        file = self.folder / "little" / name
        text = file.read_text()
        assert was in text
        file.write_text(text.replace(was, now))

    def start(self, number=10, before="", cache="cache"):
        """What the entry point gives, and which rules were compiled for it."""
        path = os.pathsep.join(map(str, (self.folder, ROOT)))
        environment = {**os.environ, "PYTHONPATH": path, "AW_ENV_CACHE": str(self.folder / cache)}
        program = COMPILED.format(number=number, before=before)
        done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        value, *rules = done.stdout.split()
        return float(value), rules

    def kept(self):
        (file,) = (self.cache / "code").glob("little.war.entry*.rules")
        return file


@pytest.mark.parametrize(
    "name, was, now, gives, compiled",
    [
        ("units.py", "number * terms", "2 * number * terms", 48, ["doubled", "strength"]),
        ("units.py", "@rule\ndef doubled", "# a line\n@rule\ndef doubled", 28, []),
        ("terms.py", "FACTOR = 2", "FACTOR = 3", 38, ["doubled", "strength"]),
        ("terms.py", "FACTOR = 2", "FACTOR = 2.5", 33, ["doubled", "strength"]),
        ("terms.py", "[5, 6]", "[7, 6]", 30, ["looked_up", "strength"]),
        ("terms.py", "PLANE = 2", "PLANE = 10", 29, ["apart", "of_kind"]),
        ("war.py", "min(number, 3)", "max(number, 3)", 35, ["apart"]),
        ("war.py", "apart(number)\n", "apart(number) + 1\n", 29, []),
    ],
)
def test_what_an_edit_touches_is_compiled_again_and_nothing_else(game, name, was, now, gives, compiled):
    assert game.start() == (28, RULES)
    game.edit(name, was, now)
    assert game.start() == (gives, compiled)
    assert game.start(cache="empty") == (gives, RULES), "as from an empty cache"


def test_one_edit_after_another(game):
    game.start()
    for factor in (3, 4):
        game.edit("terms.py", f"FACTOR = {factor - 1}", f"FACTOR = {factor}")
        assert game.start() == (8 + 10 * factor, ["doubled", "strength"])


def test_a_process_that_has_compiled_other_things_before_fits_them_together(game):
    """Numba numbers functions and records as it meets them; what is kept goes by no such number."""
    game.start()
    game.edit("war.py", "min(number, 3)", "min(number, 4)")
    others = "import numba, numpy as np\nfor k in range(9):\n    numba.njit(lambda a, k=k: min(a, k))(2)\n"
    assert game.start(before=others) == (29, ["apart"])


def test_a_damaged_file_is_passed_over(game):
    game.start()
    file = game.kept()
    content = file.read_bytes()
    file.write_bytes(content[:-9] + bytes(9))
    game.edit("terms.py", "FACTOR = 2", "FACTOR = 3")
    assert game.start() == (38, RULES)
    game.edit("terms.py", "FACTOR = 3", "FACTOR = 4")
    assert game.start() == (48, ["doubled", "strength"])


PLAYED = """
import hashlib
from aw_env import war_at_sea_v0
games = war_at_sea_v0.vec_env(64, scenario="war_at_sea", seed=1, num_threads=1)
seen = hashlib.sha256()
for _ in range(200):
    games.step(games.random_actions())
    seen.update(games.observations.tobytes() + games.action_masks.tobytes())
print(seen.hexdigest())
"""


@pytest.mark.slow
def test_an_edited_game_plays_as_if_all_of_it_had_been_compiled(tmp_path):
    shutil.copytree(ROOT / "aw_env", tmp_path / "aw_env", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "configs", tmp_path / "configs")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    def played(cache):
        environment["AW_ENV_CACHE"] = str(tmp_path / cache)
        command = [sys.executable, "-c", PLAYED]
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout, done.stderr

    before, _ = played("cache")
    rule = tmp_path / "aw_env" / "games" / "war_at_sea" / "rules" / "control.py"
    rule.write_text(rule.read_text().replace("if found == Side.ALLIES and", "if found == Side.AXIS and"))
    edited, said = played("cache")
    assert edited != before and edited == played("empty")[0]
    assert "compiling 254 rules" not in said and "compiling" in said
