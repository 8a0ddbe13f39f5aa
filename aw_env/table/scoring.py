"""What a game scores, by name: what the turn has brought when it is over, what it would bring if it ended now."""

from collections.abc import Iterable, Sequence
from typing import Any

from aw_env.core.faces.game import Game
from aw_env.core.said.speech import Gain

NOW = "If the turn ended now"


def gains_now(game: Game, view: Any) -> Sequence[Gain]:
    """What would be scored if the turn ended now.  view: that of who asks.  Empty when the game is over, and where
    nothing of it is scored at the end of a turn."""
    return () if game.over else game.rules.speech().gains(view)


def now_in_words(game: Game, gains: Sequence[Gain]) -> list[str]:
    """What each side would score of `gains_now`, by name, a line for each side that would score."""
    told: list[str] = []
    for track in dict.fromkeys(gain.track for gain in gains):
        for side in game.rules.speech().sides:
            own = [gain for gain in gains if (gain.side, gain.track) == (side.id, track)]
            total = sum(gain.points for gain in own)
            told += [f"{track and f'{track}, '}{side.title} {total:+g}: {by_name(own)}"] if own else []
    return told


def in_short(game: Game, gains: Sequence[Gain]) -> str:
    """The same in a line without names: "Atlantic Allies +2, Pacific Axis +1"; "" where nothing would be scored."""
    sides = game.rules.speech().sides
    leads = dict.fromkeys((gain.track for gain in gains), 0.0)
    for gain in gains:
        leads[gain.track] += gain.points if gain.side == sides[0].id else -gain.points
    ahead = (
        f"{track} {sides[lead < 0].title} {abs(lead):+g}".strip() if lead else f"{track} level".strip()
        for track, lead in leads.items()
    )
    return ", ".join(ahead)


def by_name(gains: Iterable[Gain]) -> str:
    """Points with what they are for: "Midway 2, Attu/Kiska 1"."""
    return ", ".join(f"{gain.name} {gain.points:g}" for gain in gains)


def of_sides(game: Game) -> tuple[str, ...]:
    """What the last turn of a game that is over has brought each side, by name; () where nothing of it has."""
    speech = game.rules.speech()
    gains = speech.gains(game.view())
    return tuple(by_name(gain for gain in gains if gain.side == side.id) for side in speech.sides) if gains else ()
