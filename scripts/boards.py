"""The pictures of boards in `README.md` and on the pages about the games, from games between staff officers: `python -m
scripts.boards`."""

from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

import aw_agents
from aw_env import admirals_war_v0, naval_miniatures_v0, war_at_sea_v0, world_at_war_v0
from aw_env.core.drawn.picture import HEADER
from aw_env.games import playing
from aw_env.table.table import answer_of

DOCS = Path(__file__).resolve().parent.parent / "docs"
WIDTH, GAP = 1984, 12
PAPER = "#ffffff"
COLOURS = 256


def reached(game: Any, turn: int, decision: str, sights: int = 0) -> Any:
    """A game between two officers, played until this is asked on a turn or later, about a unit with so many lines of
    sight, both clear and blocked.  Raises ValueError."""
    officer = aw_agents.load("scripted", playing(game.rules.name).players)
    while not game.ended:
        view = game.view()
        if view.turn >= turn and view.decision.name == decision:
            lines = game.rules.scene(view).sights
            if len(lines) >= sights and (not sights or len({line.clear for line in lines}) == 2):
                return game
        game.apply(answer_of(officer, game))
    raise ValueError("the game was over before")


def board(game: Any) -> Image.Image:
    """Its board with the header, without what is below the map."""
    view = game.view()
    whole = np.ascontiguousarray(game.rules.picture(view)[: HEADER + game.rules.scene(view).chart.height])
    return Image.fromarray(whole)


def whole(game: Any) -> Image.Image:
    """The same with all that is below the map."""
    return Image.fromarray(game.rules.picture(game.view()))


def wide(image: Image.Image, width: int) -> Image.Image:
    """The same so many pixels across."""
    return image.resize((width, round(width * image.height / image.width)), Image.Resampling.LANCZOS)


def under(boards: list[Image.Image], width: int) -> Image.Image:
    """Boards one below the other, each so wide."""
    boards = [wide(one, width) for one in boards]
    whole = Image.new("RGB", (width, sum(one.height for one in boards) + GAP * (len(boards) - 1)), PAPER)
    top = 0
    for one in boards:
        whole.paste(one, (0, top))
        top += one.height + GAP
    return whole


def together(above: Image.Image, left: list[Image.Image], right: Image.Image) -> Image.Image:
    """One board above two columns of one height: several boards, and another."""
    above, slope = wide(above, WIDTH), sum(one.height / one.width for one in left)
    other = right.height / right.width
    across = round(((WIDTH - GAP) * other - GAP * (len(left) - 1)) / (slope + other))
    column, right = under(left, across), wide(right, WIDTH - GAP - across)
    below = Image.new("RGB", (WIDTH, max(column.height, right.height)), PAPER)
    below.paste(column, (0, 0))
    below.paste(right, (across + GAP, 0))
    return under([above, below], WIDTH)


def keep(image: Image.Image, name: str) -> None:
    """Write a picture in a few colours, of which an octree keeps those of nations apart that cover little."""
    few = image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(DOCS / name, optimize=True)


def main() -> None:
    """Write the pictures into `docs/`."""
    battle = board(reached(naval_miniatures_v0.game("samar", seed=1), 2, "TARGET", sights=3))
    campaign = board(reached(admirals_war_v0.game("campaign", seed=1), 5, "SURFACE_TARGET"))
    war = board(reached(war_at_sea_v0.game("war_at_sea", seed=1), 3, "SURFACE_TARGET"))
    raiders = board(reached(world_at_war_v0.game("raiders", seed=1), 5, "ENGAGE"))
    keep(together(campaign, [war, raiders], battle), "boards.png")
    keep(battle, "naval_miniatures.png")
    keep(whole(reached(admirals_war_v0.game("midway", seed=1), 5, "CARRIER_FIRE")), "midway.png")
    keep(whole(reached(admirals_war_v0.game("campaign", seed=1), 5, "COMBAT_AREA")), "campaign.png")


if __name__ == "__main__":
    main()
