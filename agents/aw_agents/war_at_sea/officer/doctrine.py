"""The doctrine of War at Sea's staff officer: the numbers in its rules of thumb.

`STANDING` is the doctrine of `scripted`.  Points are points of control; worth is what `strength.worth` reckons.
"""

from aw_agents.doctrines import Doctrines, Number

NUMBERS = (
    # what vessels and areas are worth (`strength`, `moves`)
    Number("guns", 2.0, 0.0, 6.0, "worth of a shot; a hit point is worth 1"),
    Number("aircraft", 2.0, 0.0, 6.0, "worth of an airstrike factor of a carrier"),
    Number("land_based", 4.0, 0.0, 20.0, "worth of land-based aircraft over an area"),
    Number("steepness", 2.0, 0.3, 5.0, "how surely the stronger side controls an area"),
    Number("threat", 0.5, 0.0, 2.0, "part of the enemy in port beside an area that the Allies expect there"),
    Number("denial", 1.0, 0.0, 3.0, "weight of the points that the other side would have"),
    Number("convoys", 1.0, 0.0, 5.0, "weight of the points that a convoy may earn"),
    # orders (`moves`)
    Number("risk", 0.04, 0.0, 0.3, "points that a point of worth at stake costs"),
    Number("risk_ahead", 0.0, -0.1, 0.5, "how much more it costs for each turn to come"),
    Number("mending", 0.3, 0.0, 3.0, "points that a point of damage is worth which can be mended in port"),
    Number("least_gain", 0.0, -1.0, 1.0, "points below which a ship stays in port"),
    Number("boat_anywhere", 0.3, 0.0, 3.0, "points that a U-boat is worth in any area"),
    Number("boat_caution", 1.0, 0.0, 4.0, "how much the dice of its hunters keep a U-boat away"),
    Number("strike_at_sea", 1.5, 0.2, 4.0, "how much more a target at sea is worth to land-based aircraft"),
    Number("strike_points", 0.0, -0.5, 2.0, "how much more for each point of the area"),
    Number("mooring", 1.0, 0.0, 4.0, "what a repair point of a port is worth to a damaged ship beside an area near"),
    Number("mooring_points", 0.0, -1.0, 3.0, "what a point of the areas near a port is worth to a ship beside an area"),
    # fighting (`tactics`)
    Number("target_near", 2.0, 0.1, 8.0, "hit points that every target seems to have besides its own"),
    Number("target_hit_points", 1.0, -0.3, 3.0, "how much hit points make a target worth less"),
    Number("target_crowd", 2.0, -1.0, 6.0, "the same for each ship that fires upon it"),
    Number("outmatched", 0.6, 0.0, 1.5, "strength against the enemy's below which the side leaves"),
    Number("follow", 0.2, -1.0, 6.0, "worth of a target for what it can take from which a sound ship pursues"),
    Number("oiling", 4.0, 0.5, 6.5, "least of the greatest dice that refuel with which it is tried"),
    Number("carriers_fire", -0.5, -1.0, 1.0, "above 0: carriers fire, instead of keeping silent behind their screens"),
)

WARS = ("war_at_sea", "barents")
DOCTRINES = Doctrines(NUMBERS, WARS)
STANDING = DOCTRINES.standing
"""`(1, sides)`: the doctrine of `scripted`, the same for both."""
