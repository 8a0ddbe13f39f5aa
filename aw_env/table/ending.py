"""How a game has ended, in words."""

from aw_env.core.faces.game import Game

RESULTS = {1: "The Allies win.", 0: "A draw.", -1: "The Axis wins.", None: "The game is not over."}
"""Which side has won, by the result."""


def in_words(game: Game) -> str:
    """Which side has won and why; where each plays to win alone, how the tracks stand.  "" while it is played."""
    if not game.over:
        return "" if not game.ended else "The game was broken off."
    why = game.rules.speech().victory(game.view())
    return f"{RESULTS[game.result]} {why}" if game.rules.settings.get("victory", "team") == "team" else why
