"""How the tracks of victory points have moved, turn by turn."""

from typing import Any

from aw_env.core.faces.game import Game


class Course:
    """The lead on each track, by its name, as each turn began.

    It is told of the game at each position; where a turn has been taken back, it begins again.
    """

    def __init__(self) -> None:
        self._begun: dict[int, dict[str, float]] = {}

    def note(self, game: Game) -> None:
        """The game stands here now."""
        turn = int(game.info()["turn"])
        known = {begun: leads for begun, leads in self._begun.items() if begun <= turn}
        if turn not in known:
            known[turn] = {track.name: track.lead for track in game.rules.scene(game.open_view()).tracks}
        self._begun = known

    def until(self, turn: int) -> list[dict[str, Any]]:
        """The turns until this one, each with the leads as it began: `turn` and `leads`."""
        return [{"turn": begun, "leads": leads} for begun, leads in self._begun.items() if begun <= turn]
