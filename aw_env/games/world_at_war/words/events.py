"""How events are told."""

from typing import Any

from aw_env.core.rooms.words import THE_PLACE, THE_UNIT, begun, team_named
from aw_env.core.said.events import EventRow, Named, Told
from aw_env.core.said.wording import capital, so_many
from aw_env.games.world_at_war.records.kinds import (
    NOWHERE,
    Aboard,
    Box,
    Cargo,
    Convoy,
    Event,
    Ground,
    GroundResult,
    Option,
    PlaceKind,
    Theatre,
)
from aw_env.naval.sides import ALLIES_AND_AXIS

THE_SIDE = team_named(ALLIES_AND_AXIS)
THE_BOX = Named(lambda scenario, box: f"the {Box(box).name.capitalize()}{' Ocean' if box == Box.INDIAN else ''}")
THE_TROOPS = Named(lambda scenario, kind: Ground(kind).name.lower())
CONVOYS = {
    Convoy.SUPPLY: "convoy to Britain",
    Convoy.SEA_TRANSPORT: "troop convoy",
    Convoy.SUPPLY_AGAIN: "second convoy to Britain",
    Convoy.ESCORT: "convoy with troops that redeploy",
}
RESULTS = {
    GroundResult.ATTACKER_LOST: "the attackers are eliminated",
    GroundResult.ATTACKER_LOSES: "the attackers lose the defenders' strength",
    GroundResult.EXCHANGE: "an exchange",
    GroundResult.EXCHANGE_LESS_ONE: "a cheaper exchange",
    GroundResult.EXCHANGE_LESS_TWO: "a cheap exchange",
    GroundResult.DEFENDER_LOST_DEARLY: "the defenders are eliminated at a cost",
    GroundResult.DEFENDER_LOST: "the defenders are eliminated",
}


def _place(scenario: Any, number: int) -> str:
    return str(scenario.names.place(number).name)


def the_group(number: int) -> str:
    """A raider group."""
    return Option.numbered(Option.GROUP_1 + number - 1).meaning


def the_convoy(kind: int) -> str:
    """What transports do together."""
    return f"the {CONVOYS[Convoy(kind)]}"


def is_at_sea(scenario: Any, number: int) -> bool:
    """Whether a place is a sea: a hex of patrols that is called after no cape."""
    is_hex = scenario.books[0]["place_kind"][number] == PlaceKind.SEA
    return bool(is_hex) and not _place(scenario, number).startswith("Cape")


def where(scenario: Any, number: int) -> str:
    """A place as it stands in a sentence: Taranto, Cape Matapan, the Ionian Sea."""
    name = _place(scenario, number)
    return f"the {name.replace('Sea o', 'sea o')}" if is_at_sea(scenario, number) else name


def waters(scenario: Any, number: int) -> str:
    """Where ships patrol: off an island or a cape, or in a sea."""
    return f"{'in' if is_at_sea(scenario, number) else 'off'} {where(scenario, number)}"


def ships_of(scenario: Any, number: int) -> str:
    """Ships by their port, or by where they patrol."""
    patrol = scenario.books[0]["place_kind"][number] == PlaceKind.SEA
    return f"ships {waters(scenario, number) if patrol else f'of {_place(scenario, number)}'}"


def stands_at(unit: Any) -> int:
    """The number of the place where a unit is, as far as it is known: the hex in which it patrols (21.41), or where the
    counter is under which it is (20.164A), or its port."""
    if unit.on_patrol != NOWHERE:
        return int(unit.on_patrol)
    return unit.place_number if unit.berth == NOWHERE else int(unit.berth)


THE_WATERS = Named(_place, lambda scenario, number, spec: waters(scenario, number))
THE_GROUP, THE_CONVOY = begun(the_group), begun(the_convoy)


def _carries(scenario: Any, row: EventRow) -> str:
    return f"{{0:carry}} {Aboard(row.c).name.lower()} with {{b:factor}}."


def _sets_out(scenario: Any, row: EventRow) -> str:
    return f"{Aboard(row.c).name.capitalize()} from {{0}} to {{1}} at sea."


def _flies_at(scenario: Any, row: EventRow) -> str:
    return f"Attack on {{1}} from {where(scenario, row.a)}: {{c:squadron}}."


def _is_on_hexes(scenario: Any) -> bool:
    """Whether there are factors of troops, and no units of infantry and marines; nor convoys of transports."""
    return bool(scenario.books[0]["theatre"] == Theatre.MEDITERRANEAN)


def _troops_lost(scenario: Any, row: EventRow) -> str:
    return f"{{0:lose}} {'a factor of troops' if _is_on_hexes(scenario) else 'a unit of {1}'}."


def _reinforced(scenario: Any, row: EventRow) -> str:
    return "{c:factor} of troops {c:=arrive} in {0}." if _is_on_hexes(scenario) else "{c:unit} of {1} in {0}."


def _sought(scenario: Any, row: EventRow) -> str:
    return f"{capital(ships_of(scenario, row.a))} look for them, {how_far(row.b)}{{rolled}}."


def _boat_seeks(scenario: Any, row: EventRow) -> str:
    return f"The submarine {{0}} looks for them, {how_far(row.b)}{{rolled}}."


def how_far(hexes: int) -> str:
    """How far ships are: "5 hexes away"."""
    return f"{so_many(hexes, 'hex')} away" if hexes else "in the same hex"


def _shipped(scenario: Any, row: EventRow) -> str:
    if row.b == Cargo.OIL:
        return "{a:oil counter} shipped."
    return "{a:transport} with BRPs for Britain." if row.b == Cargo.GRANT else "{a:transport} with troops for Britain."


def _combat(scenario: Any, row: EventRow) -> str:
    return f"Ground combat, {{a}} to {{b}}{{rolled}}: {RESULTS[GroundResult(row.c)]}."


_SUNK = "{c:transport} sunk"
EVENTS = {
    Event.TURN: Told("Turn {a}."),
    Event.PLAYER_TURN: Told("Player turn of the {0}.", (THE_SIDE,)),
    Event.ARRIVES: Told("Arrival in {1}: {0}.", (THE_UNIT, THE_PLACE)),
    Event.REPAIRED: Told("{0:are} repaired.", (THE_UNIT,)),
    Event.PENALTY: Told("Transports are short: {a:BRP} lost."),
    Event.BUILT: Told(lambda scenario, row: f"{('A transport', 'An ASW factor', 'A submarine')[row.a]} is built."),
    Event.IN_REPAIR: Told("{0:go} into repair.", (THE_UNIT,)),
    Event.RAISED: Told("{0:are} raised.", (THE_UNIT,)),
    Event.STATIONED: Told("It sails in {0}.", (THE_BOX,)),
    Event.SUPPLIED: Told("The supply line from {0} {b:holds|is not kept}.", (THE_PLACE,)),
    Event.SHIPPED: Told(_shipped),
    Event.HARBOUR_ATTACK: Told("Harbour attack on {0}{rolled}: {b:hit}.", (THE_UNIT,), dice="the attack on {0}"),
    Event.CHANGES_BASE: Told("{0}: base change to {1}.", (THE_UNIT, THE_PLACE)),
    Event.AT_SEA: Told("{0:are} at sea.", (THE_UNIT,)),
    Event.SAILS: Told("{0:The} sails: {b:ship}{c:, a task force|}.", (THE_GROUP,)),
    Event.DETECTION: Told("The search for {0}{rolled}: {b}.", (THE_GROUP,), dice="the search for {0}"),
    Event.UNOPPOSED: Told("{0:The} is not opposed.", (THE_GROUP,)),
    Event.TYPES: Told("Ships against {0}{rolled}.", (THE_GROUP,), dice="the types of ships against {0}"),
    Event.ENGAGES: Told("Against {1}: {0}.", (THE_UNIT, THE_GROUP)),
    Event.SEEN: Told("{0:are} seen in {1}.", (THE_UNIT, THE_GROUP), reveals=True),
    Event.FIRES: Told("{0:fire} at {1}{rolled}: {c:hit}.", (THE_UNIT, THE_UNIT), dice="the fire of {0}"),
    Event.FIRES_ON_LIGHT: Told(
        "{0:fire} at the light ships{rolled}: {c:hit}.", (THE_UNIT, THE_SIDE), dice="the fire of {0}"
    ),
    Event.LIGHT_FIRE: Told(
        "{0:fire} with light ships at {1}{rolled}: {c:hit}.", (THE_SIDE, THE_UNIT), dice="the fire of the light ships"
    ),
    Event.LIGHT_FIRE_ON_LIGHT: Told(
        "{0:fire} with light ships, {b:factor}, at light ships{rolled}: {c:hit}.",
        (THE_SIDE,),
        dice="the fire of the light ships",
    ),
    Event.CRITICAL: Told("{0}{rolled}: {b:a critical hit|no critical hit}.", (THE_UNIT,), dice="a critical hit on {0}"),
    Event.DAMAGED: Told("{0:are} damaged.", (THE_UNIT,)),
    Event.SINKS: Told("{0:are} lost.", (THE_UNIT,)),
    Event.LIGHT_LOST: Told("{0}: {b:factor} lost.", (THE_UNIT,)),
    Event.IN_PORT: Told("{0:are} sunk in port.", (THE_UNIT,)),
    Event.AT_TRANSPORTS: Told(
        f"{{0:The}} attacks the transports with {{b:factor}}{{rolled}}: {_SUNK}.",
        (THE_GROUP,),
        dice="the attack of {0} on the transports",
    ),
    Event.AVOIDS: Told("{0:The} is let go home.", (THE_GROUP,)),
    Event.RETURNS: Told("{0:The} returns to {1}.", (THE_GROUP, THE_PLACE)),
    Event.SHIFTED: Told("A transport sails from {0} to {1}.", (THE_BOX, THE_BOX)),
    Event.GAME_OVER: Told("The game is over."),
    Event.INTERCEPTION: Told("Ships of {1} look for {0}{rolled}.", (THE_GROUP, THE_PLACE), dice="the interception"),
    Event.WITHDRAWS: Told("{0:withdraw}.", (THE_SIDE,)),
    Event.TURNS_BACK: Told("{0:The} turns back.", (THE_GROUP,)),
    Event.CONVOY_SAILS: Told("{0:The} sails: {b:transport}.", (THE_CONVOY,)),
    Event.PROTECTS: Told("{0:protect} it.", (THE_UNIT,)),
    Event.GOES_ALONG: Told("{0:go} along.", (THE_UNIT,)),
    Event.HUNTS: Told(
        lambda scenario, row: f"{{0:sail}} against {'them' if _is_on_hexes(scenario) else 'it'}.", (THE_UNIT,)
    ),
    Event.HUNT: Told("Ships of {0} look for the convoy{rolled}.", (THE_PLACE,), dice="the interception"),
    Event.CARGO_ATTACKED: Told(
        "{a:factor} {a:=fire} at the ships with cargo{rolled}: {b:hit}.", dice="the attack on the convoy"
    ),
    Event.CARGO_LOST: Told("{a:transport} sunk with cargo."),
    Event.GRANTS_FAIL: Told("BRPs of {a:transport} do not arrive."),
    Event.CONVOY_ABORTS: Told(
        lambda scenario, row: "The squadrons turn back." if row.b else "{0:The} turns back.", (THE_CONVOY,)
    ),
    Event.TRANSPORTED: Told("{a:factor} of troops {a:=arrive} in Britain."),
    Event.CARRIES: Told(_carries, (THE_UNIT,)),
    Event.SPLITS: Told("{0:break} down: {c:factor} {c:=are} {1}.", (THE_UNIT, THE_UNIT)),
    Event.COMBINES: Told("{0:join} {1}.", (THE_UNIT, THE_UNIT)),
    Event.TRANSFERRED: Told("{a:submarine} {a:=sail} the Indian Ocean."),
    Event.STRIKES_TRANSPORTS: Told(
        f"Aircraft of {{0}} strike the transports{{rolled}}: {_SUNK.replace('c:', 'b:')}.",
        (THE_UNIT,),
        dice="the strike",
    ),
    Event.AIR_DEFENSE: Told(
        "Air defense against the squadrons of {0}{rolled}: {b} shot down, {c} turned back.",
        (THE_UNIT,),
        dice="the air defense",
    ),
    Event.STRIKES: Told("Aircraft of {0} strike {1}{rolled}: {c:hit}.", (THE_UNIT, THE_UNIT), dice="the strike"),
    Event.STRIKES_LIGHT: Told(
        "Aircraft of {0} strike the light ships{rolled}: {c:hit}.", (THE_UNIT, THE_SIDE), dice="the strike"
    ),
    Event.RAID: Told("A raid on {0} by {b:night|day}.", (THE_PLACE,)),
    Event.FORCE: Told("{0:sail} with {b:a task force|less than ten factors}.", (THE_SIDE,)),
    Event.IN_FORCE: Told("{0:are} in the force.", (THE_UNIT,), reveals=True),
    Event.NO_DEFENCE: Told("The raid on {0} is not opposed.", (THE_PLACE,)),
    Event.ROUND: Told("Round {a}."),
    Event.TORPEDOES: Told(
        "A submarine fires at {1}{rolled}: {c:hit}.", (THE_SIDE, THE_UNIT), dice="the attack of a submarine"
    ),
    Event.TORPEDOES_ON_LIGHT: Told(
        "A submarine fires at the light ships{rolled}: {c:hit}.",
        (THE_SIDE, THE_SIDE),
        dice="the attack of a submarine",
    ),
    Event.PLANES: Told("{0:send} {b:squadron} of bases.", (THE_SIDE,)),
    Event.PATROLS: Told("{0}: {b:squadron} of carriers on patrol, {c} to strike.", (THE_SIDE,)),
    Event.AIR_COMBAT: Told(
        "Air combat of the {0}{rolled}: {b} of the enemy shot down, {c} turned back.", (THE_SIDE,), dice="air combat"
    ),
    Event.GUNS: Told(
        "Air defense against squadrons of the {0}{rolled}: {b} shot down, {c} turned back.",
        (THE_SIDE,),
        dice="the air defense",
    ),
    Event.BOMBS: Told("Aircraft strike {1}{rolled}: {c:hit}.", (THE_SIDE, THE_UNIT), dice="the strike"),
    Event.BOMBS_ON_LIGHT: Told(
        "Aircraft strike the light ships{rolled}: {c:hit}.", (THE_SIDE, THE_SIDE), dice="the strike"
    ),
    Event.PORT_BUILT: Told("A port is built on {0}.", (THE_PLACE, THE_SIDE)),
    Event.DECLINED: Told("{0} is not supplied.", (THE_PLACE,)),
    Event.ON_PATROL: Told("{0:patrol} {1}.", (THE_UNIT, THE_WATERS)),
    Event.DISPLACED: Told("{0:are} displaced to {1}.", (THE_UNIT, THE_PLACE)),
    Event.FORMS: Told("{0:form} a task force in {1}.", (THE_SIDE, THE_PLACE)),
    Event.COUNTER_MOVES: Told(
        lambda scenario, row: f"A task force goes from {{1}} to {where(scenario, row.c)}.", (THE_SIDE, THE_PLACE)
    ),
    Event.SHOWN: Told("{0:are} seen in {1}.", (THE_UNIT, THE_PLACE), reveals=True),
    Event.BOAT_LOST: Told("{0:lose} a submarine.", (THE_SIDE,)),
    Event.TRANSPORTS_LOST: Told("{0:lose} {b:transport}.", (THE_SIDE,)),
    Event.FORCE_RETURNS: Told("{0:return}.", (THE_SIDE,)),
    Event.AT_HOME: Told("{0:come} to {1}.", (THE_UNIT, THE_PLACE)),
    Event.FALLS: Told("{1:take} {0}.", (THE_PLACE, THE_SIDE)),
    Event.CONTROL: Told("{0:score} {b:point} for island groups.", (THE_SIDE,)),
    Event.SUBMARINES_ATTACK: Told(
        "{a:submarine} {a:=attack} the transports{rolled}: {b} sunk, {c} damaged.", dice="the submarines"
    ),
    Event.ASW_ATTACKS: Told("{a:factor} {a:=hunt} them{rolled}: {b:submarine} sunk.", dice="the hunt for submarines"),
    # --- invasions
    Event.INVADES: Told("An invasion of {0} sails{c:, a task force|} ({b:BRP}).", (THE_PLACE,)),
    Event.FRONT: Told("The front in Africa: Axis {a}, Allies {b}{rolled}.", dice="the front in Africa"),
    Event.FRONT_HELD: Told("{0:score} {b:point} for the front in Africa.", (THE_SIDE,)),
    Event.SOUGHT: Told(_sought, (THE_PLACE,), dice="the interception"),
    Event.BEATEN_BACK: Told("{0:return} to {1}.", (THE_UNIT, THE_PLACE)),
    Event.TO_AID: Told("{0:come} to their aid.", (THE_UNIT,)),
    Event.PATROL_ENDS: Told("{0:return} from patrol to {1}.", (THE_UNIT, THE_PLACE)),
    Event.TROOPS_LAND: Told("{b:factor} of troops {b:=land} in {0}.", (THE_PLACE,)),
    Event.BOATS_DISPLACED: Told("{c:submarine} of {0} {c:=are} displaced to {1}.", (THE_PLACE, THE_PLACE)),
    Event.SQUADRONS_LAND: Told("{b:squadron} {b:=come} to {0} by sea.", (THE_PLACE,)),
    Event.TASK_FORCE_NUMBER: Told(
        "{0}: task force number {b}{rolled}.", (THE_SIDE,), dice="the number of a task force"
    ),
    Event.SEARCHES: Told(
        lambda scenario, row: "{0:look} for the enemy's task force" + ("{rolled}." if row.dice else ", without a die."),
        (THE_SIDE,),
        dice="the search of {0}",
    ),
    Event.SETS_OUT: Told(_sets_out, (THE_PLACE, THE_PLACE)),
    Event.FLIES_AT: Told(_flies_at, (THE_PLACE, THE_PLACE)),
    Event.EVADES: Told("{0:evade}.", (THE_SIDE,)),
    Event.EMBARKS: Told("{1} embark in {0}.", (THE_PLACE, THE_TROOPS)),
    Event.LANDING_MET: Told("Ships of {0} look for the invasion{rolled}.", (THE_PLACE,), dice="the interception"),
    Event.CALLED_OFF: Told("The invasion of {0} is called off.", (THE_PLACE,)),
    Event.FLIES: Told("Support for {c:the defenders|the invasion} from {0}: {b:squadron}.", (THE_PLACE,)),
    Event.GROUND_COMBAT: Told(_combat, dice="the ground combat"),
    Event.TROOPS_LOST: Told(_troops_lost, (THE_SIDE, THE_TROOPS)),
    Event.GARRISON_LOST: Told("The garrison of {0} is lost.", (THE_PLACE,)),
    Event.SQUADRONS_LOST: Told("{0:lose} {b:squadron}.", (THE_SIDE,)),
    Event.ASHORE: Told("{1} go ashore on {0}.", (THE_PLACE, THE_TROOPS)),
    Event.REPELLED: Told("The invasion of {0} has failed.", (THE_PLACE,)),
    Event.REINFORCED: Told(_reinforced, (THE_PLACE, THE_TROOPS)),
    Event.OVER_TROOPS: Told("Support for the troops in {0}: {b:squadron}.", (THE_PLACE,)),
    Event.PRIZE: Told("{1:score} {c:point} for {0}.", (THE_PLACE, THE_SIDE)),
    Event.COUNTERS: Told("Attack on the squadrons of {0}: {b:squadron}.", (THE_PLACE,)),
    Event.BOAT_SAILS: Told("A submarine patrols {0}.", (THE_WATERS,)),
    Event.BOAT_SEEKS: Told(_boat_seeks, (THE_WATERS,), dice="the interception"),
    Event.HUNTS_BOAT: Told(
        "Attack on the submarine {0} by {b:squadron}{rolled}: {c:hit}.",
        (THE_WATERS,),
        dice="the attack on a submarine",
    ),
}
