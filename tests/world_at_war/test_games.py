"""Whole games: invariants, faces, saves, secrets, and the code that is carried out in Python."""

import os
import pickle
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import aw_agents
from aw_env import world_at_war_v0
from aw_env.core.config.errors import ConfigError
from aw_env.core.config.folder import configs_folder
from aw_env.games.world_at_war.printed.load import SCENARIOS
from aw_env.games.world_at_war.printed.material import read_printed
from aw_env.games.world_at_war.records.kinds import Condition, Decision, Kind, Side
from aw_env.games.world_at_war.records.record import FIRST_UNIT, RECORDS

ALL = ("harbour_attack", "submarine_warfare", "carriers", "axis_suez", "raider_carrier")
HARDLY_ASKED = {
    Decision.OVERSTACKED, Decision.TRANSFER, Decision.DISPLACE, Decision.SUPPORT, Decision.LAND,
    Decision.CARRIER_LOSSES, Decision.ATTACK_AGAIN,
}  # fmt: skip
"""Questions to which random games do not lead: tests of their rules ask them."""
ROOT = Path(__file__).resolve().parents[2]
TRANSPORTS = {"raiders": 34, "raiders_long": 34}
"""Transports that there can be, built or not, when the pool has grown."""


def invariants(scenario, games):
    """What holds of games between two decisions."""
    book = scenario.books[0]
    for field in RECORDS.state:
        values = RECORDS.state.read(games, field.name)
        assert field.values.least <= values.min() and values.max() <= field.values.greatest, field.name
    sailing = games["transports"].sum(1) + games["damaged"].sum(1) + games["unbuilt"]
    started = np.array([book["at_large"] * (phase == 0) for phase in games["phase"]])
    assert ((sailing <= TRANSPORTS[scenario.name]) & (sailing + started >= 25)).all()
    assert (games["used_transports"] + games["new_transports"] <= np.maximum(games["transports"], 0) + 9).all()
    ships = games["condition"] == Condition.LOST
    assert (games["place"][ships] == -1).all(), "what is lost is nowhere"
    one_factor = np.isin(book["kind"], (Kind.DD, Kind.CVE))
    assert (games["strength"][:, ~one_factor] <= book["factors"][~one_factor]).all()
    assert ((games["in_group"] == 0) | (book["side"] == Side.AXIS)).all()
    assert ((games["against"] == 0) | (book["side"] == Side.ALLIES)).all()


@pytest.mark.parametrize("scenario", ["raiders", "raiders_long"])
@pytest.mark.parametrize("options", [(), ALL], ids=["plain", "all"])
def test_random_games_end_and_the_invariants_hold(scenario, options):
    many = world_at_war_v0.vec_env(64, scenario=scenario, options=options, seed=3)
    ended = 0
    for step in range(1900 if scenario == "raiders" else 4200):
        assert many.action_masks.any(1).all() and (many.games["over"] == 0).all()
        if step % 7 == 0:
            invariants(many.rules.scenario, many.games)
        ended += many.step(many.random_actions())[1].sum()
    assert ended > 60


@pytest.mark.parametrize("scenario", SCENARIOS.names())
@pytest.mark.parametrize("options", [(), ALL, ("landings",), ("pacific_raiders",)], ids=lambda those: "+".join(those))
def test_fields_that_a_scenario_does_not_use_never_change(scenario, options):
    """Nor are they compared, so that an observation would miss it (`Field.used_where`)."""
    if not {*options} <= {option.name for option in SCENARIOS.offer(scenario).options}:
        pytest.skip("it has no such rules")
    many = world_at_war_v0.vec_env(64, scenario=scenario, options=options, seed=6)
    book, first = many.rules.scenario.books[0], many.rules.scenario.templates[0]
    known = {name: int(book[name]) for name in ("theatre", "options")} | {"has": lambda those, one: those >> one & 1}
    unused = [field.name for field in RECORDS.own if field.used_where and not eval(field.used_where, known)]
    assert unused or scenario == "mediterranean"
    for step in range(200 if scenario == "mediterranean" else 1500):
        if step % 10 == 0:
            for name in unused:
                assert (many.games[name] == first[name]).all(), name
        many.step(many.random_actions())


@pytest.mark.filterwarnings("ignore:.*")
@pytest.mark.parametrize("scenario", SCENARIOS.names())
def test_checkers_take_it(scenario):
    api_test(world_at_war_v0.env(scenario=scenario), num_cycles=300)
    seed_test(lambda: world_at_war_v0.env(scenario=scenario), num_cycles=100)
    seat = world_at_war_v0.single_agent_env("both", "random", scenario=scenario, on_illegal="random")
    check_env(seat, skip_render_check=True)
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(seat, warn=False, skip_render_check=True)


@pytest.mark.parametrize("scenario", ["raiders", "night_express", "mediterranean"])
@pytest.mark.parametrize("layout", ["summary", "units", "candidates"])
def test_a_game_of_the_batch_is_the_game_played_alone(scenario, layout):
    """Rows of the batch are brought up to date, the other is written from scratch."""
    many = world_at_war_v0.vec_env(3, scenario, seed=5, observation=layout)
    alone = world_at_war_v0.game(scenario, seed=world_at_war_v0.game_seed(5, 1), observation=layout)
    for _ in range(400):
        assert many.seats[1] == alone.seat
        np.testing.assert_array_equal(many.observations[1], alone.observe(alone.seat))
        np.testing.assert_array_equal(many.action_masks[1], alone.action_mask)
        actions = many.random_actions()
        alone.apply(actions[1])
        many.step(actions)
        if alone.ended:
            return


def test_the_units_of_a_campaign_stand_together(tmp_path):
    folder = Path(copytree(configs_folder() / "world_at_war", tmp_path / "configs"))
    header, first, *others = (folder / "units.csv").read_text("utf-8").splitlines()
    (folder / "units.csv").write_text("\n".join([header, *others, first]) + "\n", "utf-8")
    with pytest.raises(ConfigError, match="units.csv campaign: the units of a campaign must stand together"):
        read_printed(folder)


def test_a_save_a_copy_and_a_pickle_go_on_as_the_game_does():
    game, again = world_at_war_v0.game(seed=7), world_at_war_v0.game(seed=8)
    rng = np.random.default_rng(0)
    for _ in range(200):
        game.apply(int(rng.choice(game.legal_actions())))
    again.restore(game.save())
    others = [again, game.clone(), pickle.loads(pickle.dumps(game))]
    for _ in range(200):
        action = int(rng.choice(game.legal_actions()))
        for one in (game, *others):
            one.apply(action)
            assert (one.describe(), one.info(), one.events()) == (game.describe(), game.info(), game.events())
        if game.ended:
            return


def test_every_question_and_answer_has_words():
    asked = set()
    played = [("raiders", seed, ALL) for seed in range(9)] + [("raiders_long", 9, ALL)]
    played += [("night_express", 10 + seed, ("pacific_raiders",)) for seed in range(9)]
    played += [("night_express", seed, ()) for seed in range(4)]
    landings = [("night_express", seed, ("landings", "carriers")) for seed in range(24)]
    officer = aw_agents.load("scripted", "world_at_war")
    for scenario, seed, options in played + landings:
        game, rng = world_at_war_v0.game(scenario, seed=seed, options=options), np.random.default_rng(seed)
        while not game.ended:
            words = [words for _, words in game.actions()]
            assert len({*words}) == len(words) and all(words), words
            asked.add(Decision(int(game.info()["decision"])))
            game.describe()
            action = int(rng.choice(game.legal_actions()))
            if "landings" in options and rng.random() < 0.7:  # by lot alone hardly an invasion comes ashore
                action = officer.act(game.view(game.seat), {"action_mask": game.action_mask}, {})
            game.apply(action)
            assert all(event[3] for event in game.events())
    assert asked >= {*Decision} - {Decision.NONE} - HARDLY_ASKED


def test_what_is_counted_is_called_as_the_rules_call_it():
    game = world_at_war_v0.game("raiders", seed=1)
    shown = {fact.title: fact.words for fact in game.rules.scene(game.view()).facts}
    view = game.view()
    assert shown["Transports in the SW boxes"] == "Atlantic {}, Indian {}".format(*view.transports)
    assert shown["Transports not built"] == str(view.unbuilt)
    assert {"Points", "BRPs", "Shipbuilding points"} < {*shown}


def test_what_raiders_sail_is_secret_until_they_are_seen():
    """Two games that differ only in which ships have sailed look the same to the Allies."""
    compared = 0
    for seed in range(40):
        game = world_at_war_v0.game(seed=seed)
        rng = np.random.default_rng(seed)
        while not game.ended and compared < 300:
            record = game._games[0]
            hidden = np.flatnonzero((record["in_group"] > 0) & (record["seen_in"] == 0) & (record["at_sea"] == 0))
            if game.seat == Side.ALLIES and len(hidden):
                other = game.clone()
                theirs = other._games[0]["in_group"]
                twin = [u for u in np.flatnonzero(theirs == 0) if record["place"][u] == record["place"][hidden[0]]]
                twin = [u for u in twin if other.rules.scenario.books[0]["side"][u] == Side.AXIS]
                if twin:
                    theirs[hidden[0]], theirs[twin[0]] = 0, theirs[hidden[0]]
                    np.testing.assert_array_equal(game.observe(0), other.observe(0))
                    np.testing.assert_array_equal(game.action_mask, other.action_mask)
                    assert game.view(0).record.tobytes() == other.view(0).record.tobytes()
                    assert game.describe() == other.describe()
                    compared += 1
            game.apply(int(rng.choice(game.legal_actions())))
    assert compared >= 100


def test_a_copy_for_the_allies_redraws_groups_that_they_have_not_seen():
    changed = 0
    for seed in range(60):
        game, rng = world_at_war_v0.game(seed=seed), np.random.default_rng(seed)
        for _ in range(250):
            if game.ended:
                break
            if game.seat == Side.ALLIES and (game._games[0]["in_group"] > 0).any():
                copy = game.clone(reseed=seed, seat=Side.ALLIES)
                before, after = game._games[0], copy._games[0]
                assert after["ships_in"].tolist() == before["ships_in"].tolist()
                numbers, ships = np.unique(after["in_group"], return_counts=True)
                was, then = np.unique(before["in_group"], return_counts=True)
                assert numbers.tolist() == was.tolist() and ships.tolist() == then.tolist()
                changed += int((after["in_group"] != before["in_group"]).any())
                np.testing.assert_array_equal(game.observe(0), copy.observe(0))
            game.apply(int(rng.choice(game.legal_actions())))
    assert changed > 20


DIGEST = """
import numpy as np
from aw_env import world_at_war_v0
game, rng = world_at_war_v0.game(seed=11), np.random.default_rng(11)
for _ in range(400):
    game.apply(int(rng.choice(game.legal_actions())))
    if game.ended:
        break
print(game._games[0]["points"].tolist(), hash(game._games.tobytes()) if False else game._games.tobytes()[:64].hex())
"""


def test_interpreted_and_compiled_games_are_the_same():
    told = []
    for disabled in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", DIGEST], env=environment, capture_output=True, text=True, timeout=500, check=False
        )
        assert done.returncode == 0, done.stderr
        told.append(done.stdout)
    assert told[0] == told[1]


def test_the_printed_material_is_sound_and_tells_its_house_values():
    report = SCENARIOS.check()
    assert report.sound and not report.problems
    wheres = {estimate.where for estimate in report.estimates}
    assert {"naval_drm.germany", "naval_drm.us", "naval_drm.japan", "naval_drm.italy"} <= wheres
    assert "raiders.brps.axis" in wheres and "raiders.worth.transport" in wheres


def test_a_record_is_small():
    assert RECORDS.state.dtype.itemsize < 6 * 1024 and FIRST_UNIT < world_at_war_v0.n_actions


def test_what_is_withheld_is_secret():
    """Two games that differ only in which raiders are withheld look the same to the Allies."""
    compared = 0
    for seed in range(60):
        game, rng = world_at_war_v0.game(seed=seed), np.random.default_rng(seed)
        while not game.ended and compared < 60:
            group = int(game._games[0]["group"])
            ours = np.flatnonzero((game._games[0]["in_group"] == group) & (game._games[0]["place"] >= 0))
            if Decision(int(game.info()["decision"])) == Decision.SCREEN and group > 0 and len(ours) > 1:
                other = game.clone()
                other._games[0]["held"][ours[-1]] ^= 1
                np.testing.assert_array_equal(game.observe(0), other.observe(0))
                assert game.view(0).record.tobytes() == other.view(0).record.tobytes()
                assert game.describe() == other.describe() and game.legal_actions() == other.legal_actions()
                compared += 1
            game.apply(int(rng.choice(game.legal_actions())))
    assert compared >= 40
