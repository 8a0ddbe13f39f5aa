"""Battles with every invariant after every decision, in which the uses of every card and every ability are counted.

    python -m tests.naval_miniatures.uses random 10000 --add uses.json
    python -m tests.naval_miniatures.uses random 2000 --officer 1 --add uses.json
    python -m tests.naval_miniatures.uses random 1200 --officer 0.7 --allies hms_hood --axis bismarck yamato

Random players seldom meet.  Those who follow the officer in most of their answers do, and use what he never does.  For
what few fleets have, fleets are drawn from a few cards.

A card is used in a battle in which a unit of it moves, flies, attacks or is attacked.  An ability is used by an answer

- to a question that only the ability asks, unless it is to do without;
- that would not have been among the choices without the ability, or to a question from which it has taken choices;
- after which the battle would go on otherwise without it: with other dice, places, damage or points.  Where another
  question would follow, this is not asked, for everything after it is other: so rather less is counted than more.

Without the ability: by a book from which its effects have been taken.
"""

import argparse
import json
import sys
from collections import Counter
from functools import partial
from pathlib import Path

import numpy as np
from tqdm import tqdm

from aw_env.core.engine.compiling import compiled, records, rule
from aw_env.core.engine.events import HEADER
from aw_env.core.engine.masks import clear
from aw_env.games.naval_miniatures.play import RULES
from aw_env.games.naval_miniatures.printed import load
from aw_env.games.naval_miniatures.records.record import BOOK, GAME
from aw_env.games.naval_miniatures.records.terms import (
    ALL_CARDS,
    CALLED,
    CARDS,
    EFFECTS,
    FIRST_UNIT_ACTION,
    Decision,
    Effect,
    Event,
    Option,
)
from tests.naval_miniatures.random_games import PLAYED, by_officer
from tests.random_play import RandomGame

fill_mask, take = RULES.fill_mask, RULES.take

USES, BATTLES = "uses of abilities", "battles with cards"
DOES_WITHOUT = (Option.DECLINE, Option.END)
ASKS = {
    Decision.LEAD: Effect.LEAD,
    Decision.RUN: Effect.RUN,
    Decision.REPAIR: Effect.MEND_ANOTHER,
    Decision.PURSUE_WHOM: Effect.PURSUE,
    Decision.HUNT: Effect.HUNT,
    Decision.PATROL: Effect.PATROL,
    Decision.MARK: Effect.MARK,
    Decision.BOOST: Effect.LENT_DICE,
    Decision.EXTRA: Effect.DICE,
    Decision.REROLL: Effect.REROLL,
    Decision.PRESS: Effect.PRESS,
    Decision.CARGO: Effect.CARGO,
}
"""Decisions that only an effect asks.  A mark is used by the dice that it adds later."""
QUESTION = ("decision", "power", "seat", "subject", "ask_forced", "decisions", "forced", "depth", "frames")
USED_UP = ("spent", "lent", "used", "twice")
"""Fields that tell what is asked, and what has been used up."""
ACTING = {Event.MOVED: (1,), Event.FLIES: (1,), Event.ATTACK: (1, 2)}
"""Events of units that act, and where they stand in them."""


def _facts():
    """Which bytes of a record are those of other fields."""
    chosen = np.ones(GAME.itemsize, bool)
    for name in (*QUESTION, *USED_UP):
        dtype, at, *_ = GAME.fields[name]
        chosen[at : at + dtype.itemsize] = False
    return np.flatnonzero(chosen)


FACTS = _facts()


class Abilities:
    """The abilities of a book: which of them each card has, and a book without each."""

    def __init__(self, book):
        self.book, self.names = book, list(load.shipped().abilities)
        self.of_card = np.zeros((ALL_CARDS, len(self.names)), np.int8)
        self.effects = [set() for _ in self.names]
        self.without = np.repeat(np.array([book]), len(self.names)).view(records(BOOK, 1).dtype)
        for card, k in np.argwhere(book["does"]):
            ability = int(book["ability"][card, k])
            self.of_card[card, ability] = 1
            self.effects[ability].add(int(book["does"][card, k]))
            self._leave_out(self.without[ability], card, k)
        self.others = np.array([self._others(decision) for decision in range(len(Decision))])

    def _leave_out(self, book, card, k):
        if book["does"][card, k] == Effect.MARK:
            book["mark_amount"][book["mark"][card, k]] = 0
        book["does"][card, k] = Effect.NONE
        book["effects"][card] = sum(1 << effect for effect in {*book["does"][card].tolist()} - {Effect.NONE})

    def afloat(self, game):
        """Flags: those of the units that are left."""
        roster = game["roster"][: game["units"]]
        return self.of_card[game["card"][roster[game["gone"][roster] == 0]]].any(axis=0)

    def _others(self, asked):
        """Flags: those that do not ask this question; second attacks are not among them, for they have theirs."""
        own = {ASKS.get(asked), Effect.SECOND_ATTACK}
        return np.array([not effects & own for effects in self.effects])

    def giving(self, card, effect, among=range(EFFECTS)):
        """The ability that gives a card an effect, or None."""
        found = (int(self.book["ability"][card, k]) for k in among if self.book["does"][card, k] == effect)
        return next(found, None)


NOW, BEFORE, OTHER = range(3)
"""The battle after an answer, before it, and after it without an ability."""


@compiled
def count_what_matters(books, tried, games, data, choices, action, mask, events, used):
    """Note which abilities matter for an answer, or for what it leads to, by books without them.

    tried, used: flags by ability.  games: NOW, BEFORE, and room for OTHER.  data: their bytes.  choices: the mask
    BEFORE.
    """
    for ability in range(books.size):
        if tried[ability] == 0:
            continue
        book, other = books[ability], games[OTHER]
        games[OTHER] = games[BEFORE]
        clear(mask)
        fill_mask(book, other, mask)
        for k in range(mask.size):
            if mask[k] > choices[k]:
                used[ability] = 1
        if mask[action] == 0:
            used[ability] = 1
        if used[ability] == 1:
            continue
        events[HEADER, 0] = 0
        take(book, other, action, mask, events)
        if has_same_question(games[NOW], other):
            for k in range(FACTS.size):
                if data[NOW, FACTS[k]] != data[OTHER, FACTS[k]]:
                    used[ability] = 1
                    break


@rule
def has_same_question(one, other):
    """Whether the same is asked of the same, at the same point of the turn."""
    if one.decision != other.decision or one.power != other.power or one.subject != other.subject:
        return False
    return one.phase == other.phase and one.turn == other.turn and one.depth == other.depth


class CountedGame(RandomGame):
    """A random battle that counts."""

    def __init__(self, scenario, seed, abilities, uses):
        self.abilities, self.uses, self.acted = abilities, uses, set()
        super().__init__(PLAYED, scenario, seed)
        self.compared = records(GAME, 3)
        self.data = self.compared.view(np.uint8).reshape(3, GAME.itemsize)
        self.used = np.zeros(len(abilities.names), np.int8)

    def answer(self, action):
        """Answer, and count what abilities have done."""
        choices = self.mask.copy()
        self.compared[BEFORE] = self.games[0]
        super().answer(int(action))
        self.compared[NOW] = self.games[0]
        before = self.compared[BEFORE]
        self.used[:] = 0
        tried = self.abilities.afloat(before) & self.abilities.others[before["decision"]]
        count_what_matters(
            self.abilities.without, tried, self.compared, self.data, choices, int(action), self.trial_mask,
            self.no_events, self.used,
        )  # fmt: skip
        asking = self._asked_for(before, int(before["decision"]), int(action))
        if asking is not None:
            self.used[asking] = 1
        self.uses += self.used
        for row in self.events[1 : self.events[HEADER, 0] + 1]:
            self.acted.update(int(row[at]) % CALLED for at in ACTING.get(int(row[0]), ()))

    def _asked_for(self, game, asked, action):
        """The ability that asked, if the answer is to use it."""
        if action in DOES_WITHOUT:
            return None
        if asked in (Decision.TARGET, Decision.AGAIN):
            second = game["twice"] >> game["weapon"] & 1
            return self.abilities.giving(game["card"][game["subject"]], Effect.SECOND_ATTACK) if second else None
        if asked not in ASKS or asked == Decision.MARK:
            return None
        owner = action - FIRST_UNIT_ACTION if asked in (Decision.CARGO, Decision.BOOST) else int(game["subject"])
        field = {Decision.BOOST: "lent", Decision.EXTRA: "spent"}.get(asked)
        among = range(EFFECTS)
        if field is not None:
            now = int(self.games[field][0, owner]) & ~int(game[field][owner])
            among = [k for k in among if now >> k & 1]
        return self.abilities.giving(game["card"][owner], ASKS[asked], among)


def by_both(game, share):
    """An answer of the officer, with this chance, or a random one."""
    return by_officer(game) if game.draws.random() < share else RandomGame.choose(game)


def drawn_from(cards, name):
    """A scenario whose fleets are drawn from these cards alone, of each side that has some."""
    name, *options = name.split("+")
    scenario, numbers = load.scenario(name, options), load.shipped().numbers["card"]
    for side, few in enumerate(cards):
        if few:
            scenario.books["allowed"][0, side, np.setdiff1d(np.arange(CARDS), [numbers[card] for card in few])] = 0
    return scenario


def played(scenario, count, first, officer):
    """Play so many battles; the uses of abilities, and in how many battles each card was used, by their names."""
    abilities, cards = Abilities(scenario.books[0]), Counter()
    uses = np.zeros(len(abilities.names), np.int64)
    for seed in tqdm(range(first, first + count)):
        game = CountedGame(scenario, seed, abilities, uses)
        game.choose = partial(by_both, game, officer)
        game.play(try_every=200)
        cards.update(game.acted)
    by_name = {card.id: cards[number] for number, card in enumerate(load.shipped().cards)}
    return {USES: dict(zip(abilities.names, uses.tolist(), strict=True)), BATTLES: by_name}


def added(counted, file):
    """What has been counted, with what a file has of earlier battles; the file is written anew."""
    earlier = json.loads(file.read_text("utf-8")) if file.exists() else {}
    total = {kind: dict(Counter(earlier.get(kind, {})) + Counter(found)) for kind, found in counted.items()}
    counted = {kind: {name: total[kind].get(name, 0) for name in found} for kind, found in counted.items()}
    file.write_text(json.dumps(counted), "utf-8")
    return counted


def main():
    """Play, and print what was used least."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario")
    parser.add_argument("count", type=int)
    parser.add_argument(
        "--officer", type=float, default=0, help="what share of the answers is the officer's (default: 0)"
    )
    for side, called in (("allies", "Allied"), ("axis", "Axis")):
        parser.add_argument(
            f"--{side}", nargs="+", default=(), metavar="CARD", choices=[card.id for card in load.shipped().cards],
            help=f"{called} fleets that are drawn are drawn from these cards alone",
        )  # fmt: skip
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--shown", type=int, default=12, help="how many of the least used are shown (default: 12)")
    parser.add_argument("--add", type=Path, help="a file with the counts of earlier battles, to which these are added")
    parser.add_argument("--enough", type=int, default=200, help="fewer uses of anything are a failure (default: 200)")
    given = parser.parse_args()
    scenario = drawn_from((given.allies, given.axis), given.scenario)
    counted = played(scenario, given.count, given.first, given.officer)
    print(f"{given.count:,} battles, every invariant after every decision: all well")
    if given.add:
        counted = added(counted, given.add)
    for title, found in counted.items():
        print(f"{title}, the least of {len(found)}:")
        for name, number in sorted(found.items(), key=lambda item: item[1])[: given.shown]:
            print(f"{number:9,}  {name}")
    sys.exit(any(number < given.enough for found in counted.values() for number in found.values()))


if __name__ == "__main__":
    main()
