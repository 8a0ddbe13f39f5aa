"""Units and forces at sea, as tables call them."""

from typing import Any

from aw_env.core.said.wording import so_many
from aw_env.games.world_at_war.records.kinds import Condition, Convoy, Theatre
from aw_env.games.world_at_war.rules.routes import THERE
from aw_env.games.world_at_war.words.events import TERMS, waters

CONDITIONS = {Condition.DAMAGED: "damaged", Condition.SUNK_IN_PORT: "sunk in port", Condition.LOST: "lost"}


def harm_of(unit: Any) -> str:
    """What a unit has suffered: "1 hit", "damaged"; "" for nothing."""
    if unit.condition in CONDITIONS:
        return CONDITIONS[unit.condition]
    return so_many(unit.hits, "hit") if unit.hits else ""


def unit_phrase(unit: Any) -> str:
    """A unit with its factors, and what has become of it: "Hood (3, damaged)"."""
    return f"{unit.name} ({', '.join([f'{unit.strength}', *state_of(unit)])})"


def state_of(unit: Any) -> list[str]:
    """What has become of a unit, and under which counter it is."""
    told = [harm_of(unit), f"in task force {unit.under}" if unit.under else "", "in repair" if unit.repair else ""]
    return [words for words in told if words]


def is_in(theatre: Theatre, view: Any) -> bool:
    """Whether a campaign is fought in a theatre."""
    return bool(view.scenario.books[0]["theatre"] == theatre)


def is_in_the_atlantic(view: Any) -> bool:
    """Whether no place changes hands by fighting."""
    return is_in(Theatre.ATLANTIC, view)


def is_on_hexes(view: Any) -> bool:
    """Whether destroyers carry supply, and troops to Africa."""
    return is_in(Theatre.MEDITERRANEAN, view)


def at_sea(view: Any) -> str:
    """What the side that moves has at sea on a map of hexes: "the supply line from Alexandria"."""
    what, scenario = TERMS.called["at_sea"].get(Convoy(view.convoy)), view.scenario
    if what is None:
        return f"the {'carriers' if view.convoy == Convoy.CARRIERS else 'patrol'} {waters(scenario, view.raiding)}"
    if view.convoy == Convoy.SEA_TRANSPORT and not view.field("aboard_infantry").any():
        what = "squadrons from"
    place = view.field("origin")[THERE] if view.convoy == Convoy.INVASION else view.raiding
    return f"the {what} {scenario.names.place(int(place)).name}"
