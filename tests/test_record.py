"""The record of a game follows from the declarations of its fields."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from aw_env import admirals_war_v0
from aw_env.core.declare.fields import YES_OR_NO, Declaration, Field, Sight, number
from aw_env.games.admirals_war.records.limits import LIMITS
from aw_env.games.admirals_war.records.state import GAME, STATE
from aw_env.games.admirals_war.records.terms import Action, Decision
from aw_env.games.admirals_war.words.record_guide import guide

ROOT = Path(__file__).resolve().parent.parent


def test_the_guide_explains_every_field():
    written = guide()
    assert [field.name for field in STATE if f"| `{field.name}` | " not in written] == []
    assert f"one record of {GAME.itemsize:,} bytes" in written


def test_a_record_is_small_and_has_no_gaps():
    assert GAME.itemsize < 8 * 1024
    assert GAME.itemsize == sum(kind.itemsize for kind, _ in GAME.fields.values())


def test_every_field_has_limits_that_its_type_can_hold():
    for field in STATE:
        if not field.is_small:
            kept = np.iinfo(field.kept)
            least, greatest = LIMITS[field.name]
            assert kept.min <= least <= field.fresh <= greatest <= kept.max, field.name


# --- small fields --------------------------------------------------------------------------------------


def small_fields():
    """A record whose four small fields fill a word."""
    three_bits = [Field(name, "word", number(-1, 6), "", (3,), fresh=-1) for name in "abcde"]
    return Declaration(*three_bits, Field("last", "word", YES_OR_NO, "", (3,)), Field("wide", "i4", number(0, 9), ""))


def test_small_fields_share_a_word_and_leave_each_other_alone():
    fields = small_fields()
    record = np.zeros(1, fields.dtype)[0]
    fields.fresh(record)
    assert record["word"].dtype == np.int16
    for place, name in enumerate("abcde"):
        assert fields.read(record, name).tolist() == [-1, -1, -1]
        fields.write(record, name, [place, 6, -1])
    fields.write_at(record, "last", 2, 1)
    for place, name in enumerate("abcde"):
        assert fields.read(record, name).tolist() == [place, 6, -1]
    assert fields.read(record, "last").tolist() == [0, 0, 1]


def test_a_word_holds_sixteen_bits():
    small_fields()
    with pytest.raises(ValueError, match="no bits are left in 'word' for 'more'"):
        Declaration(*small_fields(), Field("more", "word", YES_OR_NO, "", (3,)))


def test_a_field_is_declared_once():
    with pytest.raises(ValueError, match="twice"):
        Declaration(*small_fields(), Field("wide", "i4", number(0, 9), ""))


# --- what follows from a declaration ---------------------------------------------------------------------

ADDED = """    Field("fatigue", "i1", number(0, 9), "turns at sea without a rest", _BY_UNIT, key="fatigue"),
    # --- the combat being resolved"""
TRIED = """
from pathlib import Path
from aw_env import admirals_war_v0
from aw_env.games.admirals_war.records.limits import LIMITS, check_record
from aw_env.games.admirals_war.words.record_guide import guide
from aw_env.core.errors import SaveError

file = Path("tired.toml")
file.write_text('''
begins_at = "patrolling"
[units]
kaga = { place = "truk", fatigue = 4 }
''')
game = admirals_war_v0.game(str(file), seed=0, ask_forced=True)
assert LIMITS["fatigue"] == (0, 9)
assert game.view().unit("kaga").state["fatigue"] == 4
assert game.view().field("fatigue").sum() == 4
assert "fatigue = 4" in game.view().to_scenario()
assert "| `fatigue` | 320 | 0 to 9 | i1 | `fatigue` | everyone | turns at sea without a rest |" in guide()
file.write_text(file.read_text().replace("4", "12"))
try:
    admirals_war_v0.game(str(file))
except ValueError as error:
    assert "fatigue: must be 0..9, is 12" in str(error), error
record = game._games.copy()
record["fatigue"][0, 7] = 10
try:
    check_record(record)
except SaveError as error:
    print(error)
"""


def test_a_field_declared_in_one_place_is_in_saves_scenarios_views_and_the_guide(tmp_path):
    for part in ("aw_env", "configs"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    state = tmp_path / "aw_env/games/admirals_war/records/state.py"
    declared = state.read_text("utf-8").replace("    # --- the combat being resolved", ADDED, 1)
    assert "fatigue" in declared
    state.write_text(declared, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", TRIED], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "this save holds an impossible position: fatigue must be from 0 to 9"


# --- who may see what ------------------------------------------------------------------------------------


def what_a_seat_is_told(game, seat):
    """All that a seat can reach: its observations, mask, info, view, and the words of its choices."""
    books = game.rules.scenario.books
    told = [game.action_mask.tobytes(), game.info(), game.actions() if game.seat == seat else None]
    for layout in game.rules.layouts.values():
        row = np.zeros(max(game.rules.widths.values()), np.int16)
        game.rules.observe(books, game._games, 0, seat, layout, row)
        told.append(row.tobytes())
    return [*told, game.view(seat).record.tobytes(), game.view(seat).to_scenario(), game.events()]


@pytest.mark.parametrize("name", [field.name for field in STATE if field.sight == Sight.NOBODY])
def test_nobody_is_told_of_dice_to_come(name):
    field = STATE[name]
    game = admirals_war_v0.game("midway", seed=3)
    before = [what_a_seat_is_told(game, seat) for seat in range(2)]
    values = STATE.read(game._games, field.name)
    STATE.write(game._games, field.name, np.where(values == field.values.greatest, 0, values + 1))
    assert [what_a_seat_is_told(game, seat) for seat in range(2)] == before


@pytest.mark.rule("7.22")
def test_the_other_side_is_not_told_of_a_choice_before_both_have_chosen():
    game = admirals_war_v0.game("midway", seed=3)
    draws = np.random.default_rng(3)
    while not (game.view().decision == Decision.ACTION_TYPE and game._games["choice"][0].any()):
        game.apply(int(draws.choice(game.legal_actions())))
    chosen, asked = int(np.flatnonzero(game._games["choice"][0])[0]), game.seat
    assert chosen != asked
    before = what_a_seat_is_told(game, asked)
    other = {Action.AIR: Action.SURFACE, Action.SURFACE: Action.AIR}
    game._games["choice"][0, chosen] = other[Action(game._games["choice"][0, chosen])]
    assert what_a_seat_is_told(game, asked) == before


# --- positions as files ----------------------------------------------------------------------------------


@pytest.mark.rule("13.52")
def test_an_amphibious_unit_with_its_other_side_up_keeps_it_in_a_position_file(tmp_path):
    file = tmp_path / "reversed.toml"
    unit = "us_1st_marines"
    placed = '{ place = "pearl_harbor", reversed = true }'
    file.write_text(f'turn = 6\nbegins_at = "amphibious"\n[units]\n{unit} = {placed}\n')
    view = admirals_war_v0.game(file, seed=0, ask_forced=True).view()
    file.write_text(view.to_scenario())
    again = admirals_war_v0.game(file, seed=0, ask_forced=True).view()
    assert again.unit(unit).state["reversed"] == view.unit(unit).state["reversed"] == 1
    assert again.unit(unit).armor == view.unit(unit).armor == 3
