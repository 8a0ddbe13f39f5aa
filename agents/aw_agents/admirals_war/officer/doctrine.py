"""The officer's doctrine: the numbers in its rules of thumb, as one record.

`STANDING` is the doctrine of `scripted`.  Others have the same fields with other numbers: `tuned` plays those that a
search has found (`aw_agents.training.tuning`), one for each side.
"""

from aw_agents.doctrines import Doctrines, Number

NUMBERS = (
    # what sea areas, bases and battles are worth (`appraisal`)
    Number("air_in_the_atlantic", 0.35, 0.0, 1.0, "how much of the fighting is by air: each theatre favours one type"),
    Number("air_in_the_pacific", 0.6, 0.0, 1.0, "the same there (§7.222)"),
    Number("steepness", 0.9, 0.1, 4.0, "how surely the stronger side wins"),
    Number("holding", 0.5, 0.05, 2.0, "units of which, after the battle, one is as likely left as not"),
    Number("losses", 0.6, 0.0, 3.0, "share of the weaker side's strength that a battle costs it"),
    Number("turns_ahead", 4.0, 0.5, 10.0, "ships count in full for the turns to come while there are so many"),
    Number("swing", 12.0, 3.0, 100.0, "victory points by which a track may still turn in each turn to come"),
    Number("trade", 0.33, 0.0, 1.5, "victory points that a submarine that gets through takes from merchants (§14.26)"),
    Number("scared_off", 0.4, 0.05, 3.0, "how fast a boat's chance to escape falls with the hunters' dice (§14.24)"),
    Number("lurker", 0.1, 0.0, 1.0, "what the loss of a submarine or Hilfskreuzer costs"),
    Number("landing_in_a_lost_battle", 0.5, 0.0, 1.0, "chance to get ashore although the battle is lost"),
    Number("other_bases", 0.15, 0.0, 1.5, "worth, in victory points, of an enemy base that scores none by itself"),
    Number("base_for_aircraft", 0.3, 0.0, 1.5, "part of an area's points for the only base for aircraft beside it"),
    # before combat (`orders`)
    Number("least_patrol", 0.0, -3.0, 1.5, "victory points below which a ship does not go on patrol"),
    Number("least_raid", 0.0, -3.0, 1.5, "the same of a raider"),
    Number("least_flight", 0.0, -3.0, 1.5, "the same of aircraft"),
    Number("least_landing", 0.0, -3.0, 1.5, "the same of a landing force"),
    Number("readiness", 0.95, 0.5, 1.5, "how much a raid counts beside a patrol: raiders sail last and know more"),
    Number("repair", 0.15, 0.0, 1.0, "victory points that a point of damage repaired is worth in the turns to come"),
    # where units are based (`bases`)
    Number("danger", 0.1, 0.0, 0.6, "what each enemy shot in the areas beside a port costs"),
    Number("in_port", 0.2, -1.0, 3.0, "what a port is better than a base, which falls to a landing"),
    Number("dock", 0.25, 0.0, 1.0, "what a point of damage that will be repaired is worth"),
    Number("garrison", 0.5, 0.0, 2.0, "part of the value of a base that a garrison may save"),
    Number("garrison_of_points", 2.0, 0.0, 5.0, "what a garrison is worth for each point that its place scores"),
    Number("keep_together", 3.0, 0.0, 6.0, "worth to Japan in peace of ships in the port of the attack (§19.38)"),
    Number("second_area", 0.7, 0.0, 1.5, "what a prospect counts that lies one area farther than beside the port"),
    Number("second_best", 0.2, 0.0, 1.0, "how much all other prospects in reach count beside the best one"),
    # fighting (`tactics`)
    Number("retreat_below", 0.35, 0.0, 1.0, "chance to win below which the side retreats, to fight another turn"),
    Number("retreat_in_the_end", 0.02, 0.0, 0.6, "the same when there is no other turn"),
    Number("pursue_above", 0.6, 0.1, 1.0, "chance to win a pursuit above which ships follow"),
    Number("theatre_leaning", 0.15, -1.5, 1.5, "how much the theatre's modifier speaks for its action (§7.222)"),
    Number("aircraft_leaning", 0.3, -1.5, 2.0, "how much land-based air of ours speaks against surface action (§7.24)"),
    Number("target_at_all", 0.5, 0.0, 2.0, "what it is worth to remove any enemy unit; 1 is one of its airstrikes"),
    Number("target_guns", 0.6, 0.0, 2.0, "the same for each of its shots by gun"),
    Number("target_control", 0.5, 0.0, 5.0, "the same for its part in the control of the area"),
    Number("target_landing", 5.0, 0.0, 20.0, "the same for a landing force"),
    Number("target_damaged", 1.1, 0.4, 2.0, "how much more a damaged target is worth"),
    Number("submarine_target", 0.3, 0.0, 1.0, "what a ship sunk counts even when the war is nearly over"),
    # war with Japan (`war`)
    Number("strike_enough", 20.0, 6.0, 32.0, "airstrikes of the fast carriers in Japan from which to attack"),
    Number("patience", 4.0, 1.5, 8.5, "the turn from which the attack is not put off any longer"),
)  # fmt: skip

WARS = ("campaign", "atlantic", "pacific", "engagement", "midway")
"""What may be fought, as files of doctrines name it."""
DOCTRINES = Doctrines(NUMBERS, WARS)
STANDING = DOCTRINES.standing
"""`(1, sides)`: the doctrine of `scripted`, the same for both."""
