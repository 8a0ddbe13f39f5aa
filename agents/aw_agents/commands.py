"""What `aw-env` can do with players: its commands of the entry points `aw_env.commands`."""

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from aw_env.games import FIRST, listed, named


def arena(
    players: Annotated[
        list[str],
        typer.Argument(
            help="Two or more: random, scripted, tuned, search:64, shipped agents such as midway, or folders of "
            "trained ones."
        ),
    ],
    scenario: Annotated[
        str | None, typer.Option("--scenario", "-s", help="A scenario, or the path of its .toml file.")
    ] = None,
    games: Annotated[int, typer.Option(help="Games between each pair, half of them from each side.")] = 200,
    seed: Annotated[int, typer.Option(help="Seed of the dice.")] = 0,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", help="An optional rule; may be repeated. `aw-env options` lists them."),
    ] = None,
    on: Annotated[
        str | None, typer.Option(help="Play on the Ray cluster at HOST:PORT, auto, or local for all cores.")
    ] = None,
    which: Annotated[str, typer.Option("--game", help=f"Which game: {listed()}.")] = FIRST,
) -> Any:
    """Play a round robin, each pair from both sides, and print ratings with confidence intervals."""
    if len(players) < 2:
        raise ValueError("an arena needs two players or more")
    import warnings

    from aw_agents.arena import round_robin
    from aw_agents.arena.addresses import hosts_at

    known = named(which)
    if on is not None and which != FIRST:
        raise ValueError(f"--on: a cluster plays {FIRST} only")
    scenario = scenario or known.scenario
    with hosts_at(on, known.ruleset(scenario, option or ())) as hosts, warnings.catch_warnings():
        warnings.showwarning = tell
        return round_robin(players, scenario, games, seed, option or (), hosts, which)


def tell(message: Warning | str, *_: Any, **__: Any) -> None:
    """A warning as a line on stderr, without the place in the code."""
    Console(stderr=True, highlight=False, emoji=False).print(Text(f"aw-env: {message}", "yellow"), soft_wrap=True)


def bot(
    player: Annotated[
        str, typer.Argument(help="random, scripted, tuned, a shipped agent, or a trained agent's folder.")
    ],
) -> None:
    """Run a player as a program that answers lines on standard input (docs/protocol.md), for use at other tables."""
    import sys

    from aw_agents.bots.bot import Bot, serve

    serve(Bot(player), sys.stdin.buffer, sys.stdout.buffer)


def bot_check(
    command: Annotated[str, typer.Argument(help='Command that starts the bot, as one argument: "./mybot --fast".')],
    games: Annotated[int, typer.Option(min=1, max=1000, help="Games to play.")] = 20,
    seed: Annotated[int, typer.Option(help="Seed of the dice.")] = 0,
    scenario: Annotated[
        str | None, typer.Option("--scenario", "-s", help="A scenario, or the path of its .toml file.")
    ] = None,
    which: Annotated[str, typer.Option("--game", help=f"Which game: {listed()}.")] = FIRST,
) -> Any:
    """Play games with your bot, and report what is wrong with it."""
    from aw_agents.bots.check import check

    found = check(command, named(which), scenario, games, seed)
    if found.good:
        return found
    Console(stderr=True).print(found)
    raise typer.Exit(1)


def referee(
    programs: Annotated[
        list[str],
        typer.Argument(help='Command that starts the program of each seat, as one argument: "./mybot --fast".'),
    ],
    scenario: Annotated[
        str | None, typer.Option("--scenario", "-s", help="A scenario, or the path of its .toml file.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option("--option", help="An optional rule; may be repeated.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the dice.")] = 0,
    decision: Annotated[float, typer.Option(min=0.01, help="Seconds for a decision.")] = 60.0,
    clock: Annotated[float | None, typer.Option(min=0.01, help="Seconds for the game; by default no limit.")] = None,
    increment: Annotated[float, typer.Option(min=0.0, help="Seconds that each decision adds to the clock.")] = 0.0,
    which: Annotated[str, typer.Option("--game", help=f"Which game: {listed()}.")] = FIRST,
) -> Any:
    """Run one game between programs that speak the protocol (docs/protocol.md), and report how it ended."""
    from rich.table import Table

    from aw_agents.arena.manner import Manner, OneGame
    from aw_agents.bots.player import ExecPlayer

    known = named(which)
    rules = known.ruleset(scenario or known.scenario, option or (), players=len(programs))
    manner = Manner(decision=decision, game=clock, increment=increment)
    players = [ExecPlayer(program, known.name, manner.limits) for program in programs]
    held = OneGame(rules, players, seed, manner)
    held.play()
    told = Table(title=f"{rules.scenario.name}: {int(held.score.decisions[0])} decisions")
    for heading in ("seat", "program", "points", "seconds", "failure"):
        told.add_column(heading, overflow="fold")
    failed = {forfeit.seat: forfeit.reason for forfeit in held.forfeits}
    for seat, name in enumerate(rules.seats):
        points, seconds = f"{held.points[0, seat]:g}", f"{held.seconds[seat]:.2f}"
        told.add_row(name, programs[seat], points, seconds, failed.get(seat, ""))
        players[seat].close()
    return told
