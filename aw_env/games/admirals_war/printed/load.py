"""Read and check the printed material and scenarios, and pack them into the records that the rules read.

`printed()` is everything in `configs/admirals_war`; `scenario("midway")` adds a scenario and holds the packed `books`
and `templates`.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Any

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.folder import configs_folder
from aw_env.core.offers import Bids
from aw_env.core.printed.bids import Bidding, evened
from aw_env.core.printed.scenarios import Scenario, Shelf, Vocabulary, digest_of, known_scenarios, scenario_file
from aw_env.games.admirals_war.printed.kinds import TURN_0
from aw_env.games.admirals_war.printed.material import Printed, read_printed
from aw_env.games.admirals_war.printed.names import Names, PlaceName, UnitName
from aw_env.games.admirals_war.printed.options import FIRST_TURN
from aw_env.games.admirals_war.printed.packing import pack_book, pack_game
from aw_env.games.admirals_war.printed.placement import check_placements
from aw_env.games.admirals_war.printed.scenario import MOST_POINTS, ScenarioFile, Tracks, read_scenario
from aw_env.games.admirals_war.records.state import GAME
from aw_env.games.admirals_war.records.terms import OPTIONS, PLACES, UNITS, Decision, Option, OptionalRule

__all__ = ["ConfigError", "Names", "PlaceName", "Printed", "Scenario", "UnitName", "configs_folder", "known_scenarios"]
__all__ += ["printed", "scenario", "shipped", "shipped_names"]

LAST_TURN = 10
"""The last turn of the standard game (§2.76)."""
SHELF = Shelf("admirals_war", read_printed)
shipped = SHELF.shipped
VOCABULARY = Vocabulary((OPTIONS, PLACES, UNITS), (Option, Decision))


def printed(folder: str | Path | None = None) -> Printed:
    """Everything printed, read from `folder` (default: `configs/admirals_war`) and checked.

    Raises ConfigError naming file, row and column or path of keys, and what is wrong.
    """
    return read_printed(Path(folder) if folder is not None else configs_folder() / "admirals_war")


def shipped_names() -> Names:
    """Names of its units and places."""
    return Names(shipped())


def scenario(
    name_or_path: str | Path,
    printed: Printed | None = None,
    players: int = 2,
    options: Collection[str] = (),
    victory: str = "team",
    bid: float = 0,
) -> Scenario:
    """A scenario by its name, or by the path of a TOML file, for a number of players and with optional rules.

    victory: "team", or "individual" for four players of whom each plays to win alone (§1.4).  bid: points for the
    Allies, below 0 for the Axis, besides the handicap of the file.

    Raises ValueError for a bid that there is not; ConfigError for an unknown scenario (with the known ones), a wrong
    file, a number of players, a victory or optional rules that the scenario or each other do not allow."""
    printed = read_printed(configs_folder() / "admirals_war") if printed is None else printed
    path = scenario_file(name_or_path, printed)
    file = read_scenario(path, printed)
    if players not in file.players:
        allowed = " or ".join(str(number) for number in file.players)
        raise ConfigError(path, "players", f"this scenario is for {allowed} players, not {players}")
    file = with_options(file, options_in_play(path, file, printed, options), printed)
    if victory == "individual" and (players != 4 or file.victory != "theatres"):
        raise ConfigError(path, "victory", "individual victory needs four players and both tracks (1.4)")
    file = evened(BIDDING, file, bid)
    books, templates = pack_book(printed, file, players, victory), pack_game(printed, file)
    check_placements(path, file, printed, books[0], templates[0])
    title, digest = file.title or path.stem, digest_of(books, GAME, VOCABULARY, printed)
    return Scenario(path.stem, title, books, templates, Names(printed), digest, printed, file)


# --- bids ----------------------------------------------------------------------------------------------------

_DECIDES = {"theatres": ("atlantic", "pacific"), "atlantic": ("atlantic",), "pacific": ("pacific",)}
"""The tracks that decide, by what a scenario is played for (§1.4); an engagement is decided by none."""


def _bids(file: ScenarioFile) -> Bids | None:
    leads = [getattr(file.handicap, track) for track in _DECIDES.get(file.victory, ())]
    return Bids(1, -MOST_POINTS - min(leads), MOST_POINTS - max(leads)) if leads else None


def _handicapped(file: ScenarioFile, bid: float) -> ScenarioFile:
    """A bid is a handicap on each track that decides."""
    leads = {track: getattr(file.handicap, track) + int(bid) for track in _DECIDES[file.victory]}
    return file.model_copy(update={"handicap": Tracks(**file.handicap.model_dump() | leads)})


BIDDING = Bidding(_bids, _handicapped)


# --- optional rules --------------------------------------------------------------------------------------------


def with_options(file: ScenarioFile, in_play: list[str], printed: Printed) -> ScenarioFile:
    """The scenario with these optional rules in play: one of them may add a turn to the ten of the standard game, one
    another before them."""
    added = [turn for id in in_play if (turn := printed.charts.options[id].last_turn) is not None]
    ends = max(added) if added and file.last_turn == LAST_TURN else file.last_turn
    earlier = {}
    if TURN_0 in in_play and file.turn == FIRST_TURN and not says_its_turn(file):
        earlier = on_turn_zero(file, printed)
    return file.model_copy(update={"in_play": in_play, "last_turn": ends, **earlier})


def says_its_turn(file: ScenarioFile) -> bool:
    """Whether a file with turn 0 in play says itself on which turn the game stands."""
    return TURN_0 in file.in_play and "turn" in file.model_fields_set


def on_turn_zero(file: ScenarioFile, printed: Printed) -> dict[str, Any]:
    """What is other in a scenario of turn 1 when it begins with turn 0: the turn, the free placements of the first turn
    (§6.5), a track that starts as printed (§20.5); and Italy is neutral (§20.4)."""
    option, start = printed.charts.options[TURN_0], printed.charts.turn_chart.victory_points
    free = {
        id: placement.model_copy(update={"turn": option.first_turn}) if placement.turn == FIRST_TURN else placement
        for id, placement in file.free_placement.items()
    }
    as_printed = {"atlantic": start.atlantic.value, "pacific": start.pacific.value}
    points: dict[str, Any] = {
        name: lead
        for name, lead in option.victory_points.items()
        if getattr(file.victory_points, name) == as_printed[name]
    }
    return {
        "turn": option.first_turn,
        "free_placement": free,
        "victory_points": file.victory_points.model_copy(update=points),
        "italy_neutral": True,
    }


def options_in_play(path: Path, file: ScenarioFile, printed: Printed, options: Collection[str]) -> list[str]:
    """The optional rules of a game, in the order of the rulebook: those of its scenario file and those asked for.

    Raises ConfigError for one that is unknown or not allowed, and where one is missing that another requires, or two
    exclude each other.
    """
    known, wanted = printed.charts.options, {*file.in_play, *options}
    for id in sorted(wanted):
        where = f'options "{id}"'
        if id not in known:
            halves = [half for half in known if half.startswith(f"{id}_")]
            problem = f"say which: {' or '.join(halves)}" if halves else unknown(id, "optional rule", known)
            raise ConfigError(path, where, problem)
        if id not in file.options:
            allowed = ", ".join(file.options) or "none"
            raise ConfigError(path, where, f"this scenario does not allow it (allowed: {allowed})")
        for other in known[id].requires:
            if other not in wanted:
                raise ConfigError(path, where, f"needs {other} (§{known[id].rule})")
        for other in known[id].excludes:
            if other in wanted:
                raise ConfigError(path, where, f"cannot be played together with {other} (§{known[id].rule})")
    return [rule.name.lower() for rule in OptionalRule if rule.name.lower() in wanted]
