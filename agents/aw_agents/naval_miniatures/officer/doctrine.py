"""The doctrine of Naval Miniatures' officer: the numbers in its rules of thumb.

`STANDING` is the doctrine of `scripted`.  Gains and risks are points of the units that are hit.
"""

from aw_agents.doctrines import Doctrines, Number, Table
from aw_agents.naval_miniatures.officer.judgement import Feature, Moving, Starting

NUMBERS = (
    # what attacks and units are worth (`prospects`)
    Number("damage", 0.8, 0.2, 1.5, "part of a unit's points that a hull point of it is worth, by what it has left"),
    Number("abort", 0.5, 0.1, 1.5, "part of an aircraft's points that its abort is worth"),
    Number("convoy", 25.0, 5.0, 60.0, "points that a convoy ship is worth"),
    Number("menace", 0.0, 0.0, 2.0, "points that a die of a target's main guns adds to what it is worth"),
    # where ships start (`moves`)
    Number("goal", 1.0, 0.0, 3.0, "what a sector nearer to an objective is worth at the start"),
    Number("spread", 0.6, 0.0, 3.0, "what another unit of its side in the sector takes from it"),
    Number("centre", 0.1, -0.5, 1.0, "what half a sector nearer to the middle is worth"),
    Number("front", 0.0, -1.0, 1.0, "what a sector nearer to the enemy is worth"),
    Number("together", 0.0, -1.0, 1.0, "what another ship of its side near it is worth"),
    # movement (`moves`)
    Number("objective", 6.0, 0.0, 20.0, "points that a sector nearer to an objective is worth"),
    Number("holding", 12.0, 0.0, 40.0, "points that being on an objective is worth"),
    Number("guns", 1.0, 0.0, 3.0, "weight of what a ship's guns can do from a sector"),
    Number("torpedoes", 1.0, 0.0, 3.0, "weight of what its torpedoes can do"),
    Number("risk", 0.6, 0.0, 3.0, "weight of what enemy ships can do to it there"),
    Number("prudence", 0.0, -1.0, 1.0, "how much more that counts with a lead of 50 points, less when behind"),
    Number("company", 1.0, 0.0, 6.0, "points that another ship of its side near it is worth to a ship"),
    Number("closing", 1.0, 0.0, 5.0, "points that a sector nearer to the enemy is worth to a ship with guns"),
    Number("least_gain", 0.5, 0.0, 5.0, "a unit moves for more than this"),
    # aircraft (`missions`)
    Number("flak", 0.5, 0.0, 2.0, "weight of what antiair fire can do to an aircraft"),
    Number("escort", 3.0, 0.0, 15.0, "points that covering own bombers is worth to a fighter"),
    Number("cover", 2.0, 0.0, 15.0, "points that covering own ships is worth to it"),
    Number("least_mission", 0.5, -2.0, 5.0, "an aircraft flies for more than this"),
    # fleets (`fleets`)
    Number("variety", 0.35, 0.0, 1.0, "how much less each further unit of a card is worth"),
    Number("size", 1.0, -0.5, 3.0, "how much more large cards are worth for their points"),
)

TABLES = (
    Table("moving", Moving, Feature, 12.0, "points by which a sector is better for a unit that moves there"),
    Table("starting", Starting, Feature, 3.0, "the same, as `goal` counts them, for one that starts there"),
)
GIVEN, DRAFTED = WARS = ("given", "drafted")
"""Battles with fleets that are given or drawn, and those whose fleets are bought first."""
DOCTRINES = Doctrines(NUMBERS, WARS, tables=TABLES)
STANDING = DOCTRINES.standing
"""`(1, sides)`: the doctrine of `scripted`, the same for both."""
