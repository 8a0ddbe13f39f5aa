"""The picture of the games' boards in `README.md` and that of a battle of Naval Miniatures, from games between staff
officers: `python -m scripts.boards`."""

from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

import aw_agents
from aw_env import admirals_war_v0, naval_miniatures_v0, war_at_sea_v0
from aw_env.core.drawn.picture import HEADER
from aw_env.games import playing
from aw_env.table.table import answer_of

DOCS = Path(__file__).resolve().parent.parent / "docs"
WIDTH, GAP = 1984, 12
PAPER = "#ffffff"
COLOURS = 128


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


def wide(image: Image.Image, width: int) -> Image.Image:
    """The same so many pixels across."""
    return image.resize((width, round(width * image.height / image.width)), Image.Resampling.LANCZOS)


def together(above: Image.Image, left: Image.Image, right: Image.Image) -> Image.Image:
    """One board above two others of one height."""
    above = wide(above, WIDTH)
    one, other = left.width / left.height, right.width / right.height
    across = round((WIDTH - GAP) * one / (one + other))
    left, right = wide(left, across), wide(right, WIDTH - GAP - across)
    whole = Image.new("RGB", (WIDTH, above.height + GAP + max(left.height, right.height)), PAPER)
    for image, place in ((above, (0, 0)), (left, (0, above.height + GAP)), (right, (across + GAP, above.height + GAP))):
        whole.paste(image, place)
    return whole


def keep(image: Image.Image, name: str) -> None:
    """Write a picture in a few colours."""
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(DOCS / name, optimize=True)


def main() -> None:
    """Write both pictures into `docs/`."""
    battle = board(reached(naval_miniatures_v0.game("samar", seed=1), 2, "TARGET", sights=3))
    campaign = board(reached(admirals_war_v0.game("campaign", seed=1), 5, "SURFACE_TARGET"))
    war = board(reached(war_at_sea_v0.game("war_at_sea", seed=1), 3, "SURFACE_TARGET"))
    keep(together(campaign, war, battle), "boards.png")
    keep(battle, "naval_miniatures.png")


if __name__ == "__main__":
    main()
