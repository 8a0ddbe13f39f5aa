"""Who has had luck in a game: what its dice gave, less what was to be expected, from its first to its last."""

from functools import partial

from aw_env.core.errors import StuckGame
from aw_env.core.faces.game import Game
from aw_env.core.said.luck import Luck, points_of


def luck_of(game: Game) -> Luck | None:
    """That of both sides, from the history of the game; None where that does not lead to the position."""
    speech, rules = game.rules.speech(), game.rules
    luck = Luck(points=points_of(speech.luck, rules.scenario.name) if speech.luck else {})
    try:
        for position in game.from_the_beginning():
            for row in position.events_in_numbers():
                event = speech.events.event(row.tolist())
                chance = speech.events.told[event.event].luck
                if chance is not None and event.dice:
                    luck.count(chance, event, partial(speech.side_of, position.view()))
    except (ValueError, StuckGame):
        return None
    return luck


def of_sides(game: Game) -> tuple[str, ...]:
    """What luck has given each side, as "hits +3.2, damage -1.0 (+2.9 points)"; () where no dice are counted, or it is
    not known."""
    luck, speech = luck_of(game), game.rules.speech()
    if luck is None or not luck.more:
        return ()
    kinds = [*dict.fromkeys(told.luck.what for told in speech.events.told.values() if told.luck)]
    told = []
    for side in range(len(speech.sides)):
        had = ", ".join(f"{what} {_signed(luck.more[side, what])}" for what in kinds if (side, what) in luck.more)
        told.append(f"{had} ({_signed(luck.worth(side))} points)" if had and luck.points else had)
    return tuple(told)


def _signed(amount: float) -> str:
    return f"{round(amount, 1) + 0.0:+.1f}"  # no "-0.0"
