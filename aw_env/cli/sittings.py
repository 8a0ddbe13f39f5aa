"""Who sits where at a table in the terminal, and games that are gone on with, as the options of `aw-env play` say."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from aw_env.cli.given import complain
from aw_env.core.errors import in_words


def sitting_at(
    game: Any,
    kept: Any,
    scenario: str | None,
    you: Sequence[str],
    given: Sequence[str],
    dice: bool,
    record: Path | None,
    resumed: bool,
) -> Any:
    """Who sits where and how they play: as the options say, or else as it was `kept` with a saved game (or None).  Only
    a game that is resumed goes on with its record: who sends a save does not say what is written here."""
    from aw_env.table.keeping import Sitting

    seats = game.rules.seats
    for name in you:
        seat_named(seats, "--side", name)
    before = kept or Sitting(scenario=game.rules.scenario.name, people=())
    if scenario is not None and scenario.endswith(".toml"):
        scenario = str(Path(scenario).resolve())
    return before.model_copy(
        update={
            "scenario": scenario or before.scenario,
            "people": tuple(name for name in seats if name in (you or before.people)) or seats[:1],
            "opponents": opponents(seats, given, before.opponents),
            "dice": dice or before.dice,
            "record": str(record.resolve()) if record else before.record if resumed else None,
        }
    )


def guided_sitting(game: str, sitting: Any) -> Any:
    """A sitting in which the scenario's guide leads the one person there is; without such a guide, or with others at
    the keyboard, the command ends with a clear line."""
    from aw_env.table.guide import guide_to

    try:
        guide = guide_to(game, sitting.scenario)
    except ValueError as error:
        complain(error)
    if guide is None:
        complain(f"there is no guide to {sitting.scenario}")
    if sitting.people != (guide.seat,):
        complain(f"the guide leads the {guide.seat}, alone at the keyboard")
    return sitting.model_copy(update={"guided": True})


def latest_game() -> Path:
    """The game that was left last; if none is kept, the command ends with a clear line."""
    from aw_env.table.keeping import folder, kept

    games = kept()
    if not games:
        complain(f"there is no game to resume in {folder()}")
    return games[0]


def recorder_of(file: str | Path | None, game: Any, scenario: str) -> Any:
    """What records a game in a file, from its beginning, or None; a path that cannot be written ends the command."""
    from aw_env.recording import Recorder

    if file is None:
        return None
    try:
        return Recorder(file, game, scenario)
    except (ValueError, OSError) as error:
        complain(f"--record: {in_words(error)}")


def seat_named(seats: Sequence[str], option: str, name: str) -> int:
    """The number of a seat; a name that there is not ends the command with a clear line."""
    if name not in seats:
        *others, last = seats
        complain(f"{option} {name}: choose from {', '.join(others)} and {last}")
    return seats.index(name)


def opponent_at(known: str, game: Any, name: str) -> str:
    """The player that is meant by a level or by its name; a level that there is not ends the command."""
    from aw_env.table.levels import player_at

    try:
        return player_at(known, game.rules.scenario.name, name)
    except ValueError as error:
        complain(f"--opponent: {error}")


def opponents(seats: Sequence[str], given: Sequence[str], before: Mapping[str, str]) -> dict[str, str]:
    """Who plays each seat that no person holds: "german=random" speaks of one seat, "random" of all others; who is not
    spoken of stays as before."""
    of_all = [name for name in given if "=" not in name]
    names = dict.fromkeys(seats, of_all[-1]) if of_all else dict.fromkeys(seats, "scripted") | dict(before)
    for one in given:
        seat, equals, name = one.partition("=")
        if equals:
            names[seats[seat_named(seats, "--opponent", seat)]] = name
    return names


def header_of(file: Path) -> tuple[Any, Any]:
    """What a saved game says of itself, and the sitting that it remembers or None; a file that cannot be used ends the
    command with a clear line."""
    from aw_env.core import saves
    from aw_env.core.errors import SaveError
    from aw_env.table.keeping import sitting_of

    try:
        header = saves.header(saves.read_file(file))
        return header, sitting_of(header)
    except (OSError, SaveError) as error:
        complain(f"{file}: {error}" if isinstance(error, SaveError) else error)


def bid_of(saved: Any) -> float:
    """The bid of a saved game, by its header or None; one that is no number ends the command with a clear line."""
    from aw_env.core.ruleset import BID

    kept = saved.settings.get(BID, "0") if saved is not None else "0"
    try:
        return float(kept)
    except ValueError:
        complain(f"this save has a bid that is no number: {kept[:20]!r}")


def go_on(game: Any, file: Path) -> None:
    """Restore a saved game; a file that cannot be used ends the command with a clear line."""
    from aw_env.core import saves
    from aw_env.core.errors import SaveError

    try:
        game.restore(saves.read_file(file))
    except (OSError, SaveError) as error:
        complain(f"{file}: {error}" if isinstance(error, SaveError) else error)
