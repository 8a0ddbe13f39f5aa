"""The raid in the docs is what the terminal tells."""

from tests import transcripts


def test_the_raid_in_the_docs_is_told_as_the_terminal_tells_it():
    assert (transcripts.DOCS / transcripts.RAIDERS_PAGE).read_text("utf-8") == transcripts.raid_of_raiders()
