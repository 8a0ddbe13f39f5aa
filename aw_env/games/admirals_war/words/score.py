"""How a game has ended, and why it is won or drawn (§1.4)."""

from collections.abc import Iterator

from aw_env.core.said.speech import Gain
from aw_env.core.said.wording import all_of
from aw_env.core.seen.interpreted import interpreted
from aw_env.games.admirals_war.records.terms import FIRST_BOX, FIRST_PORT, Box, Kind, Side, Theatre, Victory
from aw_env.games.admirals_war.rules.control import areas_controlled, pays_for_neutral_port
from aw_env.games.admirals_war.rules.counters import home_theatre
from aw_env.games.admirals_war.rules.options.turn_eleven import closed_areas
from aw_env.games.admirals_war.view import UnitView, View
from aw_env.games.admirals_war.words.wording import THEATRES
from aw_env.naval import words
from aw_env.naval.sides import SIDES, side_does, side_id, standing

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


def gains(view: View) -> list[Gain]:
    """What would be scored if the turn ended now (§2.8, M.2, §2.343): areas, the scenario's places, and ships that are
    still in the neutral port, which count for the enemy."""
    return [*_of_areas(view), *_of_places(view), *_of_neutral_port(view)]


def _of_areas(view: View) -> Iterator[Gain]:
    """Where flags come off, a side has a unit that controls the area while no enemy unit denies it (§17.21)."""
    closed, tracks = view.by_rule(closed_areas), view.scenario.books[0]["vp_track"]
    for side in Side:
        taken = view.by_rule(areas_controlled, side)
        for area in view.areas:
            flagged, points = view.flag(area.id) == side, view.points(area.id)[side]
            stays = view.over or closed >> area.number & 1
            if points and (flagged if stays else taken >> area.number & 1):
                yield Gain(side_id(side), points, area.name, THEATRES[Theatre(tracks[area.number, side])])


def _of_places(view: View) -> Iterator[Gain]:
    book = view.scenario.books[0]
    for place in view.ports:
        port = place.number - FIRST_PORT
        track, owner = THEATRES[Theatre(book["port_theatre"][port])], view.owner(place.id)
        if owner is not None and book["place_vp"][port]:
            yield Gain(side_id(owner & 1), int(book["place_vp"][port]), place.name, track)
        for power in view.raided_by(place.id):
            if book["raid_vp"][port, power]:
                yield Gain(side_id(power & 1), int(book["raid_vp"][port, power]), f"{place.name}, raided", track)


def _of_neutral_port(view: View) -> Iterator[Gain]:
    for unit in view.units:
        if view.by_rule(pays_for_neutral_port, unit.number):
            track = THEATRES[Theatre(interpreted(home_theatre)(unit.power))]
            yield Gain(side_id(1 - unit.side), 1, f"{unit.name} in the neutral port", track)


def lost(view: View, side: Side) -> list[UnitView]:
    """Ships that a side had when the game began and that are out of play: sunk, scrapped or withdrawn; not those that
    it has had no use of (M.4)."""
    gone = words.lost(view, side, (Kind.SHIP,), FIRST_BOX + Box.OUT_OF_PLAY)
    return [unit for unit in gone if unit.state["committed"] or not _waited(view, unit)]


def _waited(view: View, unit: UnitView) -> bool:
    """Whether a ship was not on the map yet when the turn began."""
    return bool(view.record["origin"][unit.number] == FIRST_BOX + Box.NOT_YET_ARRIVED)
