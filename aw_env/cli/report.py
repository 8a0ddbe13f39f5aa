"""`aw-env report`: a rule that is carried out wrongly, told so that whoever mends it sees the same position."""

import platform
from importlib.metadata import version

from aw_env.core.faces.game import Game
from aw_env.games import playing
from aw_env.recording import Record, record_of

TOLD = 5
"""Answers before the question that are told in words; the record has them all."""


def report(game: Game, scenario: str, rule: str, says: str) -> str:
    """The report in Markdown: the rule, what happens, the position, and the record that `aw-env replay` takes.

    scenario: its name or path.  rule: its number in the rulebook.  says: what happens and what should; "" leaves room
    for it.
    """
    line = record_of(game, scenario)
    answers = [words for _, words in Record.model_validate_json(line).actions[-TOLD:]]
    asked = "The game is over." if game.ended else game.describe()
    return "\n\n".join(
        (
            f"### {playing(game.rules.name).title}, rule {rule}",
            says or "What happens, and what the rulebook says should: …",
            "### The position",
            f"Turn {game.open_view().turn}, after {game.decisions} decisions. {asked}",
            *(f"The last answers: {'; '.join(answers)}." for _ in answers[:1]),
            "### The game up to there",
            f"```json\n{line}\n```",
            "### Versions",
            f"aw_env {version('aw_env')}, data {game.rules.scenario.digest}, Python {platform.python_version()}, "
            f"{platform.platform()}",
        )
    )
