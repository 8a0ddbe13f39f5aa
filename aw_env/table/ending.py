"""How a game has ended, in words."""

from aw_env.core.faces.game import Game
from aw_env.core.ruleset import Ruleset


def outcome(rules: Ruleset, result: int | None) -> str:
    """Which side has won, by the result; None before the end."""
    if result is None:
        return "The game is not over."
    sides = rules.speech().sides
    return f"{sides[0 if result > 0 else 1].does('win')}." if result else "A draw."


def in_words(game: Game) -> str:
    """Which side has won and why; where each plays to win alone, how the tracks stand.  "" while it is played."""
    if not game.over:
        return "" if not game.ended else "The game was broken off."
    why, won = game.rules.speech().victory(game.view()), outcome(game.rules, game.result)
    said = game.rules.settings.get("victory", "team") != "team" or says_who_wins(why, won)
    return why if said else f"{won} {why}"


def bid_in_words(rules: Ruleset) -> str:
    """The bid with which a game is played: "with a bid of 2.5 for the Allies"; "" without one."""
    side = rules.speech().sides[0 if rules.bid > 0 else 1]
    return f"with a bid of {abs(rules.bid):g} for the {side.title}" if rules.bid else ""


def says_who_wins(why: str, won: str) -> bool:
    """Whether the reason why a game is won or drawn says who has won."""
    return won.rstrip(".") in why
