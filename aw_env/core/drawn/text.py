"""The board as text for a terminal: tables of sea areas, of ports, and of the fleets."""

import io
from collections import Counter as Counted
from collections.abc import Container, Iterable, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.table import Table
from rich.text import Text

from aw_env.core.declare.sides import Side
from aw_env.core.drawn.scene import Area, Counter, Holds, Port, Scene, Sign, gathered
from aw_env.core.drawn.silhouettes import Shape
from aw_env.core.said import naming
from aw_env.core.said.wording import UnknownWords, capital, plain

WIDTH = 100
"""Columns of a text board."""
NOBODY = "bright_black"
"""Colour of what nobody holds."""
MARKS = {Sign.DAMAGE: "bold red", Sign.CRIPPLED: "bold red", Sign.DISABLED: "bold yellow"}
"""Colours of the marks behind names; the others are dim."""
FEW_AREAS = 16
"""Sea areas that are shown whenever a phase begins."""


def ansi(scene: Scene) -> str:
    """The position as plain text of at most `WIDTH` columns: areas, ports, boxes, and all fleets."""
    parts: list[Text | Table | Squares | None]
    parts = [heading(scene).append(f"\n{scene.asked}"), squares(scene), areas(scene), empty_areas(scene)]
    parts += [ports(scene), off_the_map(scene)]
    parts += [fleet(scene, side) for side in scene.sides if scene.units]
    return in_plain_text(Group(*(line for part in parts if part is not None for line in (part, "")), *scene.notes))


def in_plain_text(*parts: object) -> str:
    """What rich would print, without colours."""
    stream = io.StringIO()
    console = Console(file=stream, width=WIDTH, color_system=None, force_terminal=False, emoji=False, highlight=False)
    console.print(*parts)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def heading(scene: Scene) -> Text:
    """Scenario, turn, phase, tracks and facts; in combat the area and round."""
    turn = f"turn {scene.turn}" if scene.turn == scene.last_turn else f"turn {scene.turn} of {scene.last_turn}"
    text = Text(f"{scene.title}, {turn}: {scene.phase_words}", "bold")
    for track in scene.tracks:
        text.append(f"\n{track.title}: ", "default").append(track.words, _style(scene.ahead(track.lead)))
    for fact in scene.facts:
        text.append(f"\n{fact.title}: {fact.words}", "default")
    if scene.fight is not None:
        which = f", round {scene.fight.round}" if scene.fight.round else ""
        text.append(f"\nCombat in {scene.fight.where}{which}", "yellow")
    return text


def board(scene: Scene, view: Any, part: str = "") -> "list[Text | Table | Squares]":
    """The board as it stands: all of it, or the region or the place that `part` names, with what borders it.

    view: that of which the scene is made.  Raises UnknownWords.
    """
    shown = _places_of(scene, view, plain(part)) if plain(part) else None
    whole = (squares(scene), off_the_map(scene)) if shown is None else (None, None)
    empty = empty_areas(scene) if shown is None else None
    parts = [heading(scene), whole[0], areas(scene, shown), empty, ports(scene, shown), whole[1]]
    return [one for one in parts if one]


def _places_of(scene: Scene, view: Any, part: str) -> set[str]:
    """Ids of the places of a region, or of the places of a name, the ports on them and the areas that they lie on."""
    places: list[Area | Port] = [*scene.areas, *scene.ports]
    of_region = {place.id for place in places if place.region == part}
    if of_region:
        return of_region
    found = {place.id for place in naming.places_named(view, part)}
    if not found:
        regions = list(dict.fromkeys(f"board {place.region}" for place in places if place.region))
        known = f"; try {', '.join(regions)}" if regions else naming.did_you_mean(part, naming.all_places(view))
        raise UnknownWords(f'there is no place called "{part}" here{known}')
    on_them = {port.id for port in scene.ports if found & set(port.on)}
    return found.union(on_them, *(port.on for port in scene.ports if port.id in found))


ACROSS, FEWEST_ACROSS = 14, 6
"""Columns of a square on a map in text where there is room, and where there is none."""


class Squares:
    """A map of shifted squares with how many units of each type are where, as wide as there is room."""

    def __init__(self, scene: Scene) -> None:
        named = {area.id: area for area in scene.areas}
        self._scene = scene
        self._rows = [[named[id] for id in row] for row in scene.chart.map.squares]
        self._widest = max(map(len, self._rows))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        across = max(FEWEST_ACROSS, min(ACROSS, options.max_width // self._widest))
        for row in self._rows:
            margin = Text(" " * ((self._widest - len(row)) * across // 2))
            for line in _lines_of_squares(self._scene, row):
                yield margin + Text("").join(_cell(words, across) for words in line)


def squares(scene: Scene) -> Squares | None:
    """The map of a scene as squares; None of another map."""
    return Squares(scene) if scene.chart.map.squares else None


def _lines_of_squares(scene: Scene, row: Sequence[Area]) -> list[list[Text]]:
    """What the squares of a row hold, line by line: their names, their notes if there are any, then the units of each
    side that has any."""
    style = {area.id: "bold" if area.fighting else "dim" for area in row}
    lines = [[Text(area.name, style[area.id]) for area in row]]
    if any(area.notes for area in row):
        lines.append([Text(" ".join(area.notes), style[area.id]) for area in row])
    for side in scene.sides:
        held = [Counted(unit.type for unit in scene.units_in(area.id) if unit.side == side.id) for area in row]
        if any(held):
            words = (" ".join(f"{n}{kind}" if n > 1 else kind for kind, n in types.items()) for types in held)
            lines.append([Text(word, side.style) for word in words])
    return lines


def _cell(words: Text, across: int) -> Text:
    """Words in the room of a square."""
    cell = words.copy()
    cell.truncate(across - 1)
    cell.pad_right(across - len(cell))
    return cell


def areas(scene: Scene, shown: Container[str] | None = None) -> Table | None:
    """The sea areas, or those of the ids `shown`: who controls them, what they are worth, and the units of each side
    there; on a map of squares, and on one of many areas that score nothing, only those in which something is."""
    left_out = {area.id for area in _not_listed(scene)} if shown is None else ()
    of_control = ("Control", "Points") if any(area.points for area in scene.areas) else ()
    table = _table(capital(scene.area), *of_control, *(side.title for side in scene.sides))
    for column in table.columns[1 + len(of_control) :]:
        column.ratio = 1
    for area in scene.areas:
        if shown is not None and area.id not in shown:
            continue
        if area.id in left_out:
            continue
        held, here = scene.side(area.control), scene.units_in(area.id)
        name = Text(area.name, "bold reverse" if area.fighting else "bold")
        for note in (*area.notes, *(["resolved"] if area.resolved else [])):
            name.append(f"\n{note}", "dim not bold not reverse")
        forces = [_force(scene, [unit for unit in here if unit.side == side.id]) for side in scene.sides]
        if of_control:
            worth = (Text(f"{points}", side.style) for points, side in zip(area.points, scene.sides, strict=True))
            control = Text("nobody" if held is None else held.title, _style(held))
            forces = [control, Text("/").join(worth), *forces]
        table.add_row(name, *forces)
    return table if table.row_count else None


def _not_listed(scene: Scene) -> list[Area]:
    """The areas in which nothing is, on a map of which only the others are listed."""
    scores = any(area.points for area in scene.areas)
    if not scene.chart.map.squares and (scores or len(scene.areas) <= FEW_AREAS):
        return []
    return [area for area in scene.areas if not scene.units_in(area.id) and not area.fighting]


def empty_areas(scene: Scene) -> Text | None:
    """The names of the areas that `areas` leaves out, together by what is noted of them; none of a map of squares."""
    if scene.chart.map.squares:
        return None
    alike: dict[str, list[str]] = {}
    for area in _not_listed(scene):
        alike.setdefault(", ".join(area.notes), []).append(area.name)
    text = Text()
    for notes, names in sorted(alike.items(), key=lambda one: one[0] == ""):
        text.append(f"Elsewhere ({notes}): " if notes else "Without units: ", "bold")
        text.append(f"{', '.join(names)}\n", "dim")
    text.rstrip()
    return text or None


def ports(scene: Scene, shown: Container[str] | None = None) -> Table | None:
    """The ports in use, or those of the ids `shown`: owner, the areas that they belong to, the units in them."""
    bases = Sign.BASE in scene.legend.signs
    table = _table("Port or base" if bases else "Port", "Owner", "On", "Units")
    table.columns[2].ratio, table.columns[3].ratio = 2, 3
    names = {area.id: area.name for area in scene.areas}
    for port in scene.ports:
        if shown is not None and port.id not in shown:
            continue
        on = ", ".join(names[area] for area in names if area in port.on)
        owner = Text(port.owner, _style(scene.side(port.control)))
        table.add_row(_port_name(port), owner, on, _in_port(scene, port))
    return table if table.row_count else None


def _port_name(port: Port) -> Text:
    name = Text(port.name, "bold")
    name.append("" if port.kind == "port" else f" {port.kind}", "dim not bold")
    name.append(f" {port.worth} VP" if port.worth else "", "yellow not bold")
    for note in port.notes:
        name.append(f"\n{note}", "dim not bold")
    return name


def _in_port(scene: Scene, port: Port) -> Text:
    held = _force(scene, scene.units_in(port.id))
    if not port.raided_by:
        return held
    raided = ", ".join(f"raided by {power.title}" for power in scene.powers if power.id in port.raided_by)
    return Text.assemble(held, "\n" if held.plain else "", (raided, "yellow"))


def off_the_map(scene: Scene) -> Text:
    """The boxes with units in them, turn by turn where these come later, and the units whose place is unknown."""
    text = Text()
    for box in scene.boxes:
        by_turn: dict[int, list[Counter]] = {}
        for unit in scene.units_in(box.id):
            by_turn.setdefault(unit.due if box.holds in (Holds.COMING, Holds.RETURNING) else 0, []).append(unit)
        for turn, due in sorted(by_turn.items()):
            title = f"{box.name}, turn {turn}" if turn else f"{box.name}{box.note and f' ({box.note})'}"
            text.append(f"{title}: ", "bold").append(_names(scene, due)).append("\n")
    if scene.units_in(None):
        text.append(f"{scene.unseen}: ", "bold").append(_names(scene, scene.units_in(None)))
    text.rstrip()
    return text


def fleets(scene: Scene, words: str) -> list[Table]:
    """The units of all sides, or of the side or power that is named.  Raises UnknownWords."""
    wanted = plain(words)
    powers = {name: power for power in scene.powers for name in (power.id, plain(power.title))}
    if wanted in powers:
        power = powers[wanted]
        side = scene.side(power.side)
        assert side is not None, "a power is of a side"
        return [fleet(scene, side, power.title, power.id)]
    if wanted and scene.side(wanted) is None:
        known = [*(side.id for side in scene.sides), *(power.id for power in scene.powers)]
        raise UnknownWords(f'"{words}" has no fleet: choose from {", ".join(known)}')
    return [fleet(scene, side) for side in scene.sides if wanted in ("", side.id)]


def fleet(scene: Scene, side: Side, title: str = "", power: str = "") -> Table:
    """The units of a side, or of one of its powers; those with the same type and factors on one line, and last those
    that are still to come."""
    table = Table(box=None, show_header=False, title=f"{title or side.title} fleet", title_style=f"bold {side.style}")
    table.title_justify = "left"
    for ratio in (None, None, 1):
        table.add_column(ratio=ratio, no_wrap=ratio is None)
    away = {box.id: box for box in scene.boxes if box.holds in (Holds.GONE, Holds.COMING)}
    own = [unit for unit in scene.units if unit.side == side.id and power in ("", unit.power)]
    alike: dict[tuple[str, str], list[Counter]] = {}
    for unit in own:
        if unit.place not in away:
            alike.setdefault((unit.type, unit.factors), []).append(unit)
    for (kind, factors), units in alike.items():
        table.add_row(Text(kind, "dim"), factors, _names(scene, units))
    for box in away.values():
        coming = [unit for unit in own if unit.place == box.id and box.holds == Holds.COMING]
        if coming:
            table.add_row("", "", Text(f"{box.name}: ", "dim").append(_names(scene, coming)))
    return table


def score_sheet(scene: Scene, scored: Sequence[str] = (), luck: Sequence[str] = (), played: str = "") -> Table:
    """The score sheet of a game that is over: why it is won or drawn, and what each side holds, has and has lost.

    scored: for what each side has points of the last turn, by name; luck: what each has had; () where that is not told.
    played: with what the game was played that is not the scenario's, "" for nothing.
    """
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, expand=True, title_justify="left")
    table.title, table.title_style = scene.verdict, "bold"
    table.caption, table.caption_justify = capital(played) or None, "left"
    table.add_column("")
    for side in scene.sides:
        table.add_column(Text(side.title, side.style), ratio=1)
    for row in score_rows(scene, scored, luck):
        table.add_row(*row)
    return table


def score_rows(scene: Scene, scored: Sequence[str] = (), luck: Sequence[str] = ()) -> list[tuple[str, ...]]:
    """The rows of a score sheet (`score_sheet`): what of, and for each side, in words."""
    held = {side.id: [area.name for area in scene.areas if area.control == side.id] for side in scene.sides}
    lost = {side.id: [unit.name for unit in scene.units if unit.lost and unit.side == side.id] for side in scene.sides}
    controlled = any(area.points for area in scene.areas)
    rows = [
        (title, *(", ".join(names[side.id]) or "none" for side in scene.sides))
        for title, names, told in (("holds", held, controlled), (scene.losses, lost, bool(scene.units)))
        if told
    ]
    rows += [("last turn", *scored)] if scored else []
    rows += [("luck", *luck)] if luck else []
    return rows + [(fact.title.lower(), *fact.of_sides) for fact in scene.facts if fact.of_sides]


def _style(side: Side | None) -> str:
    return NOBODY if side is None else side.style


def _table(*headers: str) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, expand=True, header_style="dim")
    for header in headers:
        table.add_column(header, overflow="fold")
    return table


def _force(scene: Scene, units: Sequence[Counter]) -> Text:
    """The units of a place by what they do: patrolling or in port, raiding, air, amphibious."""
    ships = [unit for unit in units if unit.shape not in (Shape.AIRCRAFT, Shape.LANDING)]
    lines = [
        _names(scene, [unit for unit in ships if not unit.raiding]),
        _line(scene, "raiding: ", [unit for unit in ships if unit.raiding]),
        _line(scene, "air: ", [unit for unit in units if unit.shape == Shape.AIRCRAFT]),
        _line(scene, "landing force: ", [unit for unit in units if unit.shape == Shape.LANDING]),
    ]
    return Text("\n").join(line for line in lines if line.plain)


def _line(scene: Scene, title: str, units: Sequence[Counter]) -> Text:
    return Text.assemble((title, "dim"), _names(scene, units)) if units else Text()


def _names(scene: Scene, units: Iterable[Counter]) -> Text:
    """Units with what has happened to them: "Akagi -2 D, I-boat 1 H"."""
    return Text(", ").join(_name(scene, unit) for unit in gathered(units))


def _name(scene: Scene, unit: Counter) -> Text:
    text = Text(unit.name, _style(scene.side(unit.side)))
    for mark in unit.marks:
        text.append(f" {mark.words}" if mark.words else "", MARKS.get(mark.sign, "dim"))
    return text
