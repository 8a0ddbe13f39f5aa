"""What people call units and places, and what they may have meant by words that name none.

A `view` is that of any game: it has `units_by_number`, `areas`, `ports` and `names` of everything printed.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from aw_env.core.said.wording import UnknownWords, any_of, plain

LIKENESS = 0.6
"""How like a name words must be to have meant it."""


def names_of_unit(unit: Any) -> tuple[str, ...]:
    """What a counter may be called, as `plain` writes it."""
    return plain(unit.name), plain(unit.id), *map(plain, getattr(unit, "aliases", ()))


def names_of_place(place: Any) -> tuple[str, ...]:
    """The same of a sea area, port, base or box."""
    return tuple(plain(name) for name in (place.name, place.id, *place.aliases))


def units_named(view: Any, words: str) -> list[Any]:
    """Units of the game with this name, or else whose name begins so, or else ends with these words: Hipper."""
    units, text = view.units_by_number, plain(words)
    names = {number: names_of_unit(view.names.units[number]) for number in units}
    found = named(text, names) or [
        number for number in units if any(name.endswith(f" {text}") for name in names[number])
    ]
    return [units[number] for number in found]


def places_named(view: Any, words: str) -> list[Any]:
    """Sea areas, ports and bases in use with this name, or else whose name begins so."""
    places = {place.number: place for place in (*view.areas, *view.ports)}
    names = {number: names_of_place(place) for number, place in places.items()}
    return [places[number] for number in named(plain(words), names)]


def areas_named(view: Any, words: str) -> list[Any]:
    """The sea areas among them."""
    return [place for place in places_named(view, words) if place.kind == "area"]


def absent(view: Any, words: str) -> str:
    """The name of the unit or place that is meant, and that it is not in this game, if it is printed but not there;
    else ""."""
    printed = [*view.names.units, *(place for place in view.names.places if place)]
    meant = (known for known in printed if plain(words) in (plain(known.name), plain(known.id)))
    return next((f"{known.name} {view.absence(known)}" for known in meant), "")


def named(text: str, names: Mapping[int, Iterable[str]]) -> list[int]:
    """The numbers that have a name, or else those with a name that begins so."""
    exact = [number for number, known in names.items() if text in known]
    begins = [number for number, known in names.items() if any(name.startswith(text) for name in known)]
    return exact or (begins if text else [])


def likest(words: str, names: Iterable[str]) -> list[str]:
    """Those of some names that words are most like, at most three."""
    known = {plain(name): name for name in names}
    return [known[name] for name in get_close_matches(plain(words), known, n=3, cutoff=LIKENESS)]


def did_you_mean(words: str, names: Iterable[str]) -> str:
    """ "; did you mean Hornet?", or "" when no name is like the words."""
    close = likest(words, names)
    return f"; did you mean {any_of(close)}?" if close else ""


def all_places(view: Any) -> list[str]:
    """The names of the sea areas, ports and bases in use."""
    return [place.name for place in (*view.areas, *view.ports)]


def places_around(view: Any, part: str) -> set[int] | None:
    """The numbers of the places of a name, and the ports on them or the areas they lie on; None for all.
    Raises UnknownWords."""
    if not plain(part):
        return None
    found = {place.number for place in places_named(view, part)}
    if not found:
        known = did_you_mean(part, all_places(view))
        raise UnknownWords(f'there is no place called "{part}" here{known}')
    on_them = {port.number for port in view.ports if view.touches(port.id) & found}
    beside = {area for port in view.ports if port.number in found for area in view.touches(port.id)}
    return found | on_them | beside


def unit_name(named: Any, unit: int) -> str:
    """Name of a counter by its number, of a view or scenario."""
    return named.names.units[unit].name


def place_name(named: Any, place: int) -> str:
    """Name of a place by its number, of a view or scenario; "nowhere" for what is none."""
    known = named.names.places[place] if place >= 0 else None
    return known.name if known else "nowhere"
