"""The rules behind each decision, in our own words: what the `why` of the command line tells."""

from aw_env.core.said.understanding import Reason
from aw_env.games.war_at_sea.records.terms import Decision


def why(decision: Decision) -> Reason:
    """The rules behind the choices of a decision, and why a choice that one might expect can be missing."""
    return _REASONS[Decision(decision)]


_REASONS: dict[Decision, Reason] = {
    Decision.NONE: Reason(("1.1",), "Nothing is asked: the game has ended."),
    Decision.SET_UP: Reason(
        ("4.3", "4.4", "4.5", "4.6"),
        "British ships that are there from the beginning lie in England or Malta; all that come later appear in the "
        "port of their nation.",
    ),
    Decision.ORDER: Reason(
        ("6.1", "6.2", "6.4", "6.6", "14.3", "15.1", "15.4", "15.5"),
        "An area beside her port is always reached. One further on takes a die below her speed, rolled when all ships "
        "have their orders; who fails goes to port for the turn. No ship tries to sail on through an area that the "
        "enemy controlled last turn, so areas behind one are missing, and so are those closed to her nation. Convoys "
        "enter one area a turn, and each area takes one convoy.",
    ),
    Decision.RETURN: Reason(
        ("5.7", "6.4", "6.7", "6.8", "7.2", "14.3", "17.1"),
        "After combat every ship goes to a port that her area leads to; disabled ships do so at once, and ships that "
        "failed to get through at the end of movement. Ports of the enemy and ports not in use are missing. A convoy "
        "may stay at sea.",
    ),
    Decision.REPAIR: Reason(
        ("13.1", "13.2", "2.7"),
        "A shipyard mends so many damage points a turn, of ships of its side that have not moved or tried to. What is "
        "not spent is lost.",
    ),
    Decision.U_BOAT_ORDER: Reason(
        ("6.5", "8.1", "8.2"),
        "A U-boat may be put into any area. One that survives there keeps the Allies from controlling it.",
    ),
    Decision.AIR_MARKER: Reason(
        ("5.5", "9.1", "9.2", "9.3", "9.4"),
        "Each side has one marker of three airstrike factors and chooses one place for it in secret. In a port it "
        "finds the ships that are there when combat begins.",
    ),
    Decision.COMBAT_AREA: Reason(
        ("5.6",),
        "Areas are resolved one after another, in the order that the Axis chooses. Areas with nothing to resolve are "
        "missing.",
    ),
    Decision.U_BOAT_TARGET: Reason(
        ("8.5", "8.6", "5.61"),
        "A U-boat that the hunt has left attacks any ship or convoy in its area with one die. All name their targets "
        "before any die is rolled.",
    ),
    Decision.AIR_TARGET: Reason(
        ("10.1", "10.2", "10.3", "10.4", "10.5"),
        "All airstrike factors of a side in the place are one pool: one die a factor. A target is named, then the dice "
        "are rolled, and no ship is struck twice in a turn. The results of both sides take effect together. U-boats "
        "are no targets.",
    ),
    Decision.CARRIER_FIRE: Reason(
        ("11.6",),
        "A carrier of the Axis says before targets are named whether she fires. One that fires may be fired upon like "
        "any other ship; a silent one only by a side that fires upon every other vessel as well.",
    ),
    Decision.SURFACE_TARGET: Reason(
        ("11.2", "11.3", "11.5", "11.6", "14.8"),
        "A ship fires all her dice at one target; all targets are named before any die is rolled, and any ship may "
        "hold her fire. A silent carrier is missing unless the ships still to aim can cover every other vessel; a "
        "convoy is missing while another vessel with it is undamaged.",
    ),
    Decision.DISENGAGE: Reason(
        ("12.1", "12.2", "12.4", "12.9"),
        "After a round each side says in secret whether it leaves. All its ships go, in groups, and it cannot control "
        "the area; if both leave nobody does.",
    ),
    Decision.JOIN_GROUP: Reason(
        ("12.1", "12.3"),
        "A group is as fast as its slowest ship. Fast ships on their own get away from slow pursuers. A ship joins the "
        "group of one that is already placed or begins another.",
    ),
    Decision.PURSUIT: Reason(
        ("12.3", "12.5", "12.7", "12.8"),
        "A ship may pursue a group that is not faster than she is; others are missing. All pursuers are named at once, "
        "and pursue one group each. Who stays holds the area.",
    ),
    Decision.OILING: Reason(
        ("16.1", "16.2"),
        "On turns 1 to 3 a German ship in the Atlantic may look for an oiler: 1-5, 1-4, 1-3. She then stays at sea and "
        "sails to any area next turn; if she finds none she goes to the Neutral Port.",
    ),
    Decision.SECRET_MOVEMENT: Reason(("19.3",), "British ships lie face down until the Axis has moved."),
}
