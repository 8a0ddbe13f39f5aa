"""`aw-env tournament`."""

from pathlib import Path
from typing import Annotated, Any

import typer


def tournament(
    file: Annotated[Path, typer.Argument(help="The tournament's file (.toml); docs/ladder.md lists all keys.")],
    to: Annotated[Path | None, typer.Option(help="The ladder that keeps its games; by default FILE.ladder.")] = None,
    page: Annotated[Path | None, typer.Option(help="Also write the standings as a page (.html).")] = None,
    show: Annotated[bool, typer.Option("--show", help="Only show the standings.")] = False,
    on: Annotated[
        str | None, typer.Option(help="Play on the Ray cluster at HOST:PORT, auto, or local for all cores.")
    ] = None,
) -> Any:
    """Play a tournament to its end, or continue one that was stopped, and show the standings."""
    from tqdm import tqdm

    from aw_agents.arena.addresses import hosts_at
    from aw_agents.ladder.file import Ladder
    from aw_agents.ladder.playing import play
    from aw_agents.ladder.replays import Replays
    from aw_agents.tournament.entering import begin
    from aw_agents.tournament.pairing import Pairing
    from aw_agents.tournament.report import report
    from aw_agents.tournament.settings import read
    from aw_env.core.saves import check_can_be_written, write_file

    if page is not None and page.suffix != ".html":
        raise ValueError(f"{page}: must end in .html")
    if page is not None:
        check_can_be_written(page)
    told, path = read(file), to or file.with_suffix(".ladder")
    ladder = Ladder(path) if show else begin(told, path)
    replays = Replays.beside(path, told.replays)
    if not show:
        pairing = Pairing(told, ladder)
        with hosts_at(on, ladder.rules) as hosts:
            over = len(ladder.played())
            with tqdm(total=pairing.most_games, initial=over, unit="game", smoothing=0) as bar:
                play(ladder, None, hosts, lambda number: bar.update(), pairing, replays if told.replays else None)
    found = report(told, ladder, replays)
    if page is not None:
        write_file(page, found.page(page.parent))
    return found
