"""The game in words: what is asked, what happens, and how it is won."""

from typing import Any

from aw_env.core.rooms.words import THE_PLACE, THE_UNIT, Words, team_named
from aw_env.core.said.decisions import Asked, Spoken
from aw_env.core.said.events import EventRow, Named, Told
from aw_env.games.world_at_war.records.kinds import (
    Box,
    Cargo,
    Condition,
    Convoy,
    Decision,
    Event,
    Kind,
    Option,
    Phase,
    Theatre,
)
from aw_env.games.world_at_war.words import landings
from aw_env.naval.sides import ALLIES_AND_AXIS, standing

THE_SIDE = team_named(ALLIES_AND_AXIS)
THE_BOX = Named(lambda scenario, box: f"the {Box(box).name.capitalize()}{' Ocean' if box == Box.INDIAN else ''}")
GROUPS = "first second third fourth fifth sixth seventh eighth".split()
THE_GROUP = Named(
    lambda scenario, number: f"the {GROUPS[number - 1]} group",
    lambda scenario, number, spec: f"{spec or 'the'} {GROUPS[number - 1]} group",
)
"""A raider group; `{0:The}` begins a sentence."""
CONVOYS = {
    Convoy.SUPPLY: "convoy to Britain",
    Convoy.SEA_TRANSPORT: "troop convoy",
    Convoy.SUPPLY_AGAIN: "second convoy to Britain",
    Convoy.ESCORT: "convoy with troops that redeploy",
}
THE_CONVOY = Named(
    lambda scenario, kind: f"the {CONVOYS[Convoy(kind)]}",
    lambda scenario, kind, spec: f"{spec or 'the'} {CONVOYS[Convoy(kind)]}",
)
CONDITIONS = {Condition.DAMAGED: "damaged", Condition.SUNK_IN_PORT: "sunk in port", Condition.LOST: "lost"}


def unit_phrase(unit: Any) -> str:
    """A unit with its factors, and what has become of it: "Hood (3, damaged)"."""
    told = [f"{unit.strength}"] + ([f"{unit.hits} hits"] if unit.hits and unit.condition == Condition.SOUND else [])
    told += [CONDITIONS[unit.condition]] if unit.condition in CONDITIONS else []
    told += [f"in task force {unit.under}"] if unit.under else []
    return f"{unit.name} ({', '.join(told + (['in repair'] if unit.repair else []))})"


def _group(view: Any) -> str:
    return f"the {GROUPS[view.group - 1]} group"


def _of_group(question: str) -> Any:
    """A question that names the group which is resolved."""
    return lambda view: question.replace("GROUP", _group(view))


def _raid(view: Any) -> str:
    forming = view.groups
    ships = int(view.field("ships_in")[forming - 1]) if forming else 0
    left = f"{_some(view.brps[1], 'BRP')} left"
    return f"group {max(forming, 1)}, of {ships} so far: which ship raids with it? ({left}.)"


def _troops(view: Any) -> str:
    if view.phase == Phase.MOVEMENT:
        return "how many factors of troops do destroyers carry to Britain?"
    return "how many transports carry troops that redeploy to Britain?"


def _protect(view: Any) -> str:
    return f"which ships protect the {CONVOYS[Convoy(view.convoy)]}, of {sum(view.field('laden'))} transports?"


def _intercept(view: Any) -> str:
    met = f"the {CONVOYS[Convoy(view.convoy)]}" if view.convoy else _group(view)
    return f"which ships of {{place}} try to intercept {met}?"


def _screen(view: Any) -> str:
    what = "protect the convoy" if view.convoy else f"engage {_group(view)}"
    return f"which ships that {what} are screened? (Secret.)"


def _some(number: int, thing: str) -> str:
    return f"{number} {thing}" + "s" * (number != 1)


def _build(view: Any) -> str:
    side = view.moving
    return f"what do the yards do? ({_some(view.yards[side], 'point')} and {_some(view.brps[side], 'BRP')} left.)"


def _die(view: Any) -> str:
    return f"a die of {view.cursor} against {_group(view)}: which ship engages?"


def _force(view: Any) -> str:
    forces = view.field("force")
    factors = sum(
        int(forces[unit.number]) if unit.kind >= Kind.DD else unit.factors
        for unit in view.units
        if unit.side == view.seat and forces[unit.number]
    )
    return f"{{place}}: which ships sail? ({factors} factors so far.)"


def _no_more_ships(view: Any) -> str:
    forces = view.field("force")
    return "sail" if any(forces[unit.number] for unit in view.units if unit.side == view.seat) else "no ships"


_LINE = (
    "Capital ships pair one to one, the bigger first. One without a partner doubles on an enemy capital ship, fires at "
    "the light ships, or holds her fire for screened ships, which are fired at only when no other enemy is left."
)
DECISIONS = {
    Decision.AT_LARGE: Asked(
        "how many of the transports at large begin in the Atlantic? The others sail the Indian Ocean.",
        ("20.631D",),
        "Five transports are at large, and begin in the Atlantic or the Indian Ocean as desired.",
    ),
    Decision.AT_SEA: Asked(
        "does {unit} begin at sea?",
        ("21.5331", "21.5331.classic"),
        "Graf Spee, Lutzow and Scheer may begin in the Atlantic. One that does must raid on the first turn, for a BRP, "
        "and nothing can meet her on the way.",
    ),
    Decision.BUILD: Asked(
        _build,
        ("20.621", "20.5212E", "20.5224B"),
        "A transport costs a shipbuilding point and three BRPs, as long as the pool has any; mending a ship, or "
        "raising one that was sunk in port, a point. What is not spent is lost.",
        options={
            Option.DONE: "nothing more",
            Option.TRANSPORT: "build a transport",
            Option.SUBMARINE: "build a submarine",
            Option.ASW: "build an ASW factor",
        },
        place="build a port on",
        unit=lambda view, unit: (
            f"{'raise' if unit.condition == Condition.SUNK_IN_PORT else 'mend'} {unit_phrase(unit)}"
        ),
    ),
    Decision.STATION: Asked(
        "where does the transport sail?",
        ("20.621A", "20.66"),
        "New transports go first to SW boxes that have fewer than their minimum: fifteen in the Atlantic, five in the "
        "Indian Ocean.",
    ),
    Decision.SUPPLY_LINE: Asked(
        "does a transport keep the supply line from {place}?",
        ("20.64B", "21.421B"),
        "Each supply line from a mapboard box takes a transport; one that is not kept scores for the Axis.",
    ),
    Decision.OIL: Asked(
        "how many oil counters are shipped?",
        ("20.64A", "21.422"),
        "One transport that is there ships one counter, three two, five three; each uses one of them.",
    ),
    Decision.GRANTS: Asked(
        "how many transports carry BRPs to Britain?",
        ("20.64D", "21.423"),
        "A transport carries five BRPs. They are granted from lend-lease on.",
    ),
    Decision.TROOPS: Asked(
        _troops,
        ("20.64C", "21.434B", "21.434C", "21.63C"),
        "Once the US is at war: destroyers carry troops during movement, two for each factor, with a transport for "
        "every five. Other troops redeploy, five factors a transport.",
    ),
    Decision.HARBOUR: Asked(
        "which ship in an enemy port is attacked there?",
        ("21.441", "21.443A", "21.444"),
        "A harbour attack names a ship in an enemy port. It is made once in the game.",
        options={Option.DONE: "none now"},
        unit="attack",
    ),
    Decision.BASE_CHANGE: Asked(
        "which ships change base?",
        ("21.221", "21.223", "21.112", "21.314"),
        "A unit that has not been used changes base once a turn, to a port of its own within reach and with room for "
        "it. Damaged units stay where they are.",
        options={Option.DONE: "no more"},
    ),
    Decision.DESTINATION: Asked(
        "{unit} in {where}: to which base?",
        ("21.223", "21.224", "21.112"),
        "Ports have room for fifty factors each. Ships that go from one box to another cannot be used this turn.",
        place="to",
    ),
    Decision.RAID: Asked(
        _raid,
        ("21.532A", "21.532B", "21.532E", "21.5331"),
        "Cruisers and fast capital ships of the western ports raid, for a BRP each; damaged and slow ships, destroyers "
        "and ships that have been used do not. A group has at most three ships; those of several ports meet on "
        "their way. Each further group is found more easily. Ships that are at sea must raid.",
        options={
            Option.DONE: lambda view: (
                "close the group" if view.field("ships_in")[max(view.groups, 1) - 1] else "no more"
            )
        },
    ),
    Decision.OPPOSE: Asked(
        _of_group("oppose GROUP?"),
        ("21.5341",),
        "A group that is not opposed attacks the transports with all its ships. Against one that is a die is rolled: "
        "its modified result is the number of type dice, each of which sends a ship.",
        options={Option.YES: "oppose it", Option.NO: "let it pass"},
    ),
    Decision.ENGAGE_GROUP: Asked(
        lambda view: f"a die of {view.cursor}: against which group is it used first?",
        ("21.5342E",),
        "Several groups have dice of this number; a ship that is used against one is not there for the others.",
    ),
    Decision.ENGAGE: Asked(
        _die,
        ("21.5342", "21.5342B", "21.5342D", "21.5342G"),
        "1 is a destroyer factor, 2 a cruiser, 3 to 5 a capital ship of so many factors. Only where no such ship is "
        "there a lesser one is sent, and then one must be. Only fast ships engage raiders, but for damaged ones on "
        "their way home; ships that have been used do not, nor those of the US before it is at war.",
        unit="send",
    ),
    Decision.WITHHOLD: Asked(
        _of_group("which ships of GROUP are withheld from the battle? (Secret.)"),
        ("21.5361B",),
        "Withheld ships neither fire nor are fired at. They attack the transports if every unscreened defender is "
        "sunk. One undamaged ship must fight.",
        options={Option.DONE: "no more"},
        unit="withhold",
    ),
    Decision.SCREEN: Asked(
        _screen,
        ("21.5361B", "21.5363"),
        "Screened ships do not fire, and are fired at only when no other is left; they do not keep raiders from the "
        "transports. One undamaged ship must stay unscreened.",
        options={Option.DONE: "no more"},
        unit="screen",
    ),
    Decision.SURPLUS: Asked("{unit} has no partner: at what does she fire?", ("21.535A",), _LINE, unit="fire at"),
    Decision.EXCESS: Asked(
        "the light ships beyond three to one: at what do they fire?",
        ("21.535A",),
        "Light ships engage the enemy's up to three times their factors. The others join their fire, fire at a capital "
        "ship, or hold their fire for screened ships.",
        unit="fire at",
    ),
    Decision.ESCORT: Asked(
        "which light ships sail with {unit}?",
        ("21.5342C", "21.313"),
        "A carrier engages raiders only with as many factors of cruisers and destroyers.",
        unit="send",
    ),
    Decision.STRIKE: Asked(
        "at what do the aircraft of {unit} strike?",
        ("20.32", "20.5212B", "20.58B"),
        "All her squadrons strike one ship, or the light ships as a group, through the air defense of all ships there.",
        options={Option.DONE: "no strike", Option.LIGHT: "strike the light ships"},
        unit="strike",
    ),
    Decision.INTERCEPT: Asked(
        _intercept,
        ("21.533D", "21.538B", "20.162A", "21.424"),
        "A group that is a task force, or any where there is an air or a codebreaking advantage, may be met on its way "
        "from or to Germany and Brest, but not Bergen. The dice must cover the distance: one, and one for each "
        "searching squadron and for codebreaking, less one for slow ships and one against less than ten factors. "
        "Against convoys there are four, less one if less than ten factors protect them.",
        options={Option.DONE: "no more"},
        unit="send",
    ),
    Decision.WITHDRAW: Asked(
        "leave the battle?",
        ("21.533D", "21.66B", "21.315"),
        "After each round its loser says first whether it stays: who lost more factors, or had more damaged, or else "
        "the interceptors. Raiders that leave turn back to port, and a convoy that is left takes its cargo home.",
        options={Option.YES: "withdraw", Option.NO: "fight on"},
    ),
    Decision.FIGHT: Asked(
        _of_group("fight GROUP on its way home?"),
        ("21.538A",),
        "The second round of combat may be declined, group by group.",
        options={Option.YES: "fight", Option.NO: "let it go home"},
    ),
    Decision.RETURN: Asked(
        _of_group("to which port does GROUP return?"),
        ("21.537A", "21.538B"),
        "All raiders return to port, each group to one, which has room for it.",
        place="to",
    ),
    Decision.DECLINE: Asked(
        "which islands are not supplied?",
        ("21.5392D",),
        "An island without supply is not raided and does not count for the size of raids; nor does it count as held, "
        "and its port and its squadrons are not used.",
        options={Option.DONE: "no more"},
        place="leave",
    ),
    Decision.FORM: Asked(
        "where do ships form a task force?",
        ("20.161", "20.162A", "20.164A"),
        "Ten to twenty-five factors of a port go under a counter: the enemy sees where it is, and not what is in it. "
        "Who sails on is seen.",
        options={Option.DONE: "nowhere"},
        place="in",
    ),
    Decision.UNDER: Asked(
        "{place}: which ships go under the counter? (Secret.)",
        ("20.162A", "20.162B", "20.162F"),
        "At least ten factors, carriers with as many of other fast ships.",
        options={Option.DONE: "no more"},
        unit="take",
    ),
    Decision.COUNTER: Asked(
        "which task force changes base?",
        ("21.221", "21.223"),
        "A task force changes base as a whole, and stays covered.",
        options={Option.DONE: "no more"},
        place="that in",
    ),
    Decision.COUNTER_TO: Asked(
        "the task force in {place}: to which base?",
        ("21.223", "21.112"),
        "Within twenty hexes, and with room for all of it.",
        place="to",
    ),
    Decision.PATROL: Asked(
        "off which island do ships patrol?",
        ("21.4196", "21.32"),
        "Ships on patrol oppose raids until their side's next turn as if their hex were a port. They have been used, "
        "and have not changed base this turn.",
        options={Option.DONE: "no more patrols"},
        place="patrol off",
    ),
    Decision.PATROL_WITH: Asked(
        "{place}: which ships patrol there?",
        ("21.4196", "20.162A", "21.313"),
        "Less than ten factors, carriers with as many factors of other fast ships.",
        options={Option.DONE: "no more"},
        unit="send",
    ),
    Decision.DISPLACE: Asked(
        "{unit} is displaced: to which port?",
        ("21.23A", "21.233"),
        "Displaced ships go to the nearest port with room; their owner chooses among those that are equally near.",
        place="to",
    ),
    Decision.TARGET: Asked(
        "which island is raided next?",
        ("21.5392A", "21.5392B", "21.5392C"),
        "A supplied island of the enemy's in a group that has one within ten hexes of an own port. Each group is "
        "raided once a turn; a BRP is paid for each three factors begun.",
        options={Option.DONE: "no more raids"},
        place="raid",
    ),
    Decision.TIME: Asked(
        "{place}: by day or by night?",
        ("21.5393", "21.5393A", "21.5393B"),
        "By night there are no carriers and no aircraft; Japanese ships fire one better and are fired at one worse.",
    ),
    Decision.FORCE: Asked(
        _force,
        ("21.5394A", "21.5395A", "21.5395D", "21.5395E"),
        "A ship is three destroyers, a cruiser with a destroyer, or a named ship that is fast and of less than five "
        "factors. Light ships come first; carriers, two at most, only by day and with as many factors of others.",
        options={Option.DONE: _no_more_ships},
        unit="send",
    ),
    Decision.SUBMARINE: Asked(
        "{place}: does a submarine go along?",
        ("21.5396A",),
        "One submarine a side, beyond the number of ships. She attacks after each round.",
    ),
    Decision.TORPEDO: Asked(
        "at what does the submarine fire?",
        ("21.5398G",),
        "Carriers and destroyers make it harder. On the lowest roll the submarine is lost.",
        options={Option.LIGHT: "fire at the light ships"},
        unit="fire at",
    ),
    Decision.PLANES: Asked(
        "{place}: how many squadrons of bases take part?",
        ("21.5396B",),
        "One for each supplied island of the defender's in the group, from bases within three hexes.",
    ),
    Decision.CAP: Asked(
        "how many squadrons of the carriers patrol over them? (Secret.)",
        ("21.5398B", "20.32C", "20.32D"),
        "Those that patrol meet the enemy's strike; the others may strike.",
    ),
    Decision.COUNTERAIR: Asked(
        "how many squadrons of the carriers attack the enemy's of bases?",
        ("21.5398B", "20.32C"),
        "Those that are not shot down or turned back may strike ships afterwards.",
    ),
    Decision.COVER: Asked(
        "how many squadrons of bases cover the ships?",
        ("21.5398C",),
        "Those that cover meet the enemy's strike; the others strike.",
    ),
    Decision.STRIKE_AT: Asked(
        lambda view: f"at what do squadrons strike? ({view.arrived} without a target.)",
        ("21.5398E", "20.51.air_modifiers", "20.58B"),
        "Squadrons are given to ships one by one, and to the light ships as a group, before any of them strikes.",
        options={Option.DONE: "no more", Option.LIGHT: "strike the light ships"},
        unit="strike",
    ),
    Decision.STRIKE_WITH: Asked(
        "with how many squadrons?",
        ("21.5398E",),
        "Squadrons that strike one target roll together.",
    ),
    Decision.HOME: Asked(
        "where does the force go?",
        ("21.5397E", "21.33"),
        "Each ship to the base from which she came, or all to a port within ten hexes with room for them. Destroyers "
        "of which a part stayed behind go back to the others.",
        options={Option.DONE: "to the bases that they came from"},
        place="to",
    ),
    Decision.SHIFT: Asked(
        "to which SW box does a transport sail?",
        ("20.622", "20.622A"),
        "Only transports above the initial level of their box sail to another.",
        options={Option.DONE: "no more"},
    ),
    Decision.PROTECT: Asked(
        _protect,
        ("20.65", "21.65G", "21.14E", "20.165"),
        "Ships in the Atlantic SW box protect transports there, as often as they like; those of the U.S. box, and with "
        "troops those of western ports, once a turn. They are named before the enemy is asked, and seen.",
        options={Option.DONE: "no more"},
        unit="send",
    ),
    Decision.CARRY: Asked(
        "which destroyers carry the troops?",
        ("21.434B", "21.435A"),
        "Each factor of troops takes two of destroyers, of the western ports or of the U.S. box.",
        unit="send",
    ),
    Decision.REDEPLOY: Asked(
        "which ships redeploy?",
        ("21.32", "21.3612", "21.214E", "21.72D"),
        "Sound ships redeploy at the end of the turn from port to port, at any distance, also after use; but then they "
        "cannot be used in the enemy's turn. A port with too many must be relieved now.",
        options={Option.DONE: "no more"},
    ),
    Decision.PART: Asked(
        "{unit} in {where}: how many factors go?",
        ("20.91", "20.93"),
        "Destroyers may be broken down; at the end of the turn those in one place are combined again.",
        options={Option.ALL: "all of them"},
    ),
    Decision.TRANSFER: Asked(
        "how many submarines sail the Indian Ocean?",
        ("20.71B", "20.73"),
        "With Suez in Axis hands submarines may change their SW box in redeployment; they attack in the next turn.",
    ),
    Decision.OVERSTACKED: Asked(
        "{place} bases more than it has room for: what is lost?",
        ("21.112",),
        "What is still too much for a port after redeployment is eliminated, by the owner's choice.",
        unit="lose",
    ),
}

DECISIONS |= landings.DECISIONS


def _place(scenario: Any, number: int) -> str:
    return str(scenario.names.place(number).name)


def _shipped(scenario: Any, row: EventRow) -> str:
    if row.b == Cargo.OIL:
        return "{a:oil counter} shipped."
    return "{a:transport} with BRPs for Britain." if row.b == Cargo.GRANT else "{a:transport} with troops for Britain."


_SUNK = "{c:transport} sunk"
EVENTS = {
    Event.TURN: Told("Turn {a}."),
    Event.PLAYER_TURN: Told("{0} player turn.", (THE_SIDE,)),
    Event.ARRIVES: Told("Arrival in {1}: {0}.", (THE_UNIT, THE_PLACE)),
    Event.REPAIRED: Told("{0} is repaired.", (THE_UNIT,)),
    Event.PENALTY: Told("Transports are short: {a:BRP} lost."),
    Event.BUILT: Told(lambda scenario, row: f"{('A transport', 'An ASW factor', 'A submarine')[row.a]} is built."),
    Event.IN_REPAIR: Told("{0} goes into repair.", (THE_UNIT,)),
    Event.RAISED: Told("{0} is raised.", (THE_UNIT,)),
    Event.STATIONED: Told("It sails in {0}.", (THE_BOX,)),
    Event.SUPPLIED: Told("The supply line from {0} {b:holds|is not kept}.", (THE_PLACE,)),
    Event.SHIPPED: Told(_shipped),
    Event.HARBOUR_ATTACK: Told("Harbour attack on {0}{rolled}: {b:hit}.", (THE_UNIT,), dice="the attack on {0}"),
    Event.CHANGES_BASE: Told("{0}: base change to {1}.", (THE_UNIT, THE_PLACE)),
    Event.AT_SEA: Told("{0} is at sea.", (THE_UNIT,)),
    Event.SAILS: Told("{0:The} sails: {b:ship}{c:, a task force|}.", (THE_GROUP,)),
    Event.DETECTION: Told("The search for {0}{rolled}: {b}.", (THE_GROUP,), dice="the search for {0}"),
    Event.UNOPPOSED: Told("{0:The} is not opposed.", (THE_GROUP,)),
    Event.TYPES: Told("Ships against {0}{rolled}.", (THE_GROUP,), dice="the types of ships against {0}"),
    Event.ENGAGES: Told("Against {1}: {0}.", (THE_UNIT, THE_GROUP)),
    Event.SEEN: Told("{0} is seen in {1}.", (THE_UNIT, THE_GROUP), reveals=True),
    Event.FIRES: Told("{0} fires at {1}{rolled}: {c:hit}.", (THE_UNIT, THE_UNIT), dice="the fire of {0}"),
    Event.FIRES_ON_LIGHT: Told(
        "{0} fires at the light ships{rolled}: {c:hit}.", (THE_UNIT, THE_SIDE), dice="the fire of {0}"
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
    Event.DAMAGED: Told("{0} is damaged.", (THE_UNIT,)),
    Event.SINKS: Told("{0} is lost.", (THE_UNIT,)),
    Event.LIGHT_LOST: Told("{0}: {b:factor} lost.", (THE_UNIT,)),
    Event.IN_PORT: Told("{0} is sunk in port.", (THE_UNIT,)),
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
    Event.PROTECTS: Told("{0} protects it.", (THE_UNIT,)),
    Event.HUNTS: Told("{0} sails against it.", (THE_UNIT,)),
    Event.HUNT: Told("Ships of {0} look for the convoy{rolled}.", (THE_PLACE,), dice="the interception"),
    Event.CARGO_ATTACKED: Told(
        "{a:factor} fire at the ships with cargo{rolled}: {b:hit}.", dice="the attack on the convoy"
    ),
    Event.CARGO_LOST: Told("{a:transport} sunk with cargo."),
    Event.GRANTS_FAIL: Told("BRPs of {a:transport} do not arrive."),
    Event.CONVOY_ABORTS: Told("{0:The} turns back.", (THE_CONVOY,)),
    Event.TRANSPORTED: Told("{a:factor} of troops arrive in Britain."),
    Event.CARRIES: Told("{0} carries troops with {b:factor}.", (THE_UNIT,)),
    Event.SPLITS: Told("{0} breaks down: {c:factor} are {1}.", (THE_UNIT, THE_UNIT)),
    Event.COMBINES: Told("{0} joins {1}.", (THE_UNIT, THE_UNIT)),
    Event.TRANSFERRED: Told("{a:submarine} sail the Indian Ocean."),
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
    Event.IN_FORCE: Told("{0} is in the force.", (THE_UNIT,), reveals=True),
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
        "Air combat of {0}{rolled}: {b} of the enemy shot down, {c} turned back.", (THE_SIDE,), dice="air combat"
    ),
    Event.GUNS: Told(
        "Air defense against {0}{rolled}: {b} shot down, {c} turned back.", (THE_SIDE,), dice="the air defense"
    ),
    Event.BOMBS: Told("Aircraft strike {1}{rolled}: {c:hit}.", (THE_SIDE, THE_UNIT), dice="the strike"),
    Event.BOMBS_ON_LIGHT: Told(
        "Aircraft strike the light ships{rolled}: {c:hit}.", (THE_SIDE, THE_SIDE), dice="the strike"
    ),
    Event.PORT_BUILT: Told("A port is built on {0}.", (THE_PLACE, THE_SIDE)),
    Event.DECLINED: Told("{0} is not supplied.", (THE_PLACE,)),
    Event.ON_PATROL: Told("{0} patrols off {1}.", (THE_UNIT, THE_PLACE)),
    Event.DISPLACED: Told("{0} is displaced to {1}.", (THE_UNIT, THE_PLACE)),
    Event.FORMS: Told("{0:form} a task force in {1}.", (THE_SIDE, THE_PLACE)),
    Event.COUNTER_MOVES: Told(
        lambda scenario, row: f"A task force goes from {{1}} to {_place(scenario, row.c)}.", (THE_SIDE, THE_PLACE)
    ),
    Event.SHOWN: Told("{0} is seen in {1}.", (THE_UNIT, THE_PLACE), reveals=True),
    Event.BOAT_LOST: Told("{0:lose} the submarine.", (THE_SIDE,)),
    Event.TRANSPORTS_LOST: Told("{0:lose} {b:transport}.", (THE_SIDE,)),
    Event.FORCE_RETURNS: Told("{0:return}.", (THE_SIDE,)),
    Event.AT_HOME: Told("{0} comes to {1}.", (THE_UNIT, THE_PLACE)),
    Event.FALLS: Told("{1:take} {0}.", (THE_PLACE, THE_SIDE)),
    Event.CONTROL: Told("{0:score} {b:point} for island groups.", (THE_SIDE,)),
    Event.SUBMARINES_ATTACK: Told(
        "{a:submarine} attack the transports{rolled}: {b} sunk, {c} damaged.", dice="the submarines"
    ),
    Event.ASW_ATTACKS: Told("{a:factor} hunt them{rolled}: {b:submarine} sunk.", dice="the hunt for submarines"),
}

EVENTS |= landings.EVENTS


def lead(view: Any) -> float:
    """The lead of the Allies against the threshold, in points."""
    return (2 * (view.points[0] - view.points[1]) + int(view.scenario.books[0]["threshold"])) / 2


def victory(view: Any) -> str:
    """Why a game that is over is won or drawn, in a sentence."""
    allies, axis = view.points
    needed = int(view.scenario.books[0]["threshold"]) / 2
    return f"Points: Axis {axis}, Allies {allies}, level at an Axis lead of {needed:g}: {standing(lead(view))}."


RULES_IN_SHORT = """\
[bold]Ships[/]  A ship is damaged by one hit less than her factors and sunk by as many; a
  damaged one does not fire, and is sunk by any hit. A cruiser has two factors.
[bold]Dice[/]  Two dice and the difference of the navies' modifiers on the Naval Attack
  Table; after a natural 12 a die above a ship's size is a critical hit.
[bold]Winning[/]  The Axis scores transports, heavy ships and BRPs that lacking transports
  cost, the Allies what they ship and Axis ships; the Axis must lead by a margin."""
WORDS = Words(
    sides=ALLIES_AND_AXIS,
    decisions=DECISIONS,
    options={
        Option.YES: Spoken("yes", ("y", "oppose", "fight")),
        Option.NO: Spoken("no", ("n",)),
        Option.DONE: Spoken("no more", ("no more", "done", "none", "nothing")),
        **{Option.numbered(Option.COUNT_0 + k): Spoken(f"{k}" if k else "none", (f"{k}",)) for k in range(10)},
    },
    events=EVENTS,
    phases={
        Phase.START: "Start of the player turn",
        Phase.MISSIONS: "Combat phase",
        Phase.DETECTION: "Search for raiders",
        Phase.ENGAGEMENT: "Ships engage raiders",
        Phase.INTERCEPTION: "Interception of raiders",
        Phase.PREY: "Attacks on transports",
        Phase.RETURN: "Raiders return",
        Phase.END: "End of the player turn",
        Phase.SUBMARINES: "Submarine warfare",
        Phase.ISLAND_RAIDS: "Raids on island groups",
        Phase.CONVOY: "A convoy sails",
        Phase.SUPPLY_AGAIN: "Supply after combat",
        Phase.INVASIONS: "Invasions",
    },
    unit=unit_phrase,
    victory=victory,
    lead=lead,
    most=60,
    rules=RULES_IN_SHORT,
    examples=("Gibraltar", "Hood"),
    steps={Decision.DESTINATION: Decision.BASE_CHANGE},
    verbs=("", "send ", "attack ", "mend ", "raise ", "withhold ", "screen ", "fire at ", "lose "),
)


def factors_and_hits(unit: Any) -> str:
    """The numbers on a counter."""
    return f"{unit.strength}" if unit.kind >= Kind.CA else f"{unit.strength}-{'slow' if unit.slow else 'fast'}"


def notes_of(view: Any, place: Any) -> tuple[str, ...]:
    """What is written in an island, port or box of the Pacific."""
    if view.scenario.books[0]["theatre"] != Theatre.PACIFIC:
        return ()
    number = place.number
    told = {
        "port": view.at(place.id, "ports"),
        "squadrons": view.at(place.id, "airbase"),
        "submarines": view.at(place.id, "boats"),
        "task forces": int((view.field("counter_at") == number).sum()),
    }
    holder = view.at(place.id, "control")
    notes = [ALLIES_AND_AXIS[holder].title] if holder >= 0 else []
    notes += [f"{count} {what}" if what != "port" else what for what, count in told.items() if count]
    supplied = not (view.at(place.id, "cut_off") or view.at(place.id, "unsupplied"))
    return (*notes, *(() if supplied else ("no supply",)))
