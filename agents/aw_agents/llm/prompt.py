"""What a language model is told: how to answer, and the position as a person at the terminal sees it."""

from collections.abc import Sequence
from itertools import islice

from aw_agents.llm.chat import Message, tokens_of
from aw_env.core.drawn import text
from aw_env.core.faces.game import Game
from aw_env.table import choosing
from aw_env.table.orders import Orders, questions_ahead

ANSWER = "ANSWER"
"""The line after which the answer stands."""
ALWAYS, NEVER = "always", "never"
"""The words at which a standing order begins, and its end."""
MOST_CHOICES = 80
"""That are listed."""

HOW = f"""You play {{side}} in a naval wargame, {{title}}. You are shown the position and asked for a decision.
Think briefly, then write a line with the single word {ANSWER}, and below it your answer and nothing else, one order a
line. An order is
- the number of a choice, or its words, for the question that is asked now; or
- units that are still to be asked in this step, and what they do, in words. All orders of a step may be given at once:
  {{example}}
  "all" are all units still to be asked, "rest" those of them without an order; sorts of units, nations, "in PLACE" and
  "except UNIT" narrow them down;
- "{ALWAYS}" and a choice, for this and all later questions of its kind where it is legal; "{NEVER}" and the choice to
  end that.
Your answer must decide at least the question that is asked now."""


def prompt(game: Game, orders: Orders, events: Sequence[str], most_tokens: int) -> list[Message]:
    """The messages of a call.

    game: in the position that the seat sees, which is asked.  events: what it has heard of since its last decision.
    most_tokens: about how long it may be; the board, then the oldest events are left out where it is too long.
    """
    rules, view = game.rules, game.view(game.seat)
    scene = rules.scene(view)
    how = HOW.format(side=game.seat_name, title=scene.title, example=choosing.example(game) or "UNIT to PLACE")
    question = _question(game, view, orders)
    left = most_tokens - tokens_of(how) - tokens_of(question)
    board, heard = text.ansi(scene), list(events)
    while heard and tokens_of("\n".join(heard)) > max(left // 3, 0):
        heard.pop(0)
    left -= sum(map(tokens_of, heard))
    if tokens_of(board) > left:
        board = text.in_plain_text(text.heading(scene))
    news = ["Since your last decision:", *heard, ""] if heard else []
    told = "\n".join([board, *news, question])
    return [{"role": "system", "content": how}, {"role": "user", "content": told}]


def _question(game: Game, view: object, orders: Orders) -> str:
    choices = choosing.choices(game, view, alone=True)
    listed = [
        f"{number}. {choice.words}{choice.note and f' ({choice.note})'}" for number, choice in enumerate(choices, 1)
    ]
    if len(listed) > MOST_CHOICES:
        listed = [*listed[:MOST_CHOICES], f"... and {len(choices) - MOST_CHOICES} more, by their words"]
    return "\n".join([f"Question: {game.describe()}", *listed, *_asked_later(game, orders)])


def _asked_later(game: Game, orders: Orders) -> list[str]:
    """The units that are asked later in this step, by their choices."""
    alike: dict[str, list[str]] = {}
    for question in islice(questions_ahead(game, orders), 1, None):
        view = question.view(question.seat)
        if (unit := view.subject_unit) is not None:
            words = "; ".join(words for _, words in question.actions()[:MOST_CHOICES])
            alike.setdefault(words, []).append(unit.name)
    told = [f"- {', '.join(dict.fromkeys(names))}: {words}" for words, names in alike.items()]
    return ["Asked later in this step, and their choices:", *told] if told else []
