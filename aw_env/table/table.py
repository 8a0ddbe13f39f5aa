"""A game at the table: who sits where, what they answer, dice from the computer or from the players' hands."""

from collections.abc import Callable
from random import SystemRandom
from typing import Any

from aw_env.core.faces.game import EventInWords, Game

AskDice = Callable[[str, int], list[int]]
"""Asks a person for dice: takes what they are for and how many at most, returns at least one of them."""


class Table:
    """A game with players at its seats.

    game: the game.  bots: a player for each seat that no person holds (`aw_env.core.players.Agent`).
    ask_dice: asks people for the dice they have rolled; None lets the computer roll.
    """

    def __init__(self, game: Game, bots: dict[int, Any], ask_dice: AskDice | None = None) -> None:
        self.game = game
        self.bots = bots
        self.ask_dice = ask_dice
        self._said: list[EventInWords] = []

    def apply(self, action: int) -> None:
        """Answer the decision.  Asks for the dice first when people roll them."""
        if self.ask_dice is not None:
            dice = dice_needed(self.game, action, self.ask_dice)
            if dice:
                self.game.script_dice(dice)
        self._said = self.game.rules.speech().said_openly(self.game.view(), action)
        self.game.apply(action)

    @property
    def people(self) -> list[int]:
        """The seats that persons hold."""
        return [seat for seat in range(len(self.game.rules.seats)) if seat not in self.bots]

    def heard(self, *seats: int) -> list[EventInWords]:
        """What has happened since the last decision, as far as each of some seats may hear of it, or (none given) each
        person at the table; without persons all."""
        return self._said + self.game.events(*(seats or self.people))

    def let_bot_answer(self) -> None:
        """The player at the seat that is asked answers."""
        self.apply(answer_of(self.bots[self.game.seat], self.game))


def answer_of(player: Any, game: Game) -> int:
    """What a player answers, who sees what the seat that is asked may see."""
    return int(player.act(*seen_by(game)))


def seen_by(game: Game) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """What the seat that is asked may see, as `aw_env.core.players.Agent.act` takes it."""
    seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
    return game.view(game.seat), seen, game.info()


# --- dice from people's hands --------------------------------------------------------------------------


def dice_needed(game: Game, action: int, ask_dice: AskDice) -> list[int]:
    """The dice that an action needs, asked for as they come: those known are tried on a copy to see what comes next.
    Secret dice (§23.22) are rolled by the computer, for whoever types them would know them."""
    dice: list[int] = []
    while True:
        trial = game.clone()
        if dice:
            trial.script_dice(dice)
        rolled = trial.dice_rolled
        trial.apply(action)
        if trial.dice_rolled == rolled:
            return dice
        purpose, count = _purpose(trial, len(dice), game.rules.speech().dice.in_secret(game, trial))
        dice += rolled_here(game, count) if purpose == SECRET else ask_dice(purpose, count)


def rolled_here(game: Game, count: int) -> list[int]:
    """Dice that the computer rolls for people."""
    return [SystemRandom().randint(1, game.rules.die.faces) for _ in range(count)]


SECRET = "secret"
"""What dice are for that no event tells of."""


def _purpose(trial: Game, number: int, secret: int) -> tuple[str, int]:
    """What die `number`, counted from 0, of the dice rolled in the latest step is for, and how many of them there are
    from it on; `secret` are those that are rolled in secret when combat begins."""
    speech = trial.rules.speech()
    for kind, subjects, dice, words in trial.events():
        if kind == "combat_begins":
            if number < secret:
                return SECRET, secret - number
            number, secret = number - secret, 0
        if speech.dice.taken(trial, kind, subjects):
            continue
        if number < len(dice):
            return speech.events.purpose(kind, subjects, words), len(dice) - number
        number -= len(dice)
    return "the next die", 1


# --- what is asked next --------------------------------------------------------------------------------


def step_of(game: Game) -> tuple[Any, ...]:
    """What tells one step of questions to a seat from the next: orders are kept, and can be taken back, within it."""
    return (game.seat, *game.rules.speech().step(game.view()))
