"""All that a game of your own needs, in one place (`docs/a_new_game.md`).

| for | names |
| --- | --- |
| words as numbers | `Decisions`, `Options`, `Mark`; what a decision is about: `NOTHING`, `UNIT`, `PLACE` |
| records | `Records`, `Field`, `Sight`; values: `number`, `index`, `one_of`, `subset`, `YES_OR_NO`; `Die` |
| rules | `rule`, `Rules`, `OTHERWISE`; `ask`, `finish`; `roll`, `below`; `note`, `note_die` |
| sets | `bit`, `has`, `allow_all` |
| words | `Words`, `Team`, `Asked`, `asked_in`, `Spoken`; `Told`, `told_in`, `THE_UNIT`, `THE_PLACE`, `team_named` |
| the whole | `Declared`, `Opening`, `Drawing`, `Shape` |
"""

from aw_env.core.declare.decisions import NOTHING, PLACE, UNIT, Decisions, Mark, Options
from aw_env.core.declare.dice import Die
from aw_env.core.declare.fields import YES_OR_NO, Field, Sight, index, number, one_of, subset
from aw_env.core.declare.sides import Side as Team
from aw_env.core.drawn.silhouettes import Shape
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import below, roll
from aw_env.core.engine.dispatch import OTHERWISE
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.sets import allow_all, bit, has
from aw_env.core.engine.stack import ask, finish
from aw_env.core.rooms.board import Drawing
from aw_env.core.rooms.game import Declared
from aw_env.core.rooms.phrases import asked_in, told_in
from aw_env.core.rooms.records import Records
from aw_env.core.rooms.rules import Rules
from aw_env.core.rooms.scenario import Opening
from aw_env.core.rooms.words import THE_PLACE, THE_UNIT, Words, team_named
from aw_env.core.said.decisions import Asked, Spoken
from aw_env.core.said.events import Told

__all__ = [
    "NOTHING",
    "OTHERWISE",
    "PLACE",
    "THE_PLACE",
    "THE_UNIT",
    "UNIT",
    "YES_OR_NO",
    "Asked",
    "Decisions",
    "Declared",
    "Die",
    "Drawing",
    "Field",
    "Mark",
    "Opening",
    "Options",
    "Records",
    "Rules",
    "Shape",
    "Sight",
    "Spoken",
    "Team",
    "Told",
    "Words",
    "allow_all",
    "ask",
    "asked_in",
    "below",
    "bit",
    "finish",
    "has",
    "index",
    "note",
    "note_die",
    "number",
    "one_of",
    "roll",
    "rule",
    "subset",
    "team_named",
    "told_in",
]
