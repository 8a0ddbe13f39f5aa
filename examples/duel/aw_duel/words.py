"""The duel in words."""

from aw_duel.terms import Decision, Event, Option
from aw_env.new_game import THE_PLACE, THE_UNIT, Asked, Spoken, Team, Told, Words

WORDS = Words(
    sides=(
        Team("red", "Red captain", False, "#b82622", "#f0c8be", "bright_red"),
        Team("blue", "Blue captain", False, "#1e549e", "#a2c8ee", "bright_blue"),
    ),
    decisions={
        Decision.COURSE: Asked(
            "{unit} in {where}: for which sector? (Secret until both have chosen.)",
            ("1",),
            "A ship stays in her sector or sails to one beside it, not across corners.",
        ),
        Decision.BROADSIDE: Asked(
            "{unit} in {where}: fire, mend or hold?",
            ("2",),
            "She fires at a ship in her sector or beside it. A sound ship has nothing to mend.",
            unit="fire at",
        ),
    },
    options={Option.HOLD: Spoken("hold fire", ("hold", "no")), Option.MEND: Spoken("mend a hit", ("mend", "repair"))},
    events={
        Event.TURN: Told("Turn {a}."),
        Event.SAILS: Told("{0} is in {1}.", (THE_UNIT, THE_PLACE)),
        Event.FIRES: Told("{0} fires at {1}{rolled}.", (THE_UNIT, THE_UNIT), dice="the broadside of {0}"),
        Event.MENDS: Told("{0} mends a hit.", (THE_UNIT,)),
        Event.SINKS: Told("{0} sinks.", (THE_UNIT,)),
        Event.GAME_OVER: Told("The duel is over."),
    },
    unit=lambda unit: f"{unit.name} ({unit.hull} hits left)",
    victory=lambda view: ", ".join(f"{unit.name} bears {unit.hull} hits" for unit in view.units) + ".",
    lead=lambda view: view.unit("vermilion").hull - view.unit("cobalt").hull,
    rules="[bold]Winning[/]  Sink the other ship, or bear more hits when the last turn is over.",
    verbs=("", "fire at ", "attack "),
)
