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
                    luck.count(chance, event, rules.die, partial(speech.side_of, position.view()))
    except (ValueError, StuckGame):
        return None
    return luck


def in_words(game: Game) -> str:
    """What luck has given each side, in a line; "" where no dice are counted, or it is not known."""
    luck, sides = luck_of(game), game.rules.speech().sides
    if luck is None or not luck.more:
        return ""
    lead = luck.lead
    total = f"{sides[lead < 0].title} {abs(lead):+.1f} points; " if luck.points else ""
    kinds = [*dict.fromkeys(told.luck.what for told in game.rules.speech().events.told.values() if told.luck)]
    by_side = []
    for number, side in enumerate(sides):
        told = [f"{what} {luck.more[number, what]:+.1f}" for what in kinds if (number, what) in luck.more]
        by_side += [f"{side.title} {', '.join(told)}"] if told else []
    return f"Luck: {total}{'; '.join(by_side)}."
