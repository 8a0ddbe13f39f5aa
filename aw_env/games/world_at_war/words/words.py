"""The game in words: what is asked, what happens, and how it is won."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from aw_env.core.chances import chances_of
from aw_env.core.config.folder import configs_folder
from aw_env.core.rooms.phrases import asked_in
from aw_env.core.rooms.words import Words
from aw_env.core.said.decisions import ATTACKING, Asked, Spoken, spoken_of
from aw_env.core.said.naming import place_name
from aw_env.core.said.wording import plural, so_many
from aw_env.games.world_at_war.records.kinds import (
    FACES,
    NOWHERE,
    Box,
    Condition,
    Convoy,
    Decision,
    Kind,
    Option,
    Phase,
    PlaceKind,
    Side,
    Switch,
    Theatre,
    Worth,
)
from aw_env.games.world_at_war.rules.aid import dice_to_aid
from aw_env.games.world_at_war.rules.air_strikes import COUNTERING
from aw_env.games.world_at_war.rules.bases import AIRLIFT
from aw_env.games.world_at_war.rules.convoys import hunting_factors
from aw_env.games.world_at_war.rules.interception import force_factors
from aw_env.games.world_at_war.rules.island_forces import force_level, sets_in
from aw_env.games.world_at_war.rules.meetings import dice_against, dice_of_boat
from aw_env.games.world_at_war.rules.passages import end_of_line
from aw_env.games.world_at_war.rules.redeployment import has_redeployed
from aw_env.games.world_at_war.rules.routes import PAST_AIRCRAFT, PAST_SHIPS, SHORTEST, THERE, hexes_of_way
from aw_env.games.world_at_war.rules.searches import ENGAGING
from aw_env.games.world_at_war.rules.task_forces import factors_under
from aw_env.games.world_at_war.rules.troops import LOSSES
from aw_env.games.world_at_war.words.battle import battle
from aw_env.games.world_at_war.words.events import (
    EVENTS,
    SW_UNITS,
    TERMS,
    how_far,
    ships_of,
    stands_at,
    the_convoy,
    the_group,
    the_place,
    waters,
    where,
)
from aw_env.games.world_at_war.words.obstacles import OBSTACLES
from aw_env.games.world_at_war.words.ways import hexes_near_aircraft
from aw_env.games.world_at_war.words.wording import (
    at_sea,
    is_in,
    is_in_the_atlantic,
    is_on_hexes,
    state_of,
    unit_phrase,
)
from aw_env.naval.sides import ALLIES_AND_AXIS, standing


def is_out(unit: Any) -> bool:
    """Whether a unit is at sea in a force, as far as its observer knows."""
    return bool(unit.view.field("force" if unit.side == unit.view.seat else "force_seen")[unit.number])


def card_of(unit: Any) -> tuple[str, ...]:
    """All that there is to know of a unit beside its name, in lines."""
    told = [so_many(unit.strength, "factor")]
    if unit.kind < Kind.CA:
        told.append("slow" if unit.slow else "fast")
    if unit.squadrons:
        told.append(so_many(unit.squadrons, "squadron"))
    use = "at sea" if is_out(unit) else "used" if unit.inverted else ""
    there = [_whereabouts(unit.view, unit) if stands_at(unit) != NOWHERE else "", use]
    if stands_at(unit) == NOWHERE:
        there = [_arrival(unit)]
    return tuple(line for line in (", ".join([*told, *state_of(unit)]), ", ".join(filter(None, there))) if line)


def _arrival(unit: Any) -> str:
    """When a unit comes; "" of one that is there already, or never comes."""
    turn = int(unit.view.scenario.books[0]["arrives"][unit.number])
    return f"comes on turn {turn}" if turn > unit.view.turn else ""


def _mended(view: Any, unit: Any) -> str:
    """A ship that the yards mend."""
    return f"{'raise' if unit.condition == Condition.SUNK_IN_PORT else 'mend'} {unit_phrase(unit)}"


def _group(view: Any) -> str:
    """The raider group that is resolved."""
    return the_group(view.group)


def _fight(view: Any) -> str:
    """What the ships of a battle do: among islands there is no group and no convoy, and those of the Axis fight."""
    if is_on_hexes(view) or view.field("power") == Side.AXIS:
        return "fight"
    if view.convoy:
        return "protect the convoy"
    return f"engage {_group(view)}" if view.group else "fight"


def _dice(view: Any) -> str:
    """The dice of the place that is asked, and how likely they cover the distance."""
    place = int(view.field("subject"))
    of_ships = dice_to_aid if view.seat == view.moving else dice_against
    dice = view.by_rule(dice_of_boat if view.decision == Decision.SUBMARINE else of_ships, place)
    enough = chances_of(range(1, FACES + 1), dice)[dice, int(view.field("way")[view.seat, place]) :].sum()
    return f"{so_many(dice, 'die', 'dice')}: {enough:.0%}"


def _so_far(view: Any) -> str:
    """The factors that are named already to intercept."""
    joined = _sailing(view, view.seat)
    return f", {so_many(joined, 'factor')} so far" if joined else ""


def _intercepting(view: Any) -> str:
    """The factors that are named already to intercept raiders, or a convoy to Britain."""
    return so_many(view.by_rule(hunting_factors if view.convoy else force_factors), "factor")


def _axis_brps(view: Any) -> str:
    """The BRPs that raiders cost, and those of the front on which ships of Suez raid, where there are any
    (21.531C)."""
    told = so_many(view.brps[Side.AXIS], "BRP")
    southern = int(view.field("southern_brps"))
    return f"{told} and {southern} of the Mediterranean front" if _raids_from_suez(view) else told


def _raids_from_suez(view: Any) -> bool:
    """Whether ships of Suez may raid the Indian Ocean (21.532C)."""
    return bool(view.scenario.books[0]["southern_brps"][view.turn])


def _is_in_play(switch: Switch, view: Any) -> bool:
    """Whether an optional rule is in play."""
    return bool(int(view.scenario.books[0]["options"]) >> switch & 1)


def _force_so_far(view: Any) -> str:
    """How many "ships" a force has among islands, how many it may have, and its factors."""
    sets, most = (view.by_rule(rule, view.seat) for rule in (sets_in, force_level))
    return f"{sets} of {so_many(most, 'ship')}, {so_many(_sailing(view, view.seat), 'factor')} so far"


def _under_so_far(view: Any) -> str:
    """The factors that have gone under the counter that is formed."""
    return so_many(view.by_rule(factors_under, view.seat, int(view.field("forming"))), "factor")


def _to_redeploy(view: Any) -> str:
    """How many units of the side that is asked may still redeploy."""
    most = int(view.scenario.books[0]["redeployments"])
    return so_many(most - view.by_rule(has_redeployed, view.seat), "unit")


def _way(view: Any, way: int) -> str:
    """How long a way of ships that choose is, and how much of it enemy aircraft reach, as far as its seat knows."""
    near = view.by_rule(hexes_near_aircraft, way)
    return f"{so_many(view.by_rule(hexes_of_way, way), 'hex')}, {near or 'none'} of them in reach of enemy aircraft"


def _out(view: Any, side: int) -> str:
    """What a side has at sea on a map of hexes, and how strong it looks."""
    return f"{at_sea(view)} ({_strength(view, side)})"


def _strength(view: Any, side: int) -> str:
    """How strong a force looks: of one under a counter what is seen beside it."""
    seen, is_hidden = _sailing(view, side), side != view.seat and _goes_under_a_counter(view, side)
    if not is_hidden:
        return so_many(seen, "factor")
    return f"{so_many(seen, 'factor')} and a task force" if seen else "a task force"


def _goes_under_a_counter(view: Any, side: int) -> bool:
    """Whether ships of a side are bound for where others are under way, under a counter."""
    is_bound = view.field("counter_at")[side] == view.field("origin")[THERE]
    return bool(view.field("task_force")[side] and is_bound.any())


def _keeps_lines(view: Any) -> bool:
    """Whether supply lines are traced, before combat or after it."""
    return bool(view.phase in (Phase.SUPPLY, Phase.SUPPLY_AGAIN))


def _to_a_hex(view: Any, place: int) -> str:
    """A patrol, or a place to strike from."""
    if _on_hexes_in(Phase.MISSIONS, view):
        return f"strike from {where(view.scenario, place)}"
    return f"patrol {waters(view.scenario, place)}"


def _asks_bases(view: Any) -> bool:
    """Whether squadrons of a base are to be sent at ships in port, and the base has not been named."""
    return _on_hexes_in(Phase.MISSIONS, view) and view.cursor < 0


def counted(number: int, what: str) -> str:
    """So many of something, in letters: an amount is not taken for the number of a choice."""
    return f"{COUNTS[number].meaning} {what if number == 1 else plural(what)}"


def _counts_of(what: str | Callable[[Any], str]) -> dict[int, Callable[[Any], str]]:
    """The words of amounts of something, by their options.  what: the same always, or of the view."""

    def told(number: int, view: Any) -> str:
        return counted(number, what if isinstance(what, str) else what(view))

    return {count: partial(told, number) for number, count in COUNTS.items() if number}


def _in_figures(number: int) -> tuple[str, ...]:
    """How else people may say an amount: never a figure alone, which is the number of a choice."""
    return tuple(so_many(number, what) for what in AMOUNTS)


def _sw_unit(view: Any) -> str:
    """What changes its SW box: submarines of the Axis, ASW of the Allies."""
    return SW_UNITS[view.moving]


def _lifted(view: Any) -> str:
    """In what troops are counted that are carried: those that redeploy to Britain by the transports that carry them."""
    if _goes_by_air(view):
        return "air factor"
    return "factor" if is_on_hexes(view) or view.phase == Phase.MOVEMENT else "transport"


def _aim(view: Any, place: int) -> str:
    """A place that is raided, or where aircraft fly, or from which they do."""
    name = view.scenario.names.place(place).name
    if not is_on_hexes(view):
        return f"raid {name}"
    if _asks_bases(view):
        return f"those of {name}"
    if view.field("step") == COUNTERING:
        return f"attack the squadrons of {name}"
    is_ours = view.field("control")[place] == view.moving
    return f"{'support the troops in' if is_ours else 'strike'} {name}"


def _joined(view: Any) -> int:
    """Ships of the raider group that forms."""
    return int(view.field("ships_in")[view.groups - 1]) if view.groups else 0


def _on_hexes_in(phase: Phase, view: Any) -> bool:
    """Whether it is a phase in a campaign on a map of hexes."""
    return is_on_hexes(view) and bool(view.phase == phase)


def _goes_by_air(view: Any) -> bool:
    """Whether squadrons embark, and not troops."""
    return bool(view.phase == Phase.MOVEMENT and view.field("step") == AIRLIFT)


def _owed(view: Any) -> int:
    """Losses that are left: on a map of hexes cargo for which destroyers lack."""
    if not is_on_hexes(view) or view.phase == Phase.INVASIONS:
        return int(view.owed)
    aboard = view.field("aboard_infantry").sum() + view.field("aboard_marines").sum()
    return int(aboard - view.field("carrying").sum())


def _sailing(view: Any, side: int) -> int:
    """Factors that a side has out."""
    forces = view.field("force" if side == view.seat else "force_seen")
    return sum(
        int(forces[unit.number]) if unit.kind >= Kind.DD else unit.factors
        for unit in view.units
        if unit.side == side and forces[unit.number]
    )


def _troops(view: Any, place: int) -> str:
    """The ground units of a place that are ready to embark; on a map of hexes the squadrons too."""
    if is_on_hexes(view):
        told = {"factor": int(view.field("infantry")[place]), "squadron": int(view.field("airbase")[place])}
        if view.phase in (Phase.REDEPLOYMENT, Phase.INVASIONS):
            del told["squadron"]
        if view.phase == Phase.REDEPLOYMENT and told["factor"] == 0:
            return "troops that come by land"
        return ", ".join(so_many(number, what) for what, number in told.items() if number)
    ready = {
        kind: int(view.field(kind)[place] - view.field(f"tired_{kind}")[place] - view.field(f"aboard_{kind}")[place])
        for kind in ("infantry", "marines")
    }
    return ", ".join(f"{number} {kind}" for kind, number in ready.items() if number)


def _squadrons(view: Any, place: int) -> str:
    """The squadrons of a place that have not flown."""
    return so_many(int(view.field("airbase")[place] - view.field("flown")[place]), "squadron")


def _end(view: Any) -> str:
    """Where the supply line from a port leads on a map of hexes: several may supply one place."""
    return place_name(view, view.by_rule(end_of_line, view.subject.number))


COUNTS = {k: Option.numbered(Option.COUNT_0 + k) for k in range(10)}
AMOUNTS = ("factor", "air factor", "squadron", "transport", "submarine", "ASW factor", "oil counter")
"""What there may be an amount of in an answer."""
COUNTED = {
    Decision.AT_LARGE: "transport",
    Decision.OIL: "oil counter",
    Decision.GRANTS: "transport",
    Decision.PART: "factor",
    Decision.CARRIER_LOSSES: "factor",
    **dict.fromkeys(
        (Decision.PLANES, Decision.CAP, Decision.COUNTERAIR, Decision.COVER, Decision.STRIKE_WITH), "squadron"
    ),
}
"""What is counted where an amount is chosen."""
FILLED: dict[str, Callable[[Any], str]] = {
    "more": lambda view: "more " if view.field("aboard_infantry").any() else "",
    "more_or_what": lambda view: "more" if view.field("troops") else "troops or squadrons",
    "out": lambda view: _out(view, view.seat),
    "enemy_out": lambda view: _out(view, view.moving),
    "how_far": lambda view: how_far(int(view.field("way")[view.seat, view.field("subject")])),
    "dice": _dice,
    "so_far": _so_far,
    "shortest": partial(_way, way=SHORTEST),
    "past_aircraft": partial(_way, way=PAST_AIRCRAFT),
    "past_ships": partial(_way, way=PAST_SHIPS),
    "embarked": lambda view: "squadrons" if _goes_by_air(view) else "troops",
    "group": _group,
    "forming": lambda view: the_group(max(view.groups, 1)),
    "joined": lambda view: f"{so_many(_joined(view), 'ship')} so far, " if _joined(view) else "",
    "close_or_stop": lambda view: "close the group" if _joined(view) else "no more",
    "die": lambda view: f"{view.cursor}",
    "fight": _fight,
    "interceptors": lambda view: ships_of(view.scenario, view.field("subject")),
    "raiders": lambda view: the_convoy(view.convoy) if view.convoy else _group(view),
    "sw_unit": _sw_unit,
    "strength": lambda view: _strength(view, view.seat),
    "enemy_strength": lambda view: _strength(view, 1 - view.seat),
    "base": lambda view: place_name(view, view.cursor),
    "attack_or_cover": lambda view: "attack" if view.seat == view.moving else "cover",
    "protect_or_join": lambda view: "protect" if view.convoy else "go with",
    "convoy": lambda view: the_convoy(view.convoy),
    "laden": lambda view: f"{sum(view.field('laden'))}",
    "line_end": _end,
    "line_worth": lambda view: so_many(int(view.scenario.books[0]["worth"][Worth.SUPPLY_LINE]), "point"),
    "stay_where": lambda view: "at sea after the battle" if view.field("rounds") > 0 else "on patrol",
    "brps": lambda view: so_many(view.brps[view.moving], "BRP"),
    "axis_brps": _axis_brps,
    "yards": lambda view: so_many(view.yards[view.moving], "shipbuilding point"),
    "research": lambda view: so_many(int(view.field("research")[view.moving]), "research point"),
    "sailing": lambda view: f"{_sailing(view, view.seat)}",
    "sail_or_stay": lambda view: "sail" if _sailing(view, view.seat) else "no ships",
    "arrived": lambda view: f"{view.arrived}",
    "owed": lambda view: f"{_owed(view)}",
    "to_redeploy": _to_redeploy,
    "intercepting": _intercepting,
    "force_so_far": _force_so_far,
    "under_so_far": _under_so_far,
}
"""What the questions and options of `words.toml` have in braces."""
WORKED_OUT: dict[Decision, dict[str, Any]] = {
    Decision.BUILD: {"unit": _mended},
    Decision.EMBARK: {"of_place": _troops},
    Decision.PATROL: {"place": _to_a_hex},
    Decision.TARGET: {
        "place": _aim,
        "of_place": lambda view, place: _squadrons(view, place) if _asks_bases(view) else "",
    },
    Decision.TROOPS: {"options": _counts_of(_lifted)},
    Decision.TRANSFER: {"options": _counts_of(_sw_unit)},
    **{decision: {"options": _counts_of(what)} for decision, what in COUNTED.items()},
    Decision.SUPPORT: {"of_place": _squadrons},
    Decision.COVER_LAND: {"of_place": _squadrons},
}
MATTERS: dict[str, Callable[[Any], bool]] = {
    "from_bases": _asks_bases,
    "strikes": partial(_on_hexes_in, Phase.MISSIONS),
    "by_air": _goes_by_air,
    "supply": _keeps_lines,
    "from_suez": _raids_from_suez,
    "carrier_raids": partial(_is_in_play, Switch.RAIDER_CARRIER),
    "to_britain": lambda view: is_in_the_atlantic(view) and view.phase == Phase.MOVEMENT,
    "at_a_submarine": partial(_on_hexes_in, Phase.MOVEMENT),
    "redeploying": partial(_on_hexes_in, Phase.REDEPLOYMENT),
    "invading": partial(_on_hexes_in, Phase.INVASIONS),
    "of_attack": lambda view: view.field("step") == LOSSES,
    "of_cargo": lambda view: view.field("step") != LOSSES,
    "engaging": lambda view: is_on_hexes(view) and view.field("step") == ENGAGING,
    "displaced": lambda view: view.convoy in (Convoy.DISPLACED, Convoy.DISPLACED_AFTER),
    "to_aid": lambda view: is_on_hexes(view) and view.seat == view.moving,
    **{theatre.name.lower(): partial(is_in, theatre) for theatre in Theatre},
}
"""What `words.toml` tells otherwise, or besides, by the names that stand there under `besides`."""


def _with_articles(asked: Asked) -> Asked:
    """A decision whose answers call a place as a sentence does: "to the Atlantic SW box"."""
    verb = asked.place
    if not (verb and isinstance(verb, str)):
        return asked
    return replace(asked, place=lambda view, place: f"{verb} {the_place(view.scenario, place)}")


_ASKED = asked_in(configs_folder() / "world_at_war" / "words.toml", Decision, Option, WORKED_OUT, MATTERS)
DECISIONS = {decision: _with_articles(asked) for decision, asked in _ASKED.items()}


def lead(view: Any) -> float:
    """The lead of the Allies against the threshold, in points."""
    return (2 * (view.points[0] - view.points[1]) + int(view.scenario.books[0]["threshold"])) / 2


def victory(view: Any) -> str:
    """Why a game that is over is won or drawn, in a sentence."""
    allies, axis = view.points
    return f"Points: Axis {axis}, Allies {allies}, level with {level_with(view)}: {standing(lead(view))}."


def level_with(view: Any) -> str:
    """At which points nobody leads."""
    needed = int(view.scenario.books[0]["threshold"]) / 2
    ahead = ALLIES_AND_AXIS[Side.AXIS if needed > 0 else Side.ALLIES].title
    return f"the {ahead} {abs(needed):g} points ahead" if needed else "equal points"


def _whereabouts(view: Any, unit: Any) -> str:
    """Where a unit is, or when it comes; of one on patrol also the port that it has left."""
    here = stands_at(unit)
    if here == NOWHERE:
        return "lost" if unit.condition == Condition.LOST else _arrival(unit) or "not in play"
    is_at_sea = here != NOWHERE and view.scenario.books[0]["place_kind"][here] == PlaceKind.SEA
    if unit.on_patrol == NOWHERE and not is_at_sea:
        return f"in {the_place(view.scenario, here)}"
    return f"on patrol {waters(view.scenario, here)}, from {the_place(view.scenario, unit.place_number)}"


def _who_is_there(view: Any, place: int) -> str:
    return ", ".join(unit.name for unit in view.units if stands_at(unit) == place) or "nobody there"


SORTS: dict[str, Callable[[Any], bool]] = {
    "battleships": lambda unit: unit.kind == Kind.CAPITAL,
    "carriers": lambda unit: unit.kind == Kind.CARRIER,
    "cruisers": lambda unit: unit.kind == Kind.CA,
    "destroyers": lambda unit: unit.kind == Kind.DD,
    "fast": lambda unit: unit.kind < Kind.CA and not unit.slow,
    "slow": lambda unit: unit.kind < Kind.CA and unit.slow,
    "units": lambda unit: True,
}
"""Sorts of units that an order may name after "all", "rest" or a number; fast and slow are capital ships and
carriers."""
NATIONS = {
    "british": "britain", "american": "us", "australian": "australia", "german": "germany", "italian": "italy",
    "japanese": "japan",
}  # fmt: skip
WORDS = Words(
    sides=ALLIES_AND_AXIS,
    decisions=DECISIONS,
    options={
        **TERMS.options,
        **{count: Spoken(count.meaning, _in_figures(number)) for number, count in COUNTS.items()},
    },
    events=EVENTS,
    phases=TERMS.called["phases"],
    unit=unit_phrase,
    place=the_place,
    victory=victory,
    lead=lead,
    most=60,
    rules=TERMS.rules,
    obstacles=OBSTACLES,
    steps=dict.fromkeys((Decision.REDEPLOY, Decision.PART, Decision.DESTINATION), Decision.BASE_CHANGE),
    filled=FILLED,
    spoken={
        "battle": battle,
        "whereabouts": _whereabouts,
        "worth": _who_is_there,
        "sorts": SORTS,
        "nations": NATIONS,
    },
    verbs=("", *spoken_of(*ATTACKING, "send ", "mend ", "raise ", "withhold ", "screen ", "lose ")),
)


def factors_and_hits(unit: Any) -> str:
    """The numbers on a counter."""
    return f"{unit.strength}" if unit.kind >= Kind.CA else f"{unit.strength}-{'slow' if unit.slow else 'fast'}"


ACCOUNTS = {
    "brps": "brps_a_turn",
    "southern_brps": "southern_brps",
    "yards": "yards_a_turn",
    "research": "research_a_turn",
}
"""What is earned turn by turn, where anything is."""
IN_SUBMARINE_WARFARE = ("submarines", "asw", "damaged")
"""What there is with submarines in the SW boxes alone."""


def is_kept(view: Any, account: str) -> bool:
    """Whether there can be anything in an account in the scenario."""
    book = view.scenario.books[0]
    if account in ACCOUNTS:
        return bool(book[ACCOUNTS[account]].any())
    if account in IN_SUBMARINE_WARFARE:
        return _is_in_play(Switch.SUBMARINE_WARFARE, view)
    where = {"merchants": Theatre.PACIFIC, "unbuilt": Theatre.ATLANTIC}
    return account not in where or is_in(where[account], view)


def has_box(view: Any, box: Box) -> bool:
    """Whether the scenario has an SW box."""
    return bool(view.scenario.books[0]["box_place"][box] != NOWHERE)


def _inverted_counters(view: Any, place: int) -> int:
    """How many counters in a port cover ships that have been used (20.162D)."""
    inverted = view.field("counter_moved" if is_on_hexes(view) else "counters_used")
    sides = zip(view.field("counter_at"), inverted, strict=True)
    return sum(int(at == place and moved >> k & 1) for where, moved in sides for k, at in enumerate(where))


def _is_supplied(view: Any, place: Any) -> bool:
    """Whether a place is supplied, perhaps after combat alone, by a line that is kept (21.56)."""
    lines = view.scenario.books[0]["line_end"] == place.number
    lacks = view.at(place.id, "unsupplied") and not view.field("kept")[lines].any()
    return not (view.at(place.id, "cut_off") or lacks)


def notes_of(view: Any, place: Any) -> tuple[str, ...]:
    """What is written in an island, port or box: nothing in the Atlantic."""
    if is_in_the_atlantic(view):
        return ()
    number = place.number
    told = {
        "port": view.at(place.id, "ports"),
        "squadron": view.at(place.id, "airbase"),
        "submarine": view.at(place.id, "boats"),
        "task force": int((view.field("counter_at") == number).sum()),
        "inverted counter": _inverted_counters(view, number),
    }
    if is_on_hexes(view):
        told["ground factor"] = view.at(place.id, "infantry")
        told["garrison factor"] = view.at(place.id, "garrison")
    holder = view.at(place.id, "control")
    notes = [ALLIES_AND_AXIS[holder].title] if holder >= 0 else []
    notes += [so_many(count, what) if what != "port" else what for what, count in told.items() if count]
    return (*notes, *(() if _is_supplied(view, place) else ("no supply",)))
