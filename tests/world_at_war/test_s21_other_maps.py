"""What an owner of another map may fill in for invasions: winters, boxes without missions, beaches that lie apart from
the port (21.5151, 21.5153, 21.523); and troops that have come over the sea (21.437)."""

import tomllib
from dataclasses import replace
from shutil import copytree

import pytest
import tomli_w

from aw_env.core.faces.game import Game
from aw_env.games.world_at_war.printed.load import SCENARIOS, SHELF
from aw_env.games.world_at_war.printed.material import read_printed
from aw_env.games.world_at_war.records.kinds import PLACES, Condition, Ground, Option, Phase, Side
from aw_env.games.world_at_war.rules import embarkation, passages, sea_escort, troops
from tests.world_at_war.landings import NOUMEA, at, landing
from tests.world_at_war.positions import Playing
from tests.world_at_war.sea_of_hexes import NUMBERS, at_sea
from tests.world_at_war.sea_of_hexes import troops as troops_at

COLD, WARM = ["western"], ["mediterranean"]
HARBOUR = {f"japanese_cruiser_{k}": {"place": "guadalcanal"} for k in range(1, 6)}


def told(value):
    """A value with where it comes from."""
    return {"value": value, "provenance": "E", "confidence": "L", "source": "made for a test"}


@pytest.fixture
def mapped(tmp_path):
    """Invasions of the islands on a map with other data: of places by their ids, and of the campaign."""

    def begin(ships, places=(), **of_campaign):
        folder = copytree(SHELF.folder, tmp_path / "world_at_war")
        board = tomllib.loads((folder / "board.toml").read_text("utf-8"))
        for id, more in dict(places).items():
            board["places"][id] |= more
        (folder / "board.toml").write_text(tomli_w.dumps(board), "utf-8")
        campaigns = tomllib.loads((folder / "campaigns.toml").read_text("utf-8"))
        campaigns["night_express"] |= of_campaign
        (folder / "campaigns.toml").write_text(tomli_w.dumps(campaigns), "utf-8")
        usual = landing(NOUMEA | ships, marines={"noumea": 1}, ports=at(guadalcanal=1), garrison={"guadalcanal": 0})
        file = folder / "scenarios" / "night_express.toml"
        book = SCENARIOS.ready(file, ("landings",), printed=read_printed(folder)).books
        rules = usual.game.rules
        return Playing(Game(replace(rules, scenario=replace(rules.scenario, books=book)), 1, ask_forced=True))

    return begin


def cold(*ids, fronts=COLD):
    """Places on the seas of these fronts."""
    return {id: {"fronts": told(fronts)} for id in ids}


# --- winter (21.5151A) -------------------------------------------------------------------------------------


@pytest.mark.rule("21.5151A")
@pytest.mark.parametrize(
    ("winter", "places", "sails"),
    [
        (2, cold("noumea"), False),  # from a western port
        (2, cold("noumea", fronts=["eastern"]), False),
        (2, cold("guadalcanal"), False),  # to a western hex
        (2, cold("noumea", fronts=WARM), True),
        (2, cold("noumea", fronts=COLD + WARM), True),  # a port of two fronts, as Gibraltar is
        (2, {}, True),
        (3, cold("noumea"), True),  # on another turn than the winter's
    ],
)
def test_no_invasion_sails_through_western_or_eastern_seas_in_winter(mapped, winter, places, sails):
    assert ("guadalcanal" in mapped({}, places, winters=told([winter])).places) == sails


@pytest.mark.rule("21.5151A")
def test_nor_do_ships_of_a_western_port_go_along_in_winter(mapped):
    ships = {"colorado": {"place": "suva"}, "indiana": {"place": "townsville"}}
    game = mapped(ships, cold("suva"), winters=told([2]))
    game.choose("guadalcanal", "noumea", Option.MARINES, Option.DONE)
    assert "indiana" in game.units and "colorado" not in game.units


# --- ports that do not count (21.5153C) --------------------------------------------------------------------


@pytest.mark.rule("21.5153C")
@pytest.mark.parametrize(("apart", "sails"), [(False, False), (True, True)])
def test_ships_in_a_port_on_another_coast_than_the_beaches_forbid_nothing(mapped, apart, sails):
    game = mapped(HARBOUR, {"guadalcanal": {"beaches_apart": apart}})
    assert ("guadalcanal" in game.places) == sails
    assert all(game.of(id, "condition") == Condition.SOUND for id in HARBOUR)


# --- boxes (21.523C) ---------------------------------------------------------------------------------------


@pytest.mark.rule("21.523C")
@pytest.mark.parametrize("without", [False, True])
def test_ships_of_a_box_without_missions_do_not_bombard(mapped, without):
    ships = {"colorado": {"place": "australia_box"}, "indiana": {"place": "townsville"}}
    game = mapped(ships, {"australia_box": {"without_missions": without}})
    game.choose("guadalcanal", "noumea", Option.MARINES, Option.DONE)
    assert "indiana" in game.units and ("colorado" in game.units) != without


@pytest.mark.rule("21.523C")
def test_south_africa_is_such_a_box_and_india_and_australia_are_not():
    without = at_sea().book.without_missions
    boxes = ("south_africa_box", "india_box", "australia_box")
    assert [int(without[NUMBERS[box]]) for box in boxes] == [1, 0, 0]


# --- sea transport (21.437D) -------------------------------------------------------------------------------


@pytest.mark.rule("21.437D")
def test_troops_that_have_been_sea_transported_do_not_invade_in_the_same_turn():
    """Of five in Tobruk three have come over the sea."""
    sea = at_sea(moving=Side.AXIS, phase=Phase.MOVEMENT, infantry=troops_at(tobruk=2, naples=4))
    sea.game.aboard_infantry[NUMBERS["naples"]] = 3
    sea.call(embarkation.land, "tobruk")
    assert sea.game.infantry[NUMBERS["tobruk"]] == 5
    assert sea.call(troops.ready, "tobruk", Ground.INFANTRY.value) == 2
    assert sea.call(troops.ready, "naples", Ground.INFANTRY.value) == 1


@pytest.mark.rule("21.437D", "21.516C")
@pytest.mark.parametrize(("moving", "bridgehead", "ready"), [(Side.AXIS, 0, 4), (Side.AXIS, 1, 0), (Side.ALLIES, 0, 0)])
def test_once_combat_is_over_they_may_redeploy(moving, bridgehead, ready):
    """Likewise those that have invaded in vain, which are bound for the combat phase; not those ashore where they have
    invaded, which is no base yet."""
    sea = at_sea(moving=Side.AXIS, phase=Phase.SUPPLY_AGAIN, cursor=PLACES, infantry=troops_at(naples=4))
    sea.game.aboard_infantry[NUMBERS["naples"]] = 4
    sea.call(embarkation.land, "tobruk")
    assert sea.call(sea_escort.troops_near, "tobruk") == 0
    sea.game.moving, sea.game.bridgehead[NUMBERS["tobruk"]] = moving, bridgehead
    sea.call(passages.ask_lines)
    assert sea.game.phase == Phase.REDEPLOYMENT and sea.call(sea_escort.troops_near, "tobruk") == ready
