"""Invasions in words."""

from typing import Any

from aw_env.core.rooms.words import THE_PLACE, team_named
from aw_env.core.said.decisions import Asked
from aw_env.core.said.events import EventRow, Named, Told
from aw_env.games.world_at_war.records.kinds import Decision, Event, Ground, GroundResult, Kind, Option
from aw_env.naval.sides import ALLIES_AND_AXIS

THE_SIDE = team_named(ALLIES_AND_AXIS)
THE_TROOPS = Named(lambda scenario, kind: Ground(kind).name.lower())
RESULTS = {
    GroundResult.ATTACKER_LOST: "the attackers are eliminated",
    GroundResult.ATTACKER_LOSES: "the attackers lose the defenders' strength",
    GroundResult.EXCHANGE: "an exchange",
    GroundResult.EXCHANGE_LESS_ONE: "a cheaper exchange",
    GroundResult.EXCHANGE_LESS_TWO: "a cheap exchange",
    GroundResult.DEFENDER_LOST_DEARLY: "the defenders are eliminated at a cost",
    GroundResult.DEFENDER_LOST: "the defenders are eliminated",
}


def _force(view: Any) -> str:
    """The factors that sail so far, and what holds the island."""
    forces = view.field("force")
    factors = sum(
        int(forces[unit.number]) if unit.kind >= Kind.DD else unit.factors
        for unit in view.units
        if unit.side == view.seat and forces[unit.number]
    )
    return f"{{place}}: which ships sail along, to protect and to bombard? ({factors} factors so far.)"


def _troops(view: Any, place: int) -> str:
    """The ground units of a place that are ready to embark."""
    ready = {
        kind: int(view.field(kind)[place] - view.field(f"tired_{kind}")[place] - view.field(f"aboard_{kind}")[place])
        for kind in ("infantry", "marines")
    }
    return ", ".join(f"{number} {kind}" for kind, number in ready.items() if number)


def _squadrons(view: Any, place: int) -> str:
    return f"{int(view.field('airbase')[place] - view.field('flown')[place])} squadrons"


DECISIONS = {
    Decision.INVADE: Asked(
        "which island is invaded next?",
        ("21.5154", "21.5153A", "21.5152"),
        "Enemy islands of one hex, each once a turn, to which destroyers can carry a ground unit and where the attack "
        "can be made at 1:1. Ten undamaged naval factors in a port forbid it.",
        options={Option.DONE: "no more invasions"},
        place="invade",
    ),
    Decision.EMBARK: Asked(
        "{place}: from which base does a unit embark?",
        ("21.513A", "21.513B", "21.513C", "21.514E"),
        "Two destroyers carry each ground factor, one where no ground unit holds the island, and one more each from "
        "the Australia box, with a transport for every five factors. They may come from other ports, all within "
        "twenty hexes. Units that have invaded this turn stay where they are.",
        options={Option.DONE: "no more"},
        place="from",
        of_place=_troops,
    ),
    Decision.TROOP: Asked(
        "which unit of {place} embarks?",
        ("21.517A", "21.517E"),
        "Two units of infantry attack, and any number of marines. Unless half of the factors are marines, the "
        "defenders count three times, else twice.",
    ),
    Decision.SAIL: Asked(
        _force,
        ("21.514D", "21.525", "21.526", "21.313"),
        "Ships protect the invasion, and bombard: three factors add one, up to once, twice or three times the ground "
        "factors by their navy's modifier. A carrier needs as many fast factors of others. A BRP is paid for each "
        "three factors begun.",
        options={Option.DONE: "sail"},
        unit="send",
    ),
    Decision.OPPOSE_LANDING: Asked(
        "which ships of {place} try to intercept the invasion?",
        ("21.516B", "21.5153E", "20.162A"),
        "Ships within twenty hexes that have not been used. Five dice, less one for slow ships and one against less "
        "than ten factors, with more for squadrons that search, must cover the distance.",
        options={Option.DONE: "no more"},
        unit="send",
    ),
    Decision.SUPPORT: Asked(
        "{place}: from which base do squadrons support the invasion?",
        ("21.517D", "21.527"),
        "Squadrons within three hexes; three add a combat factor, together with what is left over of the bombardment, "
        "up to three for each ground factor.",
        options={Option.DONE: "no more"},
        place="from",
        of_place=_squadrons,
    ),
    Decision.COVER_LAND: Asked(
        "{place}: from which base do squadrons support the defenders?",
        ("21.517F",),
        "Three squadrons are a factor, which counts three times against an invasion.",
        options={Option.DONE: "no more"},
        place="from",
        of_place=_squadrons,
    ),
    Decision.CARRIER_LOSSES: Asked(
        "{place}: how many losses fall on the destroyers that carried the troops?",
        ("21.517H",),
        "Up to a third of all losses of the invasion, rounded down, as the defender wishes.",
    ),
    Decision.LOSSES: Asked(
        lambda view: f"{{place}}: what is lost? ({view.owed} factors of losses are left.)",
        ("21.517H", "21.5282", "21.5283"),
        "Ground units that attacked; of ships that bombarded destroyers take one, a cruiser two and is sunk, a heavy "
        "ship one and is damaged, all together no more than the bombardment was worth; three squadrons take one. "
        "Losses exceed what is owed as little as they can.",
        unit="lose",
    ),
    Decision.ATTACK_AGAIN: Asked(
        "{place}: attack again?",
        ("21.5152", "21.517J"),
        "The defenders hold out. The attack may go on at 1:1 or better; else all return to their bases.",
        options={Option.YES: "attack again", Option.NO: "give it up"},
    ),
    Decision.LAND: Asked(
        "{place}: does a unit in reserve go ashore?",
        ("21.517I",),
        "One unit of infantry stays on an island, two where there is a port, and three of marines.",
        options={Option.YES: "go ashore", Option.NO: "go home"},
    ),
}


def _combat(scenario: Any, row: EventRow) -> str:
    return f"Ground combat, {{a}} to {{b}}{{rolled}}: {RESULTS[GroundResult(row.c)]}."


EVENTS = {
    Event.INVADES: Told("An invasion of {0} sails{c:, a task force|} ({b:BRP}).", (THE_PLACE,)),
    Event.EMBARKS: Told("{1} embark in {0}.", (THE_PLACE, THE_TROOPS)),
    Event.LANDING_MET: Told("Ships of {0} look for the invasion{rolled}.", (THE_PLACE,), dice="the interception"),
    Event.CALLED_OFF: Told("The invasion of {0} is called off.", (THE_PLACE,)),
    Event.FLIES: Told("{b:squadron} from {0} support {c:the defenders|the invasion}.", (THE_PLACE,)),
    Event.GROUND_COMBAT: Told(_combat, dice="the ground combat"),
    Event.TROOPS_LOST: Told("{0:lose} a unit of {1}.", (THE_SIDE, THE_TROOPS)),
    Event.GARRISON_LOST: Told("The garrison of {0} is lost.", (THE_PLACE,)),
    Event.SQUADRONS_LOST: Told("{0:lose} {b:squadron}.", (THE_SIDE,)),
    Event.ASHORE: Told("{1} go ashore on {0}.", (THE_PLACE, THE_TROOPS)),
    Event.REPELLED: Told("The invasion of {0} has failed.", (THE_PLACE,)),
    Event.REINFORCED: Told("{c:unit} of {1} in {0}.", (THE_PLACE, THE_TROOPS)),
}
