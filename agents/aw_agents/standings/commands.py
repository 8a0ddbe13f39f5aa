"""`aw-env standings`."""

from typing import Annotated, Any

import typer

from aw_env.games import FIRST, listed


def standings(
    scenario: Annotated[
        str | None, typer.Option("--scenario", "-s", help="A scenario; by default all of the game.")
    ] = None,
    which: Annotated[str, typer.Option("--game", help=f"Which game: {listed()}.")] = FIRST,
) -> Any:
    """Show how strong the shipped players are, how long they take, and how far they can be exploited."""
    from rich.console import Group

    from aw_agents.standings import kept
    from aw_agents.standings.table import shown
    from aw_env.games import named

    return Group(*(shown(which, one) for one in ([scenario] if scenario else kept.scenarios(named(which).name))))
