"""Pairs of games that differ only in a secret: the seat that must not know it is told the same, at the same time, until
the secret comes out; and then the next secret of the game is another pair.

    python -m tests.world_at_war.secret_pairs groups raiders_long 300
    python -m tests.world_at_war.secret_pairs caps night_express+carriers 100 --first 200

Each pair goes on with further games until two hundred decisions have been compared.

groups: which ships have sailed (21.532), from the Allies.  withheld: which raiders are kept from the battle (21.5361B),
from the Allies.  screened: which defenders are, from the Axis, before the lines form.  Nothing else is secret: which
ships sail against a group is told as they do, and raiders choose nothing before they meet them.

Among the islands, from the enemy of who chooses: counters: which ships lie under the counter of a task force (20.164A).
forces: which ships sail to or against a raid as a task force (21.5394).  caps: how many squadrons of carriers patrol
(21.5398B).  lines: which ships are screened (22.5).  invaders: which ships sail with an invasion, before it sails; what
troops embark, and where, is told (20.164A).  interceptors: which ships try to meet one, until they do.

In the Mediterranean, from the enemy too, of task forces: patrols: which ships patrol, or sail to strike.  company:
which sail with cargo or with ships that change base.  seekers: which look for ships that are out.  How often somebody
has answered, and whether he has been asked, is no secret once all is chosen.  With `counters_in_port` also ports: which
ships lie in port under a counter; and home: which patrol, and stay under their counter when they come home.
"""

import argparse
import time
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, zip_longest
from random import Random

import numpy as np
from tqdm import tqdm

from aw_agents.declared import staffed
from aw_env import world_at_war_v0
from aw_env.core.declare.columns import CANDIDATES
from aw_env.core.engine.compiling import records
from aw_env.core.engine.events import DICE_COUNT, FIRST_DIE
from aw_env.games.world_at_war.records.kinds import Convoy, Decision, Event, Kind, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_UNIT

KINDS = {
    "groups": (Decision.RAID, Side.ALLIES),
    "withheld": (Decision.WITHHOLD, Side.ALLIES),
    "screened": (Decision.SCREEN, Side.AXIS),
    "raiders_screened": (Decision.SCREEN, Side.ALLIES),
    "counters": (Decision.UNDER, None),
    "forces": (Decision.FORCE, None),
    "caps": (Decision.CAP, None),
    "lines": (Decision.SCREEN, None),
    "invaders": (Decision.SAIL, None),
    "interceptors": (Decision.OPPOSE_LANDING, None),
    "patrols": (Decision.PATROL_WITH, None),
    "company": (Decision.PROTECT, None),
    "seekers": (Decision.INTERCEPT, None),
    "ports": (Decision.UNDER, None),
    "home": (Decision.PATROL_WITH, None),
}
"""For each secret, the question that is answered in secret, and the seat from which it is kept; none: the enemy's."""
FIELD_OF = {
    "groups": "in_group",
    "withheld": "held",
    "screened": "held",
    "raiders_screened": "held",
    "counters": "under",
    "forces": "force",
    "caps": "cap",
    "lines": "held",
    "invaders": "force",
    "interceptors": "force",
    "patrols": "under",
    "company": "under",
    "seekers": "force",
    "ports": "under",
    "home": "under",
}
"""The field that is secret."""
IN_BATTLE = ("withheld", "screened", "raiders_screened")
"""Secrets of battles of raiders, until the lines form."""
SETTINGS = {kind: ("night_express", ("carriers",)) for kind, (_, seat) in KINDS.items() if seat is None}
SETTINGS |= dict.fromkeys(("invaders", "interceptors"), ("night_express", ("carriers", "landings")))
AT_SEA = ("patrols", "company", "home")
SETTINGS |= dict.fromkeys(("patrols", "company", "seekers"), ("mediterranean", ()))
SETTINGS |= dict.fromkeys(("ports", "home"), ("mediterranean", ("counters_in_port",)))
"""Scenario and options of the secrets among the islands, and in the Mediterranean."""
IN_THE_ISLANDS = (*SETTINGS,)
SHOWING = (Event.SEEN, Event.SHOWN, Event.IN_FORCE, Event.DISPLACED)
"""What is told of secrets when they come out: also by the ships that were left in a port that falls."""
SAILING = (Event.ON_PATROL, Event.PROTECTS, Event.GOES_ALONG, Event.CARRIES, Event.COUNTER_MOVES)
"""What shows of a secret at sea, when later ships sail in the open, that these are not under the counter; and from
where a task force has come that is in its hex at once."""
OF_SOME = ("counters", "patrols", "home", "seekers", "ports")
"""Secrets that come out with some ships and not with others: a patrol shows itself whose carriers can fly at a base; or
with more ships than others."""
TELLINGS = ("observation", "mask", "info", "view", "events", "words", "dice", "copy", "officer")
"""All that a seat is told, part by part, what a copy for it holds, and what its officer answers."""
ALIKE = ("groups", "counters", "forces", "interceptors", "seekers", "ports", *AT_SEA)
"""Secrets of which not every other answer looks the same."""
ATTEMPTS = 30
"""How often another answer is tried that looks the same."""
ENOUGH, FURTHER = 200, 100_000
"""Decisions that are compared of a pair, and by how much the seeds of its games differ."""
OFFICER = staffed("world_at_war")


class Leak(AssertionError):
    """A seat is told what it must not know."""


@dataclass
class Pair:
    """A game and its twin.

    open_to: tellings whose hiding is switched off, to see that this would be noticed.  words_at, copies_at: words and
    copies are compared at one in so many decisions.  twins: how many other answers are tried to each question.
    """

    kind: str
    seed: int
    scenario: str | None = None
    options: tuple[str, ...] = ()
    open_to: frozenset[str] = frozenset()
    words_at: int = 50
    copies_at: int = 10
    twins: int = 1
    compared: int = 0
    begun: int = 0
    parted: bool = field(default=True, init=False)
    battle: tuple = field(default=(), init=False)
    counter: int = field(default=0, init=False)

    def __post_init__(self):
        self.asked, self.seat = KINDS[self.kind]
        if self.scenario is None:
            self.scenario, self.options = SETTINGS.get(self.kind, ("raiders", self.options))
        self.game = self.new_game(self.seed)
        self.chooser = Random(self.seed)

    def __str__(self):
        return f"{self.kind}, {self.scenario}, seed {self.seed}: decision {self.game.decisions}, {self.game.describe()}"

    @property
    def hides_in_port(self):
        """Whether ships that sail, or stay behind, may come from under counters in port."""
        return "counters_in_port" in self.options

    def new_game(self, seed):
        """A game of the pair: where ships may lie in port under counters it asks their owner also what has but one
        answer, which may be another in the twin."""
        return world_at_war_v0.game(self.scenario, self.options, seed=seed, ask_forced=self.hides_in_port)

    def play(self, most=10**6, least=0):
        """Play on until so many decisions have been compared, or to the end; and further games until so many have."""
        self.play_on(most)
        for k in count(1):
            if self.compared >= least:
                return
            self.game = self.new_game(self.seed + k * FURTHER)
            self.play_on(most)

    def play_on(self, most):
        """Play a game on."""
        while self.compared < most and not self.game.ended:
            if decision_of(self.game) == self.asked and self.is_kept():
                self.keep_a_secret()
            else:
                self.game.apply(self.chooser.choice(self.game.legal_actions()))

    # --- a secret

    def is_kept(self):
        """Whether the answer is a secret: who comes to the aid of others is seen, and who meets displaced ships; of
        ships that are screened, whether they are those of the other side."""
        record = self.game._games[0]
        if self.asked == Decision.SCREEN and self.kind not in IN_THE_ISLANDS:
            return self.game.seat != self.seat
        return self.kind != "seekers" or (record["moving"] != self.game.seat and record["convoy"] < Convoy.DISPLACED)

    def keep_a_secret(self):
        """Answer the question in secret, in twins otherwise; and go on with each until the secret is out."""
        begun, self.battle = self.game.clone(), battle_of(self.game)
        if self.kind in IN_THE_ISLANDS:
            self.seat = 1 - self.game.seat
        ours = self.answers(self.game)
        answered, self.counter = self.game, counter_out(self.game)
        for theirs in self.others(begun, ours):
            self.begun += 1
            for k in range(max(len(ours), len(theirs)) - 1):
                # groups are formed step by step; how many are withheld or screened so far is a secret too
                steps = (k, k) if self.kind == "groups" else (min(k, len(ours) - 2), min(k, len(theirs) - 2))
                self.compare(ours[steps[0]], theirs[steps[1]])
            self.game = answered.clone()
            self.go_on(theirs[-1].clone())

    def others(self, begun, ours):
        """The steps of twins, each of another secret."""
        known = {self.secret(ours)}
        for _ in range((ATTEMPTS if self.kind in ALIKE else 1) + self.twins - 1):
            theirs = self.answers(begun.clone(), ours if self.kind == "groups" else ())
            if self.secret(theirs) not in known and self.look_the_same(ours, theirs):
                known.add(self.secret(theirs))
                yield theirs
            if len(known) > self.twins:
                return

    def secret(self, steps):
        """What is secret once all is answered; of an invasion, before it sails, or interceptors before they miss it."""
        game = steps[-2 if self.kind in ("invaders", "interceptors", "seekers") else -1]
        return game._games[FIELD_OF[self.kind]][0].tobytes()

    def answers(self, game, like=()):
        """Answer until something else is asked, or the same of another battle; gives copies of the game on the way,
        the last with what has happened.  like: of another game, at each step an answer of the same sort is given."""
        steps, asked = [game.clone()], self.question(game)
        while not game.ended and self.question(game) == asked:
            legal = game.legal_actions()
            if like:
                legal = similar(game, like, len(steps) - 1, legal)
            if self.kind == "home":
                legal = ships_of_one_port(game, legal)
            game.apply(self.chooser.choice(legal))
            steps.append(game.clone())
        return steps

    def question(self, game):
        """What is asked of whom, about what; of ships in a battle, in which."""
        in_battle = (game.seat, battle_of(game)) if self.kind in IN_BATTLE else ()
        return asked_of(game), subject_of(game), in_battle

    def look_the_same(self, ours, theirs):
        """Whether the seat is to see no difference once all is answered: of groups their ships' number and port, their
        way and whether they are task forces, and which began at sea; of a force that it is a task force, what a raid
        costs and whether it is at full strength; of interceptors what their dice say of them, and at sea that they are
        a task force."""
        game, twin = ours[-1], theirs[-1]
        if self.kind in AT_SEA:
            same = (
                self.counter > 0
                and self.counter == counter_out(twin)
                and answered(game, ours) == answered(twin, theirs)
            )
            return same and seen_at_sea(game) == seen_at_sea(twin)
        counted = ("counters", "forces", "interceptors", "seekers", "ports")
        if self.kind in counted and answered(game, ours) != answered(twin, theirs):
            return False
        if self.kind == "seekers" and not min(factors_of(steps[-2], 1 - self.seat) for steps in (ours, theirs)) >= 10:
            return False
        if self.kind == "forces":
            return sailing(game) == sailing(twin) and is_hidden(game, 1 - self.seat)
        if self.kind == "seekers":
            return sailing(game) == sailing(twin) and dice_of(game, Event.SOUGHT) == dice_of(twin, Event.SOUGHT)
        if self.kind == "interceptors":
            return sailing(game) == sailing(twin) and game.dice_rolled == twin.dice_rolled
        if self.kind != "groups":
            return True
        if not phase_of(game) == phase_of(twin) == Phase.INTERCEPTION:
            return False
        return signature(game) == signature(twin)

    def go_on(self, twin):
        """The same answers in both, until the secret is out, or its owner is asked what he is not in the other."""
        while self.kind not in IN_THE_ISLANDS or is_asked_the_same(self.game, twin):
            self.hear(self.game, twin)
            if self.parted or self.game.ended or self.is_out():
                return
            self.compare(self.game, twin)
            legal = self.answers_in_both(twin)
            if not legal:
                return
            action = self.chooser.choice(legal)
            if not twin.action_mask[action]:
                if self.game.seat == self.seat:
                    raise Leak(f"{self}: the answers to a question depend on the secret")
                return
            self.game.apply(action)
            twin.apply(action)
        if not self.is_out() and 1 - self.seat not in (self.game.seat, twin.seat):
            raise Leak(f"{self}: what is asked depends on the secret")

    def answers_in_both(self, twin):
        """What may be answered; by the owner of ships in port under counters what he may answer in the twin too, so
        that it is seen what becomes of them."""
        legal = self.game.legal_actions()
        if self.hides_in_port and self.game.seat != self.seat:
            return [action for action in legal if twin.action_mask[action]]
        return legal

    def is_out(self):
        """Whether the lines have formed, so that all see who is in them; groups are seen by and by."""
        if self.kind == "groups":
            return phase_of(self.game) in (Phase.RETURN, Phase.SUBMARINES, Phase.REDEPLOYMENT, Phase.END)
        if self.kind in ("counters", "ports"):
            return decision_of(self.game) == self.asked
        if self.kind in AT_SEA:
            record, theirs = self.game._games[0], self.game.rules.scenario.books[0]["side"] != self.seat
            return not (record["under"][theirs] == self.counter).any()
        if self.kind in ("forces", "interceptors"):
            return not is_hidden(self.game, 1 - self.seat)
        if self.kind == "seekers":
            return not is_hidden(self.game, 1 - self.seat) and phase_of(self.game) != Phase.INTERCEPTION
        if self.kind == "invaders":
            return True
        if self.kind in IN_THE_ISLANDS:
            return decision_of(self.game) != self.asked or battle_of(self.game) != self.battle
        waits = decision_of(self.game) in (Decision.WITHHOLD, Decision.SCREEN)
        return not waits or battle_of(self.game) != self.battle

    def hear(self, game, twin):
        """What the seat hears of, up to where something is seen of the secret."""
        ours, theirs = (
            [row[: FIRST_DIE + row[DICE_COUNT]].tolist() for row in self.events_of(one)] for one in (game, twin)
        )
        self.parted = self.kind not in ("groups", "counters", "seekers", "ports") and self.is_out()
        if self.hides_in_port:  # all ships under a counter have left it: it is seen which
            self.parted |= game._games["counter_at"].tolist() != twin._games["counter_at"].tolist()
        if self.parted:  # the lines have formed, and fire
            return
        for one, other in zip_longest(ours, theirs):
            if one != other:
                shown = [row is not None and self.shows(row) for row in (one, other)]
                if not (all(shown) or ((self.kind in OF_SOME or self.hides_in_port) and any(shown))):
                    raise Leak(f"events, {self}: {one}, {other}")
                self.parted = True
                return

    def shows(self, row):
        """Whether an event may tell of the secret; at sea also the BRPs of a force in the open, whose ships are told of
        next, and destroyers that break down in the open to carry something: of a row those that are not under the
        counter."""
        if self.kind in AT_SEA and row[0] == Event.SPLITS:
            return not self.game._games[0]["under"][row[2]]
        if self.kind in AT_SEA and (row[0] in SAILING or (row[0] == Event.FORCE and row[2] == 0)):
            return True
        return row[0] in SHOWING

    def events_of(self, game):
        """Events as the seat hears them."""
        return game.events_in_numbers(self.seat)

    # --- comparing

    def compare(self, game, twin):
        """All that the seat is told now."""
        ours, theirs = self.told(game), self.told(twin)
        for telling in ours:
            if ours[telling] != theirs[telling]:
                raise Leak(f"{telling}, {self}")
        self.compared += 1

    def told(self, game):
        """What the seat is told now, but for the events, part by part."""
        open_to = self.open_to
        told = {"observation": [observed(game, layout, self.eyes("observation")) for layout in game.rules.layouts]}
        told["mask"] = game.action_mask.tobytes() if game.seat == self.seat or "mask" in open_to else b""
        told["info"] = (game.seat, game.info_for(self.seat))
        told["view"] = game.view(None if "view" in open_to else self.seat).record.tobytes()
        told["dice"] = (game.dice_rolled, game._games["generator"].tobytes())
        if game.seat == self.seat:
            books, mask, doctrines = game.rules.scenario.books, game.action_mask, OFFICER.doctrines.standing
            told["officer"] = int(OFFICER.decide(books, game._games, 0, mask, doctrines))
        if self.compared % self.words_at == 0:
            view = game.view(None if "words" in open_to else self.seat)
            scene = game.rules.scene(view).data()
            told["words"] = [game.describe(self.seat), game.rules.draw("ansi", view), scene]
            with suppress(ValueError):  # where files hold no positions
                told["words"] += [view.to_scenario()]
            told["words"] += [game.actions() if game.seat == self.seat else []]
            seen = ("id", "in_group", "held", "seen_in", "under", "berth", "force")
            told["words"] += [[tuple(getattr(unit, name) for name in seen) for unit in view.units]]
        if self.compared % self.copies_at == 0:
            seat = None if "copy" in open_to else self.seat
            told["copy"] = game.clone(reseed=self.seed, seat=seat)._games.tobytes()
        return told

    def eyes(self, telling):
        """Who looks: the seat, or if nothing is to be hidden from it the other."""
        return 1 - self.seat if telling in self.open_to else int(self.seat)


def decision_of(game):
    """What is asked."""
    return int(game._games["decision"][0])


def answered(game, steps):
    """How often has been answered, and how often there was no choice."""
    return len(steps), [int(game._games[name][0]) for name in ("decisions", "forced")]


def asked_of(game):
    """What is asked, and of whom."""
    return decision_of(game), game.seat


def subject_of(game):
    """What it is asked about: each port by itself whether its ships intercept an invasion."""
    return int(game._games["subject"][0])


def is_hidden(game, side):
    """Whether a force of a side is out that has not been seen."""
    record, ours = game._games[0], game.rules.scenario.books[0]["side"] == side
    return bool((record["force"] > record["force_seen"])[ours].any())


def factors_of(game, side):
    """Factors of the force of a side."""
    record, book = game._games[0], game.rules.scenario.books[0]
    factors = record["force"] * np.where(book["kind"] >= Kind.DD, 1, book["factors"])
    return int(factors[book["side"] == side].sum())


def dice_of(game, event):
    """The dice that an event of the last answer tells."""
    rows = [row for row in game.events_in_numbers() if row[0] == event]
    return [row[FIRST_DIE : FIRST_DIE + row[DICE_COUNT]].tolist() for row in rows]


def counter_out(game):
    """The counter of the ships that are out and have not been seen, 0 for none."""
    record = game._games[0]
    return int(record["under"][record["force"] > record["force_seen"]].max(initial=0))


def seen_at_sea(game):
    """What is seen of a task force on a map of hexes: what it has cost, where it goes, and whom it has with it."""
    record = game._games[0]
    seen = ("brps", "origin", "way", "step", "phase", "force_seen", "striking", "decision", "subject")
    return [record[name].tolist() for name in seen]


def sailing(game):
    """What is seen of a force that sails."""
    record = game._games[0]
    return [record[name].tolist() for name in ("task_force", "brps", "negated", "step")]


def is_asked_the_same(game, twin):
    """Whether the same is asked in both, in the same phase: the owner of ships at sea may be asked on about others, as
    whether more troops embark, where these have destroyers left."""
    return asked_of(game) == asked_of(twin) and phase_of(game) == phase_of(twin)


def phase_of(game):
    """What is going on."""
    return int(game._games["phase"][0])


def battle_of(game):
    """Which round of which battle of the game is fought."""
    return tuple(int(game._games[name][0]) for name in ("turn", "phase", "engagement", "group", "rounds"))


def similar(game, like, step, legal):
    """Answers that look like another game's at the same step: a ship of the same port for the first of a group, any
    other for a further one, and a ship at sea for itself."""
    record, answer = game._games[0], like[step + 1].history[-1]
    if answer < FIRST_UNIT:
        return [answer] if answer in legal else legal[:1]
    ship = answer - FIRST_UNIT
    first = record["ships_in"][max(int(record["groups"]), 1) - 1] == 0
    place, at_sea = like[step]._games[0]["place"][ship], like[step]._games[0]["at_sea"][ship]
    if at_sea:
        return [answer] if answer in legal else legal[:1]
    ships = [action for action in legal if action >= FIRST_UNIT and not record["at_sea"][action - FIRST_UNIT]]
    fit = [action for action in ships if not first or record["place"][action - FIRST_UNIT] == place]
    return fit or legal[:1]


def ships_of_one_port(game, legal):
    """Answers after which a task force stays under its counter at home: ships of one port other than destroyers, until
    they are ten factors; others where there are no more of them."""
    record, book = game._games[0], game.rules.scenario.books[0]
    ports = set(record["place"][(record["force"] > 0) & (book["side"] == game.seat)].tolist())
    units = [action - FIRST_UNIT for action in legal if action >= FIRST_UNIT]
    ships = [unit for unit in units if book["kind"][unit] < Kind.DD and {int(record["place"][unit])} >= ports]
    if factors_of(game, game.seat) >= 10:
        return [Option.DONE.value] if Option.DONE in legal else legal
    return [FIRST_UNIT + unit for unit in ships] or legal


def signature(game):
    """What is seen of groups that sail."""
    record = game._games[0]
    at_sea = np.where(record["at_sea"] == 1, record["in_group"], 0)
    seen = [record[name].tolist() for name in ("ships_in", "origin", "large", "route")]
    return int(record["groups"]), int(record["brps"][Side.AXIS]), seen, at_sea.tolist()


def observed(game, layout, seat):
    """A row of a layout as a seat sees it, with what it sees of its choices."""
    rules, row = game.rules, np.zeros((1, game.rules.widths[layout]), np.int16)
    rules.observe(rules.scenario.books, game._games, 0, seat, rules.layouts[layout], row[0])
    if layout == CANDIDATES and game.seat == seat:
        ledger, answered = records(rules.ledger, 1), np.zeros(1, np.int64)
        rules.complete[layout](rules.scenario.books, game._games, 0, 1, answered, ledger, game.action_mask[None], row)
    return row.tobytes()


def compare(kind, seed, scenario=None, most=10**6, least=0, **settings):
    """Play a pair; gives it when it is done.  Raises Leak."""
    pair = Pair(kind, seed, scenario, **settings)
    pair.play(most, least)
    return pair


def main():
    """So many pairs of a kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("scenario", help='with options: "night_express+carriers+landings"')
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first pair")
    given = parser.parse_args()
    scenario, *options = given.scenario.split("+")
    begun, seeds = time.perf_counter(), range(given.first, given.first + given.count)
    settings = {"options": tuple(options), "least": ENOUGH, "twins": 4}
    pairs = [compare(given.kind, seed, scenario, **settings) for seed in tqdm(seeds)]
    compared = [pair.compared for pair in pairs]
    print(
        f"{given.kind}, {given.scenario}: {given.count} pairs of games, {sum(pair.begun for pair in pairs):,} secrets; "
        f"compared a pair: median {np.median(compared):.0f}, least {min(compared)}, in all {sum(compared):,}; "
        f"{time.perf_counter() - begun:.0f} s"
    )


if __name__ == "__main__":
    main()
