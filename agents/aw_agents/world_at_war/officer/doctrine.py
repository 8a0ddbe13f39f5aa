"""The doctrine of the staff officer: the numbers in its rules of thumb.  `STANDING` is that of `scripted`."""

from aw_agents.doctrines import Doctrines, Number

NUMBERS = (
    # the Axis
    Number("groups", 1.0, 0.0, 8.0, "raider groups that sail a turn"),
    Number("group_ships", 2.0, 1.0, 3.0, "ships of a group"),
    Number("last_raid", 9.0, 0.0, 99.0, "turn after which no more raiders sail"),
    Number("withhold", 2.0, 0.0, 12.0, "factors of defenders up to which a raider is withheld"),
    # the Allies
    Number("oppose", 0.0, -9.0, 9.0, "turn after which raiders are opposed"),
    Number("heavy", 1.0, -2.0, 3.0, "how gladly heavy ships engage, a factor"),
    Number("light", 1.0, -2.0, 3.0, "the same for cruisers and destroyers"),
    Number("odds", 1.2, 0.0, 5.0, "times the raiders' factors with which they are fought on their way home"),
    Number("damaged", 3.0, 0.0, 9.0, "what a damaged raider adds to that"),
    Number("intercept", 1.5, 0.0, 4.0, "times the raiders' factors that try to meet them on their way"),
    Number("screen", -1.0, -9.0, 9.0, "above 0: heavy ships are screened while others stand in the line"),
    Number("guards", 15.0, 0.0, 40.0, "factors of battleships that wait in the SW box to protect convoys"),
    Number("protect", 1.2, 0.0, 4.0, "times the enemy's factors in reach that protect a convoy"),
    # the Axis again
    Number("hunt", 1.2, 0.0, 9.0, "times the protectors' factors with which a convoy is intercepted"),
    # both
    Number("leave", 1.5, 0.2, 9.0, "times a side's factors of the enemy's from which it leaves a battle"),
    Number("mend", 2.0, 0.0, 9.0, "what mending a factor is worth beside a transport, which is 5"),
    # among the islands
    Number("raid", 1.2, 0.0, 4.0, "times our factors for which those of the enemy near an island count"),
    Number("defend", 0.8, 0.0, 2.0, "times the raiders' factors without which an island is not defended"),
    Number("carriers", 1.0, -3.0, 3.0, "how gladly carriers come"),
    Number("hold_out", 0.3, 0.0, 9.0, "what is added to `leave` for a defender after the first round"),
    Number("patrol", 0.25, 0.0, 1.0, "share of the carriers' squadrons that patrol"),
    Number("counterair", 0.0, 0.0, 1.0, "share of the others that attack squadrons of bases"),
    Number("cover", 0.5, 0.0, 1.0, "share of the squadrons of bases that cover the ships"),
    Number("forward", 3.0, 0.0, 9.0, "islands more that are close to a base to which ships move"),
    Number("port", 0.5, -1.0, 2.0, "how gladly a port is built for each island close to it beyond five"),
    Number("land", 0.0, -20.0, 20.0, "how gladly an island is invaded"),
    Number("invade", 2.0, 1.0, 5.0, "odds to one at which an invasion sails"),
    Number("escort", 0.8, 0.0, 3.0, "times the enemy's factors in reach that protect the troops of an invasion"),
    Number("double", 2.0, -3.0, 6.0, "how gladly a capital ship doubles on another rather than fire at light ships"),
    # over the hexes of the Mediterranean
    Number("break_off", 1.0, 0.0, 9.0, "times a side's strength of the enemy's from which it leaves a battle"),
    Number("company", 5.0, 0.0, 6.0, "times the factors that are to be expected with which ships go along"),
    Number("meet", 0.25, 0.0, 2.0, "times the factors that are out with which ships of a port meet them"),
    Number("destroyers", 1.0, -1.0, 3.0, "how gladly destroyers go along to meet cargo; up to 0.5 they stay"),
    Number("find", 0.5, 0.0, 1.0, "chance to find them from which on they try"),
    Number("fly", 3.0, 0.0, 10.0, "factors in port, of light ships half, from which on squadrons of bases fly at them"),
    Number("sortie", 10.0, 0.0, 30.0, "factors of heavy ships in a port from which on carriers strike it"),
    Number("patrols", 1.0, 0.0, 3.0, "task forces that patrol while troops wait"),
    Number("squadron", 1.0, 0.0, 2.0, "factors for which a squadron counts that can fly at ships on their way"),
    Number("detour", 0.25, -1.0, 5.0, "factors less of the enemy's for which a way is taken that is not the shortest"),
    Number("line", 0.25, 0.0, 3.0, "times the enemy's factors that are to be expected for which a supply line is kept"),
    Number("sail", 0.6, 0.0, 1.0, "chance to take a place with which an invasion sails, and attacks again"),
)
RAIDERS, ISLANDS, HEXES = WARS = ("raiders", "night_express", "mediterranean")
DOCTRINES = Doctrines(NUMBERS, WARS)
STANDING = DOCTRINES.standing
