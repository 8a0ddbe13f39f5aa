"""Positions in scenario files: read, refused, and written from a war."""

import re
from pathlib import Path

import numpy as np
import pytest

from aw_env import world_at_war_v0
from aw_env.core.config.errors import ConfigError
from aw_env.games.world_at_war.printed.load import SCENARIOS, SHELF
from aw_env.games.world_at_war.printed.positions import BEGINNINGS, LOADED_IN
from aw_env.games.world_at_war.records.kinds import Box, Convoy, Decision, Option, Phase, Side
from aw_env.games.world_at_war.records.record import RECORDS
from aw_env.games.world_at_war.words.words import lead
from tests.world_at_war.positions import number, playing

ROOT = Path(__file__).resolve().parents[2]
HEAD = 'campaign = "raiders"\nlast_turn = 10\nthreshold = -17\ndraw_within = 3\nin_play = ["carriers"]\n'
POSITION = """
turn = 7
moving = "axis"
begins_at = "missions"
brps = { allies = 12, axis = 6 }
points = { allies = 14, axis = 30 }
transports = { atlantic = 12, indian = 5 }
[units]
hood = "lost"
scharnhorst = { place = "brest" }
gneisenau = { place = "brest", condition = "damaged", repair = 1 }
bismarck = { place = "bergen", inverted = true }
scapa_destroyers = { strength = 7 }
"""
PASSING = {
    "generator",
    "script",
    "scripted",
    "scripted_used",
    "dice_rolled",
    "decisions",
    "forced",
    "decision",
    "power",
}
PASSING |= {"seat", "subject", "step", "cursor", "ask_forced", "group", "excess", "rounds", "sunk_now", "hurt_now"}
"""Fields of the question that is asked and of the dice."""


def begun(folder, text, **arguments):
    """A game that begins at a position."""
    file = folder / "position.toml"
    file.write_text(HEAD + text, "utf-8")
    return world_at_war_v0.game(str(file), seed=1, **arguments)


def differing(found, expected):
    """The fields in which two records differ, but for what ships were that are lost."""
    here = expected["place"] >= 0
    told = set()
    for field in RECORDS.state:
        one, other = (RECORDS.state.read(record, field.name) for record in (found, expected))
        if field.shape == here.shape and field.name not in ("place", "condition"):
            one, other = one[here], other[here]
        if not np.array_equal(one, other):
            told.add(field.name)
    return told


def test_a_war_begins_where_its_file_says(tmp_path):
    game = begun(tmp_path, POSITION)
    view = game.view()
    assert (view.turn, view.phase, game.seat, view.decision) == (7, Phase.MISSIONS, Side.AXIS, Decision.RAID)
    assert view.points == (14, 30) and view.brps == (12, 6) and view.transports[:2] == (12, 5)
    assert view.unbuilt == 30 - 17
    assert view.unit("hood").place is None and view.unit("scapa_destroyers").strength == 7
    assert view.unit("gneisenau").hits == 2 and view.unit("gneisenau").repair == 1
    assert view.unit("king_george_v").place is not None and view.unit("washington").place is None
    raiders = {words for _, words in game.actions()}
    assert any("Scharnhorst" in words for words in raiders) and not any("Bismarck" in words for words in raiders)


def test_a_position_is_played_on_to_its_end(tmp_path):
    game, rng = begun(tmp_path, POSITION), np.random.default_rng(1)
    while not game.ended:
        game.apply(int(rng.choice(game.legal_actions())))
    assert game.view().turn == 10


@pytest.mark.parametrize("options", [(), ("submarine_warfare", "harbour_attack")], ids=str)
def test_a_position_that_is_written_is_read_as_itself(tmp_path, options):
    """At the start of every phase with which one can begin."""
    compared, phases = 0, set()
    for seed in range(4):
        game, rng = world_at_war_v0.game(options=options, seed=seed), np.random.default_rng(seed)
        last = None
        while not game.ended:
            view = game.view()
            now = view.turn, view.moving, view.phase
            if now != last and view.phase in BEGINNINGS and view.groups <= 1:
                file = tmp_path / "again.toml"
                file.write_text(view.to_scenario(), "utf-8")
                again = world_at_war_v0.game(str(file), seed=2, ask_forced=True)
                found, expected = again.view().record, view.record
                if again.view().phase == view.phase:  # unless the first question of the phase was answered unasked
                    differ = differing(found, expected)
                    assert differ <= PASSING | ({"groups"} if view.phase == Phase.MISSIONS else set()), (now, differ)
                    compared += 1
                    phases.add(view.phase)
            last = now
            game.apply(int(rng.choice(game.legal_actions())))
    assert compared > 40 and phases >= {Phase.CONSTRUCTION, Phase.SUPPLY, Phase.MOVEMENT, Phase.MISSIONS}


def test_wherever_a_war_of_the_atlantic_stands_its_position_can_be_read(tmp_path):
    """While raiders are out, and while convoys sail and are fought, too."""
    file, read = tmp_path / "amid.toml", set()
    game, rng, last = world_at_war_v0.game("raiders", seed=1), np.random.default_rng(1), None
    while not game.ended:
        view = game.view()
        if view.phase != last:
            file.write_text(view.to_scenario(), "utf-8")
            again = SCENARIOS.ready(file).templates[0]
            assert view.phase != Phase.CONVOY or again["phase"] in LOADED_IN.values()
            read.add(view.phase)
        last = view.phase
        game.apply(int(rng.choice(game.legal_actions())))
    assert read >= {Phase.CONVOY, Phase.SUPPLY_AGAIN, Phase.INTERCEPTION, Phase.BATTLE, Phase.RETURN}


def test_the_cargo_of_a_convoy_that_sails_is_ashore_where_the_position_begins(tmp_path):
    """Of two oil counters one has been shipped before; a hit short of damage is repaired in port."""
    hood = {"hood": {"place": "scapa_flow", "hits": 1}, "german_destroyers": {"place": "brest"}}
    game = playing(Phase.CONVOY, hood, turn=7, moving=Side.ALLIES, convoy=Convoy.SUPPLY_AGAIN, groups=1, group=1,
                   laden=[1, 1, 0, 0], shipped=[0, 2, 0, 0], used_transports=[4, 0, 0], transports=[15, 5, 0],
                   step=1)  # fmt: skip
    file = tmp_path / "convoy.toml"
    file.write_text(game.view().to_scenario(), "utf-8")
    view = world_at_war_v0.game(str(file), seed=1).view()
    assert view.phase == Phase.SUPPLY_AGAIN and view.field("used_transports").tolist() == [2, 0, 0]
    assert view.field("shipped").tolist() == [0, 1, 0, 0] and view.unit("hood").hits == 0
    assert game.of("hood", "hits") == 1 and game.record["used_transports"][Box.ATLANTIC] == 4


def test_before_the_first_turn_the_scenario_is_written_as_it_began(tmp_path):
    file = tmp_path / "begun.toml"
    file.write_text(world_at_war_v0.game(seed=1).view().to_scenario(), "utf-8")
    assert world_at_war_v0.game(str(file), seed=1).view().decision == Decision.AT_LARGE


@pytest.mark.parametrize("scenario, title", [("night_express", "Night express"), ("mediterranean", "Mediterranean")])
def test_where_files_hold_no_positions_none_is_written(scenario, title):
    """It once wrote files that it could not read."""
    game = world_at_war_v0.game(scenario, seed=1)
    while game.view().phase == Phase.OPENING:
        game.apply(game.legal_actions()[0])
    with pytest.raises(ValueError, match=f"^{title} has no positions in files yet: saves hold them$"):
        game.view().to_scenario()


def test_a_position_written_for_a_seat_holds_no_secret(tmp_path):
    tellings = []
    for ship in ("Scharnhorst", "Gneisenau"):
        game = begun(tmp_path, POSITION.replace('gneisenau = { place = "brest", condition = "damaged", repair = 1 }',
                                                'gneisenau = "brest"'))  # fmt: skip
        game.apply(game.action_named(ship))
        tellings.append(game.view(Side.ALLIES).to_scenario())
    assert tellings[0] == tellings[1]


WRONG = {
    "turn = 11": "turn: is 11, after the last turn (10)",
    'begins_at = "battle"': "begins_at",
    'begins_at = "supply"': "supply is a phase of the other side",
    "transports = { atlantic = 40 }": "more, with those damaged, than the pool of 30 (20.63)",
    "transports = { pacific = 1 }": "is no SW box of this campaign (20.63)",
    "submarines = { atlantic = 3 }": "submarine_warfare (20.7)",
    "new_transports = { atlantic = 13 }": "more than sail there (20.64)",
    "new_submarines = { atlantic = 1 }": "more than sail there (21.34)",
    'hood = "narvik"': "no such place (or lost)",
    'nelsson = "suez"': "no such unit",
    'hood = "brest"': "no port of its side (21.11)",
    'bismarck = { place = "lost", inverted = true }': "is not in play",
    'hood = { condition = "lost" }': 'write place = "lost"',
    "hood = { repair = 1 }": "is not damaged (20.5212E)",
    "hood = { hits = 1 }": "do not last (20.523)",
    'hood = { place = "atlantic_sw", hits = 2 }': "do not last (20.523)",
    "hood = { strength = 2 }": "(20.511C)",
    "hood = { squadrons = 1 }": "(20.33)",
    "hood = { at_sea = true }": "is in an SW box (21.5331)",
    'graf_spee = { place = "atlantic_sw", at_sea = true }': "(21.5331, 21.537A)",
    'hood = { place = "atlantic_sw", condition = "damaged", repair = 1 }': "is no port (20.522, 20.523A)",
    'hood = { place = "atlantic_sw", condition = "sunk_in_port" }': "is no port (20.522, 20.523A)",
    'washington = "britain"': "arrives on turn",
    'british_cruiser_1 = { condition = "sunk_in_port" }': "only heavy ships",
    'scapa_destroyers = { condition = "damaged" }': "factor by factor (20.54)",
    "scapa_destroyers = { strength = 90 }": "Scapa Flow bases 50",
    'hood = "nowhere"': "(or lost)",
}


@pytest.mark.parametrize(("line", "says"), WRONG.items(), ids=WRONG)
def test_a_position_that_breaks_a_rule_is_refused_with_one_error(tmp_path, line, says):
    key = line.partition(" = ")[0]
    text = re.sub(rf"(?m)^{key} = .*\n", "", POSITION)
    lines = text.splitlines()
    lines.insert(lines.index("[units]") + (1 if key in UNITS_NAMED else 0), line)
    with pytest.raises(ConfigError) as refused:
        begun(tmp_path, "\n".join(lines))
    assert says in str(refused.value) and "\n" not in str(refused.value)


UNITS_NAMED = {unit.id for unit in SHELF.names().units} | {"nelsson"}


AT_SEA = 'graf_spee = { place = "atlantic_sw", at_sea = true }'
LATER = 'turn = {turn}\nmoving = "{moving}"\nbegins_at = "{phase}"\nbrps = {{ axis = {brps} }}\n[units]\n{units}'


@pytest.mark.rule("21.5331", "21.537A")
@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({}, ""),
        ({"phase": "start", "brps": 0}, ""),
        ({"brps": 0}, "brps.axis: less than the 1 of the ships at sea"),
        ({"phase": "redeployment"}, "stays in no SW box"),
        ({"moving": "allies", "phase": "start"}, "stays in no SW box"),
        ({"turn": 2}, "stays in no SW box"),
        ({"units": AT_SEA.replace("true", "true, inverted = true")}, "stays in no SW box"),
        ({"units": AT_SEA.replace("true", 'true, condition = "damaged"')}, "stays in no SW box"),
    ],
    ids=str,
)  # fmt: skip
def test_who_began_the_war_at_sea_raids_on_the_first_turn(tmp_path, told, says):
    """For a BRP, in the combat phase of the Axis: no position begins with her there after it, or unable to raid."""
    usual = {"turn": 1, "moving": "axis", "phase": "missions", "brps": 1, "units": AT_SEA}
    text = LATER.format(**(usual | told))
    if not says:
        assert begun(tmp_path, text).view().unit("graf_spee").at_sea == 1
    else:
        with pytest.raises(ConfigError, match=says):
            begun(tmp_path, text)


@pytest.mark.rule("20.71B")
@pytest.mark.parametrize(
    ("options", "turn", "sail"),
    [(("submarine_warfare",), 14, 0), (("submarine_warfare", "axis_suez"), 12, 0),
     (("submarine_warfare", "axis_suez"), 14, 1)],
)  # fmt: skip
def test_submarines_sail_the_indian_ocean_once_the_axis_holds_suez(tmp_path, options, turn, sail):
    head = HEAD.replace("last_turn = 10", "last_turn = 22").replace('["carriers"]', f"{list(options)}")
    lost = "\n".join(f'{unit.id} = "lost"' for unit in SHELF.shipped().units if unit.campaign == "raiders")
    file = tmp_path / "boats.toml"
    file.write_text(f'{head}turn = {turn}\nmoving = "axis"\nbegins_at = "movement"\nsubmarines = {{ indian = 2 }}\n'
                    f"[units]\n{lost}", "utf-8")  # fmt: skip
    if sail:
        assert SCENARIOS.ready(file).templates[0]["submarines"].tolist() == [0, 2, 0]
    else:
        with pytest.raises(ConfigError, match="once the Axis holds Suez"):
            SCENARIOS.ready(file)


def test_what_is_lost_before_it_arrives_does_not_come(tmp_path):
    """Bismarck and the destroyers of the US; others do."""
    head = HEAD.replace("last_turn = 10", "last_turn = 22")
    others = [unit.id for unit in SHELF.shipped().units if unit.campaign == "raiders" and unit.arrives_turn <= 7]
    lost = [f'{id} = "lost"' for id in (*others, "american_destroyers") if id != "bismarck"]
    for turn, moving, ships in ((7, "axis", ["bismarck"]), (10, "allies", ["american_destroyers", "washington"])):
        told = lost if turn == 10 else [*lost, 'bismarck = "lost"']
        file = tmp_path / "lost.toml"
        file.write_text("\n".join([f'{head}turn = {turn}\nmoving = "{moving}"\nbegins_at = "start"\n[units]', *told]))
        game = world_at_war_v0.game(str(file), seed=1)
        there = {id: game.view().unit(id).place for id in ships}
        assert there == {id: "atlantic_us_box" if id == "washington" else None for id in ships}


def test_who_began_at_sea_is_in_port_in_a_position_once_she_raids(tmp_path):
    """As others that are out; who is not in a group yet is at sea, and has her BRP."""
    game, file = world_at_war_v0.game("raiders", seed=1), tmp_path / "sea.toml"
    while game.view().phase != Phase.MISSIONS:
        is_asked = game.view().decision == Decision.AT_SEA
        game.apply(Option.YES.value if is_asked else int(game.legal_actions()[0]))
    game.apply(game.action_named("Graf Spee"))
    file.write_text(game.view(Side.AXIS).to_scenario(), "utf-8")
    units = SCENARIOS.ready(file).templates[0]
    sea, port = (number(place) for place in ("atlantic_sw", "germany"))
    assert [int(units["place"][number(ship)]) for ship in ("graf_spee", "lutzow", "scheer")] == [port, sea, sea]
    assert units["at_sea"].sum() == 2
    game._games[0]["brps"][Side.AXIS] = 0
    file.write_text(game.view(Side.ALLIES).to_scenario(), "utf-8")  # who has not seen her in the group
    assert SCENARIOS.ready(file).templates[0]["brps"][Side.AXIS] == 3
    while game.view().turn == 1 and game.view().moving == Side.AXIS:
        file.write_text(game.view().to_scenario(), "utf-8")
        assert SCENARIOS.ready(file).templates[0]["turn"] == 1
        game.apply(int(game.legal_actions()[-1]))


def test_hits_last_in_an_sw_box(tmp_path):
    game = begun(tmp_path, POSITION.replace('hood = "lost"', 'hood = { place = "atlantic_sw", hits = 1 }'))
    assert game.view().unit("hood").hits == 1
    assert "hits = 1" in game.view().to_scenario()


def test_a_port_bases_fifty_factors(tmp_path):
    ships = [unit.id for unit in SHELF.shipped().units if unit.nation == "britain" and unit.arrives_turn == 1]
    crowded = "\n".join(f'{id} = "gibraltar"' for id in ships if id not in ("hood", "scapa_destroyers"))
    with pytest.raises(ConfigError, match="Gibraltar bases 50"):
        begun(tmp_path, POSITION + crowded)


def test_a_row_of_which_nothing_is_there_takes_up_no_room(tmp_path):
    """Gibraltar bases fifty factors, of ships there with its own destroyers, whose factors are elsewhere."""
    home = "gibraltar_destroyers = { strength = 0 }"
    ships = [*(f"british_cruiser_{k}" for k in range(1, 9)), "nelson", "rodney", "hood", "renown", "repulse",
             "ark_royal", "revenge", "resolution"]  # fmt: skip
    text = POSITION.replace('hood = "lost"\n', "") + "\n".join(f'{id} = "gibraltar"' for id in ships)
    assert begun(tmp_path, f"{text}\n{home}").view().unit("gibraltar_destroyers").place is None
    with pytest.raises(ConfigError, match="Gibraltar bases 50"):
        begun(tmp_path, text)


@pytest.mark.parametrize(
    "turn, moving, phase", [(13, Side.AXIS, Phase.CONSTRUCTION), (14, Side.ALLIES, Phase.MOVEMENT)]
)
def test_a_position_after_the_fall_of_suez_is_written_and_read(tmp_path, turn, moving, phase):
    """It is the Axis's, and ships of Italy lie there."""
    ships = {"suez_littorio": {"place": "suez"}, "hood": {"place": "scapa_flow"}}
    game = playing(phase, ships, scenario="raiders_long", options=("axis_suez",), turn=turn, moving=moving)
    game.record["control"][number("suez", game.names)] = Side.AXIS
    file = tmp_path / "fallen.toml"
    file.write_text(game.view().to_scenario(), "utf-8")
    again = world_at_war_v0.game(str(file), seed=1)
    assert again.view().at("suez", "control") == Side.AXIS and again.view().unit("suez_littorio").place == "suez"


@pytest.mark.parametrize(
    ("turn", "phase", "holder"),
    [(12, "movement", Side.ALLIES), (13, "start", Side.ALLIES), (13, "movement", Side.AXIS), (14, "start", Side.AXIS)],
)
def test_suez_falls_as_an_axis_player_turn_begins(tmp_path, turn, phase, holder):
    """Its ships are those of the side that holds it by then; no others are in play."""
    head = HEAD.replace("last_turn = 10", "last_turn = 22").replace('["carriers"]', '["axis_suez"]')
    lost = [f'{unit.id} = "lost"' for unit in SHELF.shipped().units if unit.campaign == "raiders"]
    told = f'{head}turn = {turn}\nmoving = "axis"\nbegins_at = "{phase}"\n[units]\n' + "\n".join(lost)
    file = tmp_path / "suez.toml"

    def begins(place):
        file.write_text(told.replace('hood = "lost"', f'hood = "{place}"'))
        return SCENARIOS.ready(file)

    assert begins("gibraltar").templates[0]["control"][number("suez")] == holder
    if holder == Side.ALLIES:
        assert begins("suez").templates[0]["place"][number("hood")] == number("suez")
    else:
        with pytest.raises(ConfigError, match="Suez is no port of its side"):
            begins("suez")


def test_without_a_phase_to_begin_with_there_is_no_position(tmp_path):
    with pytest.raises(ConfigError, match="is for a position"):
        begun(tmp_path, "turn = 3")


def test_a_bid_adds_points_for_the_allies(tmp_path):
    assert lead(begun(tmp_path, "").view()) == -17
    assert lead(begun(tmp_path, "bid = 2.5").view()) == -14.5
