"""The raid and the convoy in the docs are what the terminal tells."""

from tests import transcripts


def test_the_page_shows_the_raid_and_the_convoy_as_the_terminal_tells_them():
    page = (transcripts.DOCS / transcripts.WORLD_AT_WAR_PAGE).read_text("utf-8")
    assert len(transcripts.WORLD_AT_WAR_TEXT.findall(page)) == 2
    assert page == transcripts.world_at_war()


def test_the_convoy_is_met_on_its_way_to_malta_fights_and_gets_through():
    shown = transcripts.convoy_to_malta()
    assert "Ships of Taranto look for them" in shown
    assert "Axis: Littorio fires at" in shown
    assert "Allies: Valiant fires at" in shown
    assert shown.endswith("The supply line from Gibraltar holds.")
