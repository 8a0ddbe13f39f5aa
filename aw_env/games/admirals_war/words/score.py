"""How a game has ended, and why it is won or drawn (§1.4)."""

from aw_env.games.admirals_war.records.terms import FIRST_BOX, Box, Kind, Side, Theatre, Victory
from aw_env.games.admirals_war.view import UnitView, View
from aw_env.games.admirals_war.words.wording import THEATRES, all_of
from aw_env.naval.sides import SIDES, side_does, standing

_TRACKS = {
    Victory.THEATRES: (Theatre.ATLANTIC, Theatre.PACIFIC),
    Victory.ATLANTIC_TRACK: (Theatre.ATLANTIC,),
    Victory.PACIFIC_TRACK: (Theatre.PACIFIC,),
}
"""The tracks that decide."""


def leads(view: View) -> dict[Theatre, int]:
    """The lead of the Allies on each track that decides, handicap included."""
    tracks = _TRACKS.get(Victory(view.scenario.books[0]["victory"]), ())
    return {track: view.victory_points[track] + view.handicap[track] for track in tracks}


def why(view: View) -> str:
    """Why a game that is over is won or drawn, in a sentence."""
    decided = leads(view)
    if not decided:
        return _why_engagement(view)
    told = all_of([f"{THEATRES[track]}: {standing(lead)}" for track, lead in decided.items()])
    if view.scenario.books[0]["individual"]:
        return f"{told}. Each player plays for his own track."
    winners = {Side.ALLIES if lead > 0 else Side.AXIS for lead in decided.values() if lead}
    if len(winners) == 1:
        how = "one track won and none lost" if len(decided) > 1 else "ahead on the track that decides"
        return f"{told}. {side_does(next(iter(winners)), 'win')}, {how}."
    each = "each side has won a track" if winners else "nobody leads"
    return f"{told}. A draw: {each}."


def _why_engagement(view: View) -> str:
    """The engagement goes to the side that holds the area, or else has sunk more."""
    for area in view.areas:
        flag = view.flag(area.id)
        if flag is not None:
            return f"{side_does(flag, 'hold')} {area.name}."
    allies, axis = view.armor_sunk
    return f"Nobody holds the area. Armor factors lost: {SIDES[Side.ALLIES]} {allies}, {SIDES[Side.AXIS]} {axis}."


def lost(view: View, side: Side) -> list[UnitView]:
    """Ships that a side had when the game began and that are out of play: sunk, scrapped or withdrawn."""
    begun = view.scenario.templates[0]["place"]
    gone = FIRST_BOX + Box.OUT_OF_PLAY
    units = (unit for unit in view.units if unit.side == side and unit.kind == Kind.SHIP)
    return [unit for unit in units if unit.place_number == gone and begun[unit.number] != gone]
