"""`aw-env ladder`: players climb in a file."""

import csv
import io
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from aw_env.games import listed

group = typer.Typer(
    no_args_is_help=True,
    help="Keep a file of rated players, and play the games that tell most about their strengths.",
)

FileArgument = Annotated[Path, typer.Argument(help="The file of the ladder.")]


@group.command()
def add(
    file: FileArgument,
    players: Annotated[
        list[str],
        typer.Argument(
            help="random, scripted, tuned, search:64, shipped agents such as midway, or folders of trained ones."
        ),
    ],
    scenario: Annotated[
        str | None, typer.Option("--scenario", "-s", help="Scenario of a new ladder; by default its game's usual one.")
    ] = None,
    seats: Annotated[int | None, typer.Option("--players", help="Seats of a new ladder: 2 (the default) or 4.")] = None,
    victory: Annotated[str | None, typer.Option(help="For four players: team or individual.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", help="An optional rule of a new ladder; may be repeated.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the dice of a new ladder; by default 0.")] = None,
    game: Annotated[str | None, typer.Option(help=f"Game of a new ladder: {listed()}.")] = None,
) -> Any:
    """Add players to a ladder; create it if it does not exist."""
    from aw_agents.ladder.file import Ladder, Settings
    from aw_env.core.players import load
    from aw_env.games import FIRST, named

    names = [str(Path(name).resolve()) if Path(name).exists() else name for name in players]
    given: dict[str, Any] = {"game": game, "scenario": scenario, "players": seats, "victory": victory, "seed": seed}
    given["options"] = None if option is None else tuple(option)
    begun = Ladder.is_begun(file)
    before = Ladder(file).settings if begun else Settings(scenario=named(game or FIRST).scenario)
    said = {key: value for key, value in given.items() if value is not None}
    for name in names:
        load(name, named(said.get("game", before.game)).players)
    ladder = Ladder.begin(file, replace(before, **said))
    new = ladder.add(names)
    return f"{file}: {len(ladder.players)} players; added {', '.join(new) or 'none'}"


@group.command()
def play(
    file: FileArgument,
    games: Annotated[int, typer.Option(min=1, help="Number of games to play.")] = 100,
    on: Annotated[
        str | None, typer.Option(help="Play on the Ray cluster at HOST:PORT, auto, or local for all cores.")
    ] = None,
) -> Any:
    """Play games, then show the standings. Several processes may play on one file at a time."""
    from tqdm import tqdm

    from aw_agents.arena.addresses import hosts_at
    from aw_agents.ladder.file import Ladder
    from aw_agents.ladder.playing import play as play_on
    from aw_agents.ladder.standings import standings_of

    ladder = Ladder(file)
    with hosts_at(on, ladder.rules) as hosts, tqdm(total=games, unit="game", smoothing=0) as bar:
        play_on(ladder, games, hosts, told=lambda number: bar.update())
    return standings_of(ladder)


@group.command()
def show(
    file: FileArgument,
    without: Annotated[
        list[str] | None, typer.Option(help="Rate without the games of this player; may be repeated.")
    ] = None,
) -> Any:
    """Show the standings, with each player's score in each seat and the best answer to it."""
    from aw_agents.ladder.file import Ladder
    from aw_agents.ladder.standings import standings_of

    return standings_of(Ladder(file), without or ())


@group.command()
def export(
    file: FileArgument,
    to: Annotated[Path, typer.Argument(help="A page (.html) with the standings, or all finished games (.csv).")],
) -> Any:
    """Write the standings as a self-contained HTML page, or the games as a table."""
    from aw_agents.ladder.file import Ladder
    from aw_agents.ladder.page import page
    from aw_agents.ladder.standings import standings_of
    from aw_env.core.saves import write_file

    if to.suffix not in (".html", ".csv"):
        raise ValueError(f"{to}: must end in .html or .csv")
    ladder = Ladder(file)
    write_file(to, page(standings_of(ladder)) if to.suffix == ".html" else table_of_games(ladder))
    return f"Written: {to}"


def table_of_games(ladder: Any) -> str:
    """All games that are over as CSV: number, seed, decisions, and by seat who played and what it brought."""
    text, names, seats = io.StringIO(), ladder.players, ladder.rules.seats
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["game", "seed", "decisions", *seats, *(f"{seat}_points" for seat in seats)])
    for game in ladder.played():
        seed, decisions = ladder.seating(game.number).seed, ladder.decisions(game.number)
        rows.writerow([game.number, seed, decisions, *(names[player] for player in game.players), *game.points])
    return text.getvalue()


@group.command()
def check(
    file: FileArgument,
    games: Annotated[int, typer.Option(min=1, help="Number of the latest games to replay.")] = 10,
) -> Any:
    """Replay the latest games, and fail if one ends differently."""
    from aw_agents.ladder.file import Ladder
    from aw_agents.ladder.playing import replays_alike

    ladder = Ladder(file)
    numbers = [game.number for game in ladder.played()[-games:]]
    changed = [number for number in numbers if not replays_alike(ladder, number)]
    if changed:
        raise ValueError(f"{file}: these games end differently now: {', '.join(map(str, changed))}")
    return f"{len(numbers)} games replayed: all end the same"
