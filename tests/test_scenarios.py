"""The scenarios of the campaign: what comes in them, and the rules of their own of the house scenarios."""

import pytest

from aw_env.games.admirals_war.printed import load
from aw_env.games.admirals_war.printed.packing import pack_book
from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.terms import Decision, Event, Theatre
from tests.positions import OF_THE_FIRST_POSITION, Position, book_of, from_file, names, printed


def in_the_game(scenario):
    """Ids of the units of a scenario."""
    game = load.scenario(scenario, printed()).templates[0]
    return {names().units[unit].id for unit in game["roster"][: game["units"]]}


@pytest.mark.parametrize("scenario", ["campaign", "atlantic", "pacific"])
def test_the_scenarios_of_the_campaign_are_for_two_and_four_and_last_ten_turns(scenario):
    loaded = load.scenario(scenario, printed(), players=4)
    assert loaded.file.players == [2, 4]
    assert (loaded.file.turn, loaded.file.last_turn) == (1, 10)
    assert loaded.file.house == (scenario != "campaign")


@pytest.mark.parametrize("theatre", [Theatre.ATLANTIC, Theatre.PACIFIC])
def test_one_track_decides_a_house_scenario(theatre):
    def end_with(lead):
        def change(book, game):
            book["last_turn"] = 1
            game["phase"] = 9  # the return to base of the last turn
            game["victory_points"][:] = -lead
            game["victory_points"][theatre] = lead

        return int(from_file(theatre.name.lower(), change=change).record["result"])

    assert (end_with(1), end_with(-1), end_with(0)) == (1, -1, 0)


def test_each_house_scenario_has_its_own_units_and_the_campaign_all():
    atlantic, pacific, campaign = in_the_game("atlantic"), in_the_game("pacific"), in_the_game("campaign")
    assert atlantic | pacific <= campaign
    assert {"bismarck", "hood", "littorio", "dunkerque", "marat", "texas", "8af"} <= atlantic - pacific
    assert {"yamato", "canberra", "de_ruyter", "arizona", "essex", "5af", "i_boat_1"} <= pacific - atlantic
    nations = {unit.id: unit.nation for unit in printed().units}
    assert "japanese" not in {nations[unit] for unit in atlantic}
    assert not {"german", "italian", "french"} & {nations[unit] for unit in pacific}


def test_in_a_house_scenario_war_comes_by_itself():
    assert load.scenario("atlantic", printed()).file.hostilities_on == 4
    position = Position("reinforcements", turn=2, last_turn=4, hostilities=False, hostilities_on=4)
    game = position.with_units("Kongo", place="yokosuka").start()
    while int(game.record["turn"]) < 4:
        assert game.record["hostilities"] == 0
        game.choose("stay")
    assert game.record["hostilities"] == 1 and len(game.events(Event.WAR)) == 1


def test_a_position_of_a_campaign_is_written_as_a_scenario_that_goes_on_alike(tmp_path):
    from aw_env.games.admirals_war.printed.scenario_text import to_scenario

    game = from_file("campaign", ask_forced=False)
    for _ in range(20):
        game.choose(sorted(game.choices)[0])
    file = tmp_path / "later.toml"
    file.write_text(to_scenario(names(), game.books[0], game.record))
    again = from_file(file, ask_forced=False)
    assert (again.decision, again.subject, again.choices) == (Decision.ARRIVAL, game.subject, game.choices)
    for field in ("place", "due", "controller", "theatre", "roster", "flag", "owner", "victory_points"):
        assert (STATE.read(again.record, field) == STATE.read(game.record, field)).all(), field
    for field in ("free_patrol", "free_raid", "free_turn", "hostilities_on"):
        assert (again.books[0][field] == game.books[0][field]).all(), field


@pytest.mark.parametrize("scenario", ["campaign", "midway", "engagement"])
def test_the_book_says_nothing_of_the_first_position(scenario):
    """Positions of the tests that differ in it alone share a book."""
    file, other = (load.scenario(name, printed()).file for name in (scenario, "atlantic"))
    elsewhere = file.model_copy(update={key: getattr(other, key) for key in OF_THE_FIRST_POSITION})
    packed, shared = pack_book(printed(), elsewhere, 2), book_of(file, 2, "team")
    assert elsewhere != file and (packed == pack_book(printed(), file, 2)).all()
    assert shared.dtype == packed.dtype and (shared == packed).all()
    shared["last_turn"] = 99
    assert (book_of(elsewhere, 2, "team") == packed).all()
