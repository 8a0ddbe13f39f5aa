"""What the dice of the wars at sea decide (`core.said.luck`)."""

from aw_env.core.said.luck import ITS_UNIT, Chance, Roller
from aw_env.naval.terms import DIE


def hits(what: str = "hits", roller: Roller = ITS_UNIT) -> Chance:
    """Dice of which each hits that shows a 6 with the bonus, the third number of the event."""
    return Chance(what, lambda shown, bonus: shown + bonus >= DIE.hit, roller)


def pips(what: str, roller: Roller = ITS_UNIT) -> Chance:
    """Dice that count for what they show."""
    return Chance(what, lambda shown, c: shown, roller)
