"""What the boards of all wars have alike."""

from typing import Any

from aw_env.core.drawn.scene import Counter, Fight, Scene
from aw_env.naval.sides import ALLIES_AND_AXIS


def scene(scenario: Any, view: Any, phases: Any, asked: str, verdict: str, fight: Fight | None, **own: Any) -> Scene:
    """The position as a view has it.

    phases: what they are called.  asked: the question in words.  verdict: `Scene.verdict`, of a game that is over.
    fight: the combat being resolved.  own: all that a game says of itself, as `Scene` has it.
    """
    subject = view.subject_unit
    return Scene(
        title=scenario.title,
        turn=view.turn,
        last_turn=view.last_turn,
        phase=view.phase.name.lower(),
        phase_words=phases[view.phase],
        asked=asked,
        subject=None if subject is None else subject.id,
        sides=ALLIES_AND_AXIS,
        fight=fight,
        result=view.result,
        verdict=verdict,
        **own,
    )


def counter(unit: Any, target: int | None, **own: Any) -> Counter:
    """A unit.  target: the number of the unit that it aims at.  own: what else a game says of it, as `Counter` has
    it."""
    side, aimed_at = ALLIES_AND_AXIS[unit.side].id, unit.view.units_by_number.get(target)
    usual: dict[str, Any] = {"power": side, "due": 0, "target": None if aimed_at is None else aimed_at.id}
    return Counter(id=unit.id, name=unit.name, nation=unit.nation, side=side, **usual | own)
