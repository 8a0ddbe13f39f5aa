"""Pairs of games that differ only in hidden submarines (§26): the seats of the other side must be told the same.

Both games of a pair get the same answers to what is asked openly, and answers of their own to what is asked in secret.
They are compared until a submarine shows itself in one and not in the other; then one of them has another twin.
"""

import random
from dataclasses import dataclass, field

import numpy as np

from aw_env import admirals_war_v0
from aw_env.core.declare.columns import CANDIDATES
from aw_env.core.declare.fields import names_of
from aw_env.core.engine.compiling import records
from aw_env.core.engine.events import DICE_COUNT, FIRST_DIE
from aw_env.games.admirals_war.observation.columns import SUMMARY_WIDTH
from aw_env.games.admirals_war.observation.visible import REFEREE
from aw_env.games.admirals_war.records.state import RAIDING, STATE
from aw_env.games.admirals_war.records.terms import Kind
from aw_env.games.admirals_war.words import decisions
from aw_env.table.orders import Orders, questions_ahead

OPTIONS = ("hidden_submarines",)
TELLINGS = ("observation", "mask", "info", "view", "events", "words", "previews", "picture", "dice")
"""All that a seat is told, part by part."""


class Leak(AssertionError):
    """A seat is told what it must not know."""


@dataclass
class Pair:
    """A game and its twin.

    seats: of the side that does not see the submarines in which they differ.  open_to: tellings whose hiding is
    switched off, to see that this would be noticed.  words_at, previews_at, picture_at: words are compared at one in
    so many decisions, and the questions that the table looks ahead to, and pictures, which take many thousand times as
    long as the rest.
    """

    players: int
    seed: int
    side: int
    options: tuple[str, ...] = OPTIONS
    scenario: str = "campaign"
    open_to: frozenset[str] = frozenset()
    words_at: int = 250
    previews_at: int = 250
    picture_at: int = 25_000
    compared: int = 0
    in_secret: int = 0
    begun: int = 0
    heard: list = field(default_factory=lambda: [[], []])

    def __post_init__(self):
        self.game = admirals_war_v0.game(self.scenario, self.players, list(self.options), seed=self.seed)
        self.chooser = random.Random(self.seed)
        self.seats = [seat for seat in range(len(self.game.rules.seats)) if seat & 1 == self.side]
        self.twin = None

    # --- the two of them

    def begin(self):
        """Another game that rolls the same dice and differs in submarines that the side does not see, if it has any."""
        boats = theirs(self.game, self.side)
        self.twin = None
        if not STATE.read(self.game._games[0], "hidden")[boats].any() or self.is_secret(self.game):
            return
        twin, books = self.game.clone(), self.game.rules.scenario.books
        for _ in range(20):
            twin._games["generator"] = np.random.default_rng(self.chooser.randrange(1 << 30)).integers(1, 1 << 32, 4)
            self.game.rules.redraw(books, twin._games, 0, self.seats[0])
            for kept in set(names_of(twin._games.dtype)) - {"place", "marks"}:  # dice, and other secrets
                twin._games[kept] = self.game._games[kept]
            if whereabouts(twin, boats) != whereabouts(self.game, boats):
                self.twin, self.heard, self.begun = twin, [[], []], self.begun + 1
                return

    def has_parted(self):
        """Whether a submarine has shown itself in one game and not in the other, or elsewhere."""
        boats = theirs(self.game, self.side)
        hidden = STATE.read(self.game._games[0], "hidden")[boats] == 1
        hidden_there = STATE.read(self.twin._games[0], "hidden")[boats] == 1
        open_ones = boats[~hidden]
        return (hidden != hidden_there).any() or whereabouts(self.game, open_ones) != whereabouts(self.twin, open_ones)

    def is_secret(self, game):
        """Whether what is asked is secret from the side."""
        return not game.ended and game.rules.is_secret(game._games, self.seats[0])

    # --- playing

    def play(self, most):
        """Play on until so many decisions that are asked openly have been compared, or to the end."""
        while self.compared < most:
            self.pass_over_secrets()
            if self.twin is not None and self.has_parted():
                self.twin = None
            if self.twin is not None:
                self.compare(self.compared)
                self.compared += 1
                self.heard = [[], []]
            if self.game.ended:
                return
            if self.twin is None:
                self.begin()
            self.answer(self.chooser.choice(self.game.legal_actions()))

    def pass_over_secrets(self):
        """Answer what is asked in secret, in each game by itself.  An answer with which a submarine shows itself parts
        the two: what it attacks is seen."""
        shown = False
        for number, game in enumerate((self.game, self.twin)):
            while game is not None and self.is_secret(game):
                if number == 0 and self.are_both_asked():
                    self.compare_in_secret()
                hidden = game._games["hidden"].sum()
                self.apply(game, self.chooser.choice(game.legal_actions()))
                shown = shown or game._games["hidden"].sum() < hidden
                self.listen(number, game)
        if shown:
            self.twin = None

    def are_both_asked(self):
        """Whether something is asked in secret in both games at the same point of play."""
        if self.twin is None or not self.is_secret(self.twin) or self.has_parted():
            return False
        fields = ("turn", "phase", "area", "combat_round", "power", "dice_rolled", "units_here", "italians_left")
        return all(self.game._games[field][0] == self.twin._games[field][0] for field in fields)

    def answer(self, action):
        """The same answer in both games."""
        self.apply(self.game, action)
        self.listen(0, self.game)
        if self.twin is not None:
            if not self.twin.action_mask[action]:
                raise Leak(f"{self}: an open decision depends on a secret")
            self.apply(self.twin, action)
            self.listen(1, self.twin)

    def apply(self, game, action):
        """Answer in one of the two."""
        game.apply(action)

    def listen(self, number, game):
        """What the side hears of."""
        seats = [] if "events" in self.open_to else self.seats
        self.heard[number] += [row[: FIRST_DIE + row[DICE_COUNT]].tolist() for row in game.events_in_numbers(*seats)]

    # --- comparing

    def compare(self, number):
        """All that the seats are told now, and have heard since they were told last."""
        for seat in self.seats:
            ours, theirs = (self.told(game, seat, number) for game in (self.game, self.twin))
            for telling in ours:
                if ours[telling] != theirs[telling]:
                    raise Leak(f"{telling} of seat {seat}, {self}")
        if self.heard[0] != self.heard[1]:
            raise Leak(f"events, {self}")

    def compare_in_secret(self):
        """What the seats are told while another is asked in secret, which may come to pass more often in one game."""
        heard, self.heard = self.heard, [[], []]
        self.compare(1)
        self.heard = heard
        self.in_secret += 1

    def told(self, game, seat, number):
        """What a seat is told now, but for the events, part by part."""
        eyes = {telling: None if telling in self.open_to else seat for telling in TELLINGS}
        told = {"dice": (game.dice_rolled, game._games["generator"].tobytes())}
        told["observation"] = [observed(game, layout, eyes["observation"]) for layout in game.rules.layouts]
        mine = game.seat == seat or "mask" in self.open_to
        told["candidates"] = candidates(game) if game.seat == seat else b""
        told["mask"] = game.action_mask.tobytes() if mine else b""
        told["info"] = (game.seat, game.info() if eyes["info"] is None else game.info_for(seat))
        told["view"] = game.view(eyes["view"]).record.tobytes()
        if (number + 37 * self.seed) % self.words_at == 0:
            view = game.view(eyes["words"])
            told["words"] = [
                decisions.describe_decision(view.scenario, view),
                view.to_scenario(),
                game.rules.draw("ansi", view),
            ]
            told["words"] += [game.actions() if game.seat == seat else [], [unit_in_words(unit) for unit in view.units]]
        if (number + 37 * self.seed) % self.previews_at == 0 and game.seat == seat and not game.ended:
            told["previews"] = [
                (question.legal_actions(), question.view(eyes["previews"]).record.tobytes())
                for question in questions_ahead(game, Orders())
            ]
        if (number + 37 * self.seed) % self.picture_at == 0:
            view = game.view(eyes["picture"])
            told["picture"] = (game.rules.picture(view).tobytes(), game.rules.scene(view).data())
        return told

    def __str__(self):
        return (
            f"{self.players} players, seed {self.seed}, side {self.side}, {'+'.join(self.options)}: "
            f"decision {self.game.decisions}, {self.game.describe()}"
        )


def theirs(game, side):
    """The submarines of the other side, by number."""
    book, record = game.rules.scenario.books[0], game._games[0]
    members = record["roster"][: record["units"]].astype(np.int64)
    boats = members[book["kind"][members] == Kind.SUBMARINE]
    return boats[record["controller"][boats] & 1 != side]


def whereabouts(game, boats):
    """Where submarines are, and which side of each is up."""
    record = game._games[0]
    raiding = record["marks"][boats] >> RAIDING.first & RAIDING.mask
    return [*zip(record["place"][boats].tolist(), raiding.tolist(), strict=True)]


def observed(game, layout, seat):
    """A row of a layout; None sees everything."""
    row = np.zeros(game.rules.widths[layout], np.int16)
    number, seen_by = game.rules.layouts[layout], REFEREE if seat is None else seat
    game.rules.observe(game.rules.scenario.books, game._games, 0, seen_by, number, row)
    return row.tobytes()


def candidates(game):
    """What the seat that is asked sees of its choices: the layout "candidates" without the summary before it."""
    rules, row = game.rules, np.zeros((1, game.rules.widths[CANDIDATES]), np.int16)
    row[:, :SUMMARY_WIDTH] = np.frombuffer(observed(game, "summary", game.seat), np.int16)
    ledger, answered = records(rules.ledger, 1), np.zeros(1, np.int64)
    rules.complete[CANDIDATES](rules.scenario.books, game._games, 0, 1, answered, ledger, game.action_mask[None], row)
    return row[0, SUMMARY_WIDTH:].tobytes()


def unit_in_words(unit):
    """A unit as the view has it."""
    return repr(unit.id), unit.place, unit.raiding, unit.hidden, unit.committed


def compare(players, seed, side, most=1000, **settings):
    """Play a pair; gives it when it is done.  Raises Leak."""
    pair = Pair(players, seed, side, **settings)
    pair.play(most)
    return pair
