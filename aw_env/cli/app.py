"""The commands of `aw-env`.  Each imports what it needs when it is called, so that `--help` answers at once."""

import os
import platform
import sys
from collections.abc import Callable, Sequence
from functools import partial, wraps
from importlib.metadata import version
from inspect import cleandoc
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text
from typer.core import TyperGroup

from aw_env.cli.given import (
    complain,
    complain_of_scenario,
    console,
    game_of,
    known_game,
    new_game,
    player,
    players_with,
)
from aw_env.cli.sittings import (
    bid_of,
    go_on,
    guided_sitting,
    header_of,
    latest_game,
    opponent_at,
    recorder_of,
    sitting_at,
)
from aw_env.core.arguments import found_again
from aw_env.core.engine.first_start import say_once
from aw_env.core.errors import PlayerFailed, StuckGame, in_words
from aw_env.core.packages import CannotLoad, loaded, offered
from aw_env.core.streams import open_closed, replace_unknown_letters
from aw_env.games import FIRST as FIRST_GAME
from aw_env.games import listed

COMMANDS = "aw_env.commands"
"""The group of entry points under which packages offer commands."""


NARROW = 80
"""Columns of a terminal below which help has no boxes: they would cut the names of options."""


class Commands(TyperGroup):
    """The commands here, and those that other packages offer under the entry points `aw_env.commands`: a function with
    Typer's annotations, which returns what is printed, or a `typer.Typer` of several.  They are loaded when they are
    used or listed; one that cannot be is named in a line."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All names."""
        return [*super().list_commands(ctx), *offered(COMMANDS)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by its name; None for one that there is not, or that cannot be loaded."""
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return _readable(own)
        if cmd_name not in offered(COMMANDS):
            return None
        try:
            return _readable(_as_command(cmd_name, loaded(offered(COMMANDS)[cmd_name])))
        except CannotLoad as error:
            say_once(f"the command {error}")
            return None


def _readable(command: Any) -> Any:
    """A command, and those under it, whose help is in flowing paragraphs, and plain text in a narrow terminal."""
    command.help = "\n\n".join(part.replace("\n", " ") for part in cleandoc(command.help or "").split("\n\n"))
    columns = get_terminal_size().columns
    if columns < NARROW and command.rich_markup_mode is not None:
        command.help = Text.from_markup(command.help).plain
        command.rich_markup_mode = None
        command.context_settings["terminal_width"] = max(columns, 20)
    for under in getattr(command, "commands", {}).values():
        _readable(under)
    return command


def _as_command(name: str, made: Any) -> Any:
    """What a package offers, as a command; a ValueError, OSError or PlayerFailed of it ends the command with a clear
    line."""
    if not isinstance(made, typer.Typer):
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        alone.command(name)(_reported(made))
        return typer.main.get_command(alone)
    group = typer.Typer(name=name, no_args_is_help=True, help=made.info.help, add_completion=False)
    for one in made.registered_commands:
        assert one.callback is not None
        group.command(one.name)(_reported(one.callback))
    return typer.main.get_group(group)


def _reported(command: Callable[..., Any]) -> Callable[..., None]:
    @wraps(command)
    def run(*given: Any, **named: Any) -> None:
        try:
            result = command(*given, **named)
        except (ValueError, OSError, PlayerFailed) as error:
            complain(error)
        if result is not None:
            console().print(result)

    return run


app = typer.Typer(
    name="aw-env",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help="""[bold]Naval wargames[/]: play them, watch them, rank players, check the data.

    To play tonight:  [bold]aw-env play[/]  and type [bold]help[/] at the prompt.

    To watch a game first:  [bold]aw-env watch --delay 0.5[/]

    To compile everything in advance:  [bold]aw-env warm[/]
    """,
)

MOST_DELAY = 3600
"""Seconds that `watch` waits after a decision at most."""
SCENARIOS = "A scenario, such as midway or campaign, or the path of its .toml file"

GameOption = Annotated[str, typer.Option("--game", help=f"Which game: {listed()}.")]
ScenarioOption = Annotated[str, typer.Option("--scenario", "-s", help=f"{SCENARIOS}.")]
PlayersOption = Annotated[
    int | None, typer.Option(help="2, or 4 in the campaign and its halves: british, japanese, american, german.")
]
VictoryOption = Annotated[str | None, typer.Option(help="What four players play for: team or individual.")]
OptionalRuleOption = Annotated[
    list[str] | None,
    typer.Option("--option", help="An optional rule, such as argus; may be repeated. `aw-env options` lists them."),
]
BidOption = Annotated[
    float | None,
    typer.Option(
        help="Points to even out the sides: above 0 for the first side, such as the Allies, below 0 for the other."
    ),
]
SeedOption = Annotated[int | None, typer.Option(help="Seed of the dice; the same seed gives the same dice.")]
RecordOption = Annotated[
    Path | None, typer.Option(help="Record the game in this file as one line of JSON, for `aw-env replay`.")
]


def tell_version(asked: bool) -> None:
    """Show the versions and exit."""
    if asked:
        print(f"aw_env {version('aw_env')}, Python {platform.python_version()}, {platform.platform()}")
        raise typer.Exit


@app.callback()
def of_all_commands(
    version: Annotated[
        bool, typer.Option("--version", callback=tell_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """What comes before a command."""


@app.command()
def play(
    scenario: Annotated[
        str | None,
        typer.Option("--scenario", "-s", help=f"{SCENARIOS}; by default the game's usual one, or that of --load."),
    ] = None,
    side: Annotated[
        list[str] | None,
        typer.Option(help="Your seat, such as allies or british; may be repeated."),
    ] = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            help="A level, from 1 (the weakest) to 5 at most, or a player: scripted, tuned, random, search:200ms, a "
            "shipped agent such as midway, or a trained agent's folder. For one seat: german=3."
        ),
    ] = None,
    seed: SeedOption = None,
    dice: Annotated[bool, typer.Option("--dice", help="Roll real dice and type them in.")] = False,
    everyone: Annotated[
        bool, typer.Option("--two-players", "--everyone", help="People in every seat, at one keyboard.")
    ] = False,
    players: PlayersOption = None,
    victory: VictoryOption = None,
    option: OptionalRuleOption = None,
    bid: BidOption = None,
    load: Annotated[Path | None, typer.Option(help="Continue a game saved with `save`.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the game that you left last.")] = False,
    guided: Annotated[
        bool, typer.Option("--guided", help="A first game of about ten minutes, guided by an adviser.")
    ] = False,
    record: RecordOption = None,
    which: GameOption = "",
) -> None:
    """Play a game against the computer, or with friends at one keyboard.

    Every question lists numbered choices. Answer with a number or the beginning of a name, or give orders by name:
    [bold]Yorktown to Hawaiian Islands[/], [bold]all cruisers to Marshalls[/], [bold]rest stay[/].
    Type [bold]why[/] for the rules behind the choices, [bold]hint[/] for advice, [bold]undo[/] to take an answer back,
    [bold]board[/] and [bold]fleets[/] to look around, [bold]help[/] for the rest. The game is saved at every question;
    [bold]--resume[/] continues it.

    The whole war, with four players: [bold]aw-env play --scenario campaign --side british[/]
    """
    from aw_env.cli.play import Play
    from aw_env.table.keeping import Keeper

    file = latest_game() if resume else load
    saved, kept = header_of(file) if file is not None else (None, None)
    known = known_game(which) if which else game_of(saved)
    begun = scenario or (kept.scenario if kept else saved.scenario if saved else known.scenario)
    game = new_game(
        known,
        begun,
        seed,
        players or (saved.players if saved else players_with(known, begun, side or ())),
        victory or (saved.settings.get("victory", "team") if saved else "team"),
        option or (saved.options if saved else ()),
        bid_of(saved) if bid is None else bid,
    )
    if file is not None:
        go_on(game, file)
    you = game.rules.seats if everyone else side or ()
    sitting = sitting_at(game, kept, scenario, you, opponent or (), dice, record, resume)
    if guided:
        sitting = guided_sitting(known.name, sitting)
    at_level = partial(opponent_at, known.name, game)
    bots = {
        seat: player(at_level(sitting.opponents[name]), game.seed + 1 + seat, sitting.scenario, known.players)
        for seat, name in enumerate(game.rules.seats)
        if name not in sitting.people
    }
    recorder = recorder_of(sitting.record, game, sitting.scenario)
    try:
        keeper = Keeper(game, file if resume else None)
    except OSError as error:
        complain(error)
    Play(game, bots, console(), sitting, keeper, recorder).run()


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 127.0.0.1 is this machine only.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")] = 8000,
    name: Annotated[
        list[str] | None,
        typer.Option(help="Public name of the server, such as play.example.org; may be repeated."),
    ] = None,
    games: Annotated[Path | None, typer.Option(help="File that keeps the games.")] = None,
    clear_older_than: Annotated[
        str | None,
        typer.Option(help="Remove games, finished or not, that have been idle this long: 30d, 12h, 90m."),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="Offer people this player under a name, such as mine=exec:./mybot; may be repeated."),
    ] = None,
    smtp_host: Annotated[str, typer.Option(help="Mail server that sends people an e-mail when it is their move.")] = "",
    smtp_port: Annotated[
        int, typer.Option(min=1, max=65535, help="Port of the mail server; 465 uses TLS from the start.")
    ] = 587,
    smtp_user: Annotated[
        str,
        typer.Option(help="User at the mail server; its password goes into the environment as AW_ENV_SMTP_PASSWORD."),
    ] = "",
    mail_from: Annotated[str, typer.Option(help="Address that e-mails come from.")] = "",
) -> None:
    """Serve the web table: play in a browser, alone or with friends. Needs the extra [bold]web[/]."""
    import sqlite3

    web = web_table()
    from aw_env.core.players import call
    from aw_env.table.keeping import folder

    for named in bot or ():
        called, equals, player = named.partition("=")
        if not equals:
            complain(f"--bot {named}: a name and a player, such as mine=exec:./mybot")
        try:
            call(called, player)
        except ValueError as error:
            complain(f"--bot {named}: {error}")
    if warning := web.warning(host):
        Console(stderr=True, highlight=False, emoji=False).print(Text(warning, "yellow"), soft_wrap=True)
    seconds = None if clear_older_than is None else seconds_in("--clear-older-than", clear_older_than)

    smtp = mail_server(smtp_host, smtp_port, smtp_user, mail_from)

    def begun(address: str) -> None:
        console().print(f"The table is at {address}", markup=False)

    file = games or folder() / "web.sqlite3"
    try:
        web.serve(host, port, name or (), file, begun, seconds, smtp)
    except OSError as error:
        complain(error)
    except sqlite3.Error as error:
        complain(f"{file}: not a file of games: {'it is a folder' if file.is_dir() else error}")


def mail_server(host: str, port: int, user: str, sender: str) -> Any:
    """The mail server by which letters go out, or None; what is missing ends the command with a clear line."""

    from aw_env.web.post import Smtp

    if not host:
        if user or sender:
            complain("--smtp-user and --mail-from need --smtp-host")
        return None
    if "@" not in sender:
        complain(f"--mail-from {sender}: the address that letters come from, such as table@example.org")
    password = os.environ.get("AW_ENV_SMTP_PASSWORD", "")
    if bool(user) != bool(password):
        complain("--smtp-user and AW_ENV_SMTP_PASSWORD in the environment go together")
    return Smtp(host, port, sender, user, password)


SECONDS = {"d": 86400, "h": 3600, "m": 60}
"""By the letter that may follow a number."""


def seconds_in(option: str, words: str) -> float:
    """A time such as 30d, 12h or 90m; another ends the command with a clear line."""
    number, unit = words[:-1], words[-1:]
    if not (number.isascii() and number.isdecimal() and unit in SECONDS and len(number) < 7):
        complain(f"{option} {words}: a number of days, hours or minutes, such as 30d, 12h or 90m")
    return float(number) * SECONDS[unit]


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def watch(
    context: typer.Context,
    scenario: Annotated[
        str | None, typer.Option("--scenario", "-s", help=f"{SCENARIOS}; by default the game's usual one.")
    ] = None,
    seed: SeedOption = None,
    players: PlayersOption = None,
    victory: VictoryOption = None,
    option: OptionalRuleOption = None,
    bid: BidOption = None,
    boards: Annotated[bool, typer.Option("--boards", help="Show the board at the start of each phase.")] = False,
    delay: Annotated[float, typer.Option(help=f"Seconds to wait after each decision, at most {MOST_DELAY}.")] = 0.0,
    web: Annotated[bool, typer.Option("--web", help="Watch in a browser; needs the extra web.")] = False,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port for --web.")] = 8001,
    record: RecordOption = None,
    which: GameOption = FIRST_GAME,
) -> None:
    """Watch computer players, with every move and die narrated.

    Name the player of a side by its option, such as --allies tuned --axis random: scripted (the default), tuned, a
    shipped agent such as midway, or a trained agent's folder.
    """
    from aw_env.cli import watch as told

    if not 0 <= delay <= MOST_DELAY:
        complain(f"--delay {delay}: must be from 0 to {MOST_DELAY} seconds")
    known = known_game(which)
    scenario = scenario or known.scenario
    game = new_game(known, scenario, seed, players or 2, victory or "team", option or (), bid or 0)
    named = players_of_sides(context.args, [side.id for side in game.rules.speech().sides])
    if web:
        if record is not None or boards:
            complain("--web excludes --record and --boards: the page shows the board and offers the record")
        watch_on_the_web(known, game, named, min(delay, MOST_DELAY), port)
        return
    bots = {
        seat: player(named[side], game.seed + 1 + seat, scenario, known.players)
        for seat, side in enumerate(game.rules.sides)
    }
    recorder = recorder_of(record, game, scenario)
    told.watch(game, bots, console(), boards, delay)
    if recorder is not None:
        try:
            recorder.write(game)
        except OSError as error:
            complain(error)


def players_of_sides(words: Sequence[str], sides: Sequence[str]) -> list[str]:
    """The player of each side, of options that are called as sides are; "scripted" where none is said."""
    players = dict.fromkeys(sides, "scripted")
    said = iter([part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])])
    for option in said:
        side, player = option.removeprefix("--"), next(said, None)
        if not option.startswith("--") or side not in players or player is None:
            complain(f"{option}: say who plays which side: {' '.join(f'--{side} PLAYER' for side in sides)}")
        players[side] = player
    return list(players.values())


def watch_on_the_web(known: Any, game: Any, named: Sequence[str], delay: float, port: int) -> None:
    """Watch a game in a browser.  named: who plays each side."""
    web = web_table()
    from aw_env.table.offers import Setup

    def begun(address: str) -> None:
        console().print(f"The game is at {address}; Ctrl-C ends it.", markup=False, soft_wrap=True)

    rules = game.rules
    players = {name: named[side] for name, side in zip(rules.seats, rules.sides, strict=True)}
    setup = Setup(
        game=known.name,
        scenario=rules.scenario.name,
        players=rules.players,
        options=rules.options,
        victory=rules.settings.get("victory", "team"),
        bid=rules.bid,
        seed=game.seed,
    )
    try:
        web.show(setup, players, delay, port, begun)
    except (ValueError, OSError, ImportError) as error:
        complain(error)


def web_table() -> Any:
    """What serves pages; without its extra the command ends with a clear line."""
    try:
        from aw_env.web import serve
    except ImportError as error:
        complain(f"the web table needs the extra `web` (pip install 'aw_env[web]'): {error}")
    return serve


@app.command()
def record(
    who: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYERS",
            help="scripted, tuned, search:64, a shipped agent such as midway, or a trained agent's folder; several "
            "alternate seats from game to game.",
        ),
    ],
    minari: Annotated[str, typer.Option(help="Name of the new data set, with a version: midway/scripted-v0.")],
    scenario: Annotated[
        str | None, typer.Option("--scenario", "-s", help=f"{SCENARIOS}; by default the game's usual one.")
    ] = None,
    games: Annotated[int, typer.Option(help="Number of games.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed; the same seed gives the same data.")] = 0,
    players: PlayersOption = None,
    victory: VictoryOption = None,
    option: OptionalRuleOption = None,
    observation: Annotated[str, typer.Option(help="Layout: summary, units or candidates.")] = "summary",
    dtype: Annotated[str, typer.Option(help="Type of observations: float32 (scaled) or int16.")] = "float32",
    reward: Annotated[str, typer.Option(help="outcome, or victory_points.")] = "outcome",
    code: Annotated[str | None, typer.Option(help="A link to the code, for data that you publish.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing data set of this name.")] = False,
    which: GameOption = FIRST_GAME,
) -> None:
    """Record games as a data set for offline learning, which [bold]minari.load_dataset[/] reads. Needs the extra
    [bold]data[/].

    Each seat's decisions in a game are one episode: observations with masks, actions, rewards.

    A hundred games of one player:  [bold]aw-env record scripted --minari midway/scripted-v0[/]

    Two players who alternate sides:  [bold]aw-env record tuned search:64 --minari midway/mixed-v0 --games 20[/]

    The same command resumes an interrupted recording. Data sets are kept in `MINARI_DATASETS_PATH`, by default
    `~/.minari/datasets`.
    """
    try:
        from aw_env.cli import record as recorded
        from aw_env.table.datasets import Recording
    except ImportError as error:
        complain(f"data sets need the extra `data` (pip install 'aw_env[data]'): {error}")

    known = known_game(which)
    scenario = str(found_again(scenario or known.scenario))
    rules = new_game(known, scenario, seed, players or 2, victory or "team", option or ()).rules
    found = [player(name, seed, scenario, known.players) for name in who]
    settings = {"scenario": scenario, "options": list(rules.options), "players": rules.players, **rules.settings}
    shown = {"observation": observation, "dtype": dtype, "reward": reward}
    try:
        env = recorded.env_of(known, who[-1], **settings, **shown)
        columns = recorded.columns_of(known, observation)
        recording = Recording(minari, env, scenario, found, who, games, seed, columns, code)
    except (ValueError, OSError) as error:
        complain(error)
    try:
        console().print(recorded.write(recording, force), markup=False, soft_wrap=True)
    except (PlayerFailed, OSError) as error:
        complain(f"{in_words(error)}; {recorded.left(recording)}")
    except ValueError as error:
        complain(error)
    except KeyboardInterrupt:
        console().print(recorded.left(recording), markup=False, soft_wrap=True)
        raise


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A file of recorded games, one a line.")],
    game: Annotated[int, typer.Option(help="Line of the file, counted from 1.")] = 1,
    decisions: Annotated[bool, typer.Option("--decisions", help="Show each decision and its answer too.")] = False,
    until: Annotated[int | None, typer.Option(min=0, help="Stop after this many actions.")] = None,
) -> None:
    """Replay a recorded game, with its dice, and narrate it."""
    from aw_env.cli import watch as told
    from aw_env.recording import read_record

    try:
        told.replay(read_record(file, game), console(), decisions, until)
    except (ValueError, OSError) as error:  # wrong records and scenarios, files that cannot be read
        complain(error)


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(help="A file of recorded games, one a line.")],
    game: Annotated[int, typer.Option(help="Line of the file, counted from 1.")] = 1,
    seconds: Annotated[float, typer.Option(min=0, help="Seconds that the analysis may take.")] = 60.0,
    at: Annotated[
        int | None, typer.Option(min=0, help="Save the position after this many answers, to try again.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="File for that position; `aw-env play --load FILE` continues from there.")
    ] = None,
) -> None:
    """Analyse a recorded game: what positions were worth, where it turned, and which answers cost most."""
    from aw_env.cli import analyse as told
    from aw_env.recording import read_record

    try:
        record = read_record(file, game)
        if at is None:
            told.analyse(record, console(), seconds)
        else:
            told.try_again(record, console(), at, save)
    except (ValueError, OSError) as error:
        complain(error)


@app.command()
def report(
    rule: Annotated[str, typer.Argument(help="The rule's number in the rulebook, such as 7.222.")],
    file: Annotated[Path | None, typer.Argument(help="A game saved with `save`; by default the one left last.")] = None,
    says: Annotated[str, typer.Option(help="What happens, and what the rulebook says should happen.")] = "",
) -> None:
    """Report a rule that the program gets wrong: write the position, the game so far as one line for
    `aw-env replay`, and the versions, in Markdown for an issue."""
    from aw_env.cli.report import report as reported

    file = file or latest_game()
    saved, kept = header_of(file)
    scenario = kept.scenario if kept else saved.scenario
    victory = saved.settings.get("victory", "team")
    game = new_game(game_of(saved), scenario, None, saved.players, victory, saved.options, bid_of(saved))
    go_on(game, file)
    print(reported(game, scenario, rule, says))


@app.command()
def rules(
    chapter: Annotated[str, typer.Argument(help="A chapter (7) or section (7.3); by default all.")] = "",
    missing: Annotated[bool, typer.Option("--missing", help="List only rules that no test cites.")] = False,
    tests: Annotated[Path | None, typer.Option(help="The folder of the tests; by default the game's.")] = None,
    covered: Annotated[
        Path | None, typer.Option(help="A file of rule numbers; fail if one of them has no test.")
    ] = None,
    which: GameOption = FIRST_GAME,
) -> None:
    """List the rules of the rulebook with the tests that cite them."""
    from aw_env.cli import coverage

    known = known_game(which)
    if known.rulebook is None:
        complain(f"{known.title} has no list of numbered rules")
    tests = tests or Path(known.tests)
    if not tests.is_dir():
        complain(f"there is no folder {tests}; run this in a checkout, or give --tests")
    try:
        report = coverage.report(tests, which)
    except SyntaxError as error:
        complain(f"{error.filename}, line {error.lineno}: {error.msg}")
    coverage.show(report, console(), chapter, missing)
    if report.unknown:
        places = "; ".join(f"{cited.rule} in {cited.file}:{cited.line}" for cited in report.unknown)
        complain(f"tests cite numbers that the rulebook does not have: {places}")
    if covered is not None:
        try:
            lost = report.lost(covered)
        except OSError as error:
            complain(error)
        if lost:
            complain(f"rules that have lost their test: {', '.join(lost)}")


@app.command()
def check(
    folder: Annotated[Path | None, typer.Argument(help="Folder of the printed material.")] = None,
    brief: Annotated[bool, typer.Option("--brief", help="Count the estimates instead of listing them.")] = False,
    which: GameOption = FIRST_GAME,
) -> None:
    """Validate the printed material (map, counters, scenarios), and list its estimated values."""
    from aw_env.cli.checked import show
    from aw_env.table.rulebook import wrong_lines

    known = known_game(which)
    report = known.room("printed.check").check(folder)
    if known.rulebook is not None:
        report.problems += wrong_lines(report.folder / known.rulebook.name)
    show(report, console(), not brief)
    if not report.sound:
        raise typer.Exit(1)


@app.command()
def options(
    scenario: Annotated[
        str, typer.Argument(help=f"{SCENARIOS}; by default the one with the most optional rules.")
    ] = "",
    which: GameOption = FIRST_GAME,
) -> None:
    """List the optional rules of a scenario: what each does, and whom it helps."""
    from aw_env.cli.optional_rules import table

    known = known_game(which)
    try:
        offered = known.offer(scenario) if scenario else max(known.scenarios(), key=lambda one: len(one.options))
    except ValueError as error:
        complain_of_scenario(known, scenario, error)
    listed = (*offered.options, *offered.with_values)
    if not listed:
        console().print(f"{f'{scenario} of ' if scenario else ''}{known.title} has no optional rules.", markup=False)
        return
    console().print(table(listed, f"Optional rules of {scenario or offered.name}"))


@app.command(add_help_option=False, context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def bench(context: typer.Context) -> None:
    """Measure decisions and copies a second on this machine, with other installed environments for comparison."""
    from aw_env.cli.bench import main as measure

    measure(context.args)


@app.command()
def warm(which: GameOption = FIRST_GAME) -> None:
    """Compile everything in advance, so that games, batches and players start at once. Takes a few minutes, once per
    version."""
    from aw_env.cli.warm import warm as compile_all

    compile_all(console(), known_game(which))


def main() -> None:
    """The entry point of `aw-env`."""
    open_closed()
    replace_unknown_letters()
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    except OSError as error:  # of what is printed: the disk is full
        sys.exit(f"aw-env: {in_words(error)}")
    except StuckGame as error:  # of a save that was made by hand, or a fault of the rules
        sys.exit(f"aw-env: {error}")
