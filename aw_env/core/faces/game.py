"""One game: legal actions, applying them, words, saves, copies.  The AEC face and the command line stand on it."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from operator import index
from typing import Any, NamedTuple

import numpy as np

from aw_env.core import saves
from aw_env.core.arguments import checked_seed, whole_number, yes_or_no
from aw_env.core.declare.fields import names_of
from aw_env.core.engine.compiling import records
from aw_env.core.engine.events import hears
from aw_env.core.engine.layout import readable
from aw_env.core.engine.ledger import ASK_AGAIN, CLEAR, PASS, START, WRITE, key_dice_of
from aw_env.core.engine.ledger import reseed as throw_others
from aw_env.core.errors import IllegalAction, SaveError, StuckGame
from aw_env.core.players import CompiledPlayer
from aw_env.core.ruleset import Ruleset
from aw_env.core.seen.infos import Info

EventInWords = tuple[str, tuple[str, ...], tuple[int, ...], str]
"""(kind, subjects, dice, words) of something that happened."""

LISTED = 12
"""Legal actions that an error message lists."""
MOST_DECISIONS = 2**31 - 1
"""The greatest `max_decisions`."""

SETTINGS = (
    "rules", "layout", "_layout", "_point_reward", "_max_decisions", "_templates", "seed", "history", "dice_laid"
)  # fmt: skip
"""What a game is besides its arrays."""
COUNTED = ("decisions", "forced", "dice_rolled")
"""Fields that may tell how often others have been asked, and are then hidden from them."""
COPIED = ("_bytes", "_ledger_bytes", "_mask", "_observation", "rewards")
"""The arrays that tell a game from another."""


def fresh_seed() -> int:
    """A seed nobody has chosen."""
    return secrets.randbits(62)


def point_reward(rules: Ruleset, reward: str) -> float:
    """Reward for a victory point under `reward="outcome"` or `"victory_points"`.  Raises ValueError."""
    if not isinstance(reward, str) or reward not in ("outcome", "victory_points"):
        raise ValueError(f"reward={reward!r}: choose from 'outcome' and 'victory_points'")
    return rules.point_reward if reward == "victory_points" else 0.0


def check_settings(rules: Ruleset, observation: str, max_decisions: int | None) -> None:
    """Raises ValueError for an unknown layout or an invalid limit."""
    if not isinstance(observation, str) or observation not in rules.layouts:
        raise ValueError(f"observation={observation!r}: choose from {', '.join(map(repr, rules.layouts))}")
    if max_decisions is not None:
        whole_number("max_decisions", max_decisions, 1, MOST_DECISIONS, or_none=True)


class Mark(NamedTuple):
    """A position of a game to go back to: its arrays, the events since the last decision, and how many decisions and
    dice laid came before."""

    arrays: list[np.ndarray]
    events: np.ndarray
    decisions: int
    dice_laid: int


class Game:
    """A single game.

    rules: the rules of the game.  seed: of the dice; None draws one.  observation: the name of a layout.  reward:
    "outcome" (+1, 0, -1 at the end) or "victory_points" (also the change of the margin at each step).  max_decisions:
    truncate the game after this many; None: never.  ask_forced: also ask for decisions with a single legal action.
    """

    def __init__(
        self,
        rules: Ruleset,
        seed: int | None = None,
        observation: str = "summary",
        reward: str = "outcome",
        max_decisions: int | None = None,
        ask_forced: bool = False,
    ) -> None:
        check_settings(rules, observation, max_decisions)
        self.rules = rules
        self.layout = observation
        self._layout = rules.layouts[observation]
        self._point_reward = point_reward(rules, reward)
        self._max_decisions = 0 if max_decisions is None else int(max_decisions)
        self._templates = rules.scenario.templates.copy()
        self._templates["ask_forced"] = yes_or_no("ask_forced", ask_forced)
        self._allocate()
        self.reset(seed)

    def _allocate(self) -> None:
        rules = self.rules
        self._games = records(rules.scenario.templates.dtype, 1)
        self._bytes = self._games.view(np.uint8, np.ndarray)
        self._ledger = records(rules.ledger, 1)
        self._ledger_bytes = self._ledger.view(np.uint8, np.ndarray)
        self._masks = np.zeros((1, rules.n_actions), np.int8)
        self._observations = np.zeros((1, rules.widths[self.layout]), np.int16)
        self._rewards = np.zeros((1, len(rules.seats)), np.float32)
        self._actions = np.zeros(1, np.int64)
        self._events = np.zeros(rules.event_shape, np.int16)
        self._event_count = self._events[0]
        self._mask, self._observation, self.rewards = self._masks[0], self._observations[0], self._rewards[0]
        self._seat, self._ended = self._games["seat"], self._ledger["ended"]
        self.info = rules.informer(self._games)
        self._carry_on = self._call(self._templates)

    # --- playing -------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, dice: Iterable[int] | None = None) -> None:
        """Start a new game with a seed (None draws one).  dice: its first dice, before those of the generator.

        Raises ValueError for an invalid seed or dice, and leaves the game unchanged.
        """
        seed = fresh_seed() if seed is None else checked_seed(seed)
        templates = self._templates
        if dice is not None:
            templates = templates.copy()
            self._lay_dice(templates, dice)
        self.seed = seed
        self.history: list[int] = []
        self.dice_laid: list[tuple[int, tuple[int, ...]]] = []
        self._ledger["seed"] = seed
        self._advance(START, self._call(templates))

    def _call(self, templates: np.ndarray) -> Callable[[], int]:
        """The call that carries this game on by the action in `_actions`; its arguments never change."""
        return partial(
            self.rules.advance_in(self.layout), self.rules.scenario.books, templates, self._games, 0, 1, self._actions,
            self._ledger, self._masks, self._observations, self._rewards, self._layout, self._point_reward,
            self._max_decisions, CLEAR | WRITE, self._events,
        )  # fmt: skip

    def _advance(self, action: int, call: Callable[[], int] | None = None) -> None:
        self._actions[0] = action
        self._event_count[0] = 0
        if (call or self._carry_on)():
            raise StuckGame(f"the rules find no way to continue after the answer {action} ({self.rules.scenario.name})")

    def apply(self, action: int) -> None:
        """Play an action, up to the next decision or the end.  Raises IllegalAction, and leaves the game unchanged."""
        try:
            chosen = index(action)
        except TypeError:
            raise self._illegal(action) from None
        if not 0 <= chosen < self.rules.n_actions or not self._mask[chosen]:
            raise self._illegal(chosen)
        self._advance(chosen)
        self.history.append(chosen)

    def let_play(self, player: CompiledPlayer, plays: np.ndarray) -> None:
        """Let a compiled player decide for the seats it holds until another seat is to act or the game is over.
        Its actions are not in `history`, nor what happens meanwhile in `events()`."""
        player.play(self.rules.scenario.books, self._games, 0, 1, plays)
        self._advance(PASS)

    def _illegal(self, action: Any) -> IllegalAction:
        if self.ended:
            return IllegalAction(f"action {action!r}: the game is over")
        known = isinstance(action, int) and 0 <= action < self.rules.n_actions
        words = f" ({self.rules.describe_action(self._games, action)})" if known else ""
        legal = self.actions()
        listed = "; ".join(f"{number} ({text})" for number, text in legal[:LISTED])
        more = f"; and {len(legal) - LISTED} more" if len(legal) > LISTED else ""
        return IllegalAction(
            f"action {action!r}{words} by {self.seat_name} is not legal. Asked: {self.describe()} Legal: {listed}{more}"
        )

    @property
    def ended(self) -> bool:
        """Whether the game is over or was truncated."""
        return bool(self._ended[0])

    @property
    def over(self) -> bool:
        """Whether the game has been played to its end."""
        return bool(self._games["over"][0])

    @property
    def truncated(self) -> bool:
        """Whether the game was truncated at `max_decisions`."""
        return self.ended and not self.over

    @property
    def result(self) -> int | None:
        """For the first side: 1 won, 0 drawn, -1 lost; None before the end."""
        return int(self._games["result"][0]) if self.over else None

    @property
    def margin(self) -> int:
        """The lead of the first side, which decides the game."""
        return int(self._ledger["margin_seen"][0])

    @property
    def seat(self) -> int:
        """The seat to act, -1 when the game is over."""
        return int(self._seat[0])

    @property
    def seat_name(self) -> str:
        """The name of the seat to act."""
        return self.rules.seats[self.seat]

    @property
    def decisions(self) -> int:
        """Decisions taken so far."""
        return int(self._games["decisions"][0])

    @property
    def forced(self) -> int:
        """Decisions that were skipped because they were forced."""
        return int(self._games["forced"][0])

    # --- what is legal, and what is seen ----------------------------------------------------------------

    @property
    def action_mask(self) -> np.ndarray:
        """int8 `(n_actions,)`, a copy: 1 for each legal action; all 0 when the game has ended."""
        return np.zeros_like(self._mask) if self.ended else self._mask.copy()

    def legal_actions(self) -> list[int]:
        """The legal actions, in ascending order."""
        return [] if self.ended else np.flatnonzero(self._mask).tolist()

    def actions(self) -> list[tuple[int, str]]:
        """The legal actions as (index, words)."""
        view = self.view()
        return [(action, self.rules.describe_action(view, action)) for action in self.legal_actions()]

    def action_named(self, words: str) -> int:
        """The legal action described by these words.  Raises LookupError, which lists the choices."""
        return self.rules.action_named(self._games, words, self.legal_actions())

    def describe(self, seat: int | None = None) -> str:
        """The pending decision in words, as a seat may know it; None: as the seat to act knows it."""
        return self.rules.describe_decision(self._games if seat is None else self.view(seat))

    def info_for(self, seat: int) -> Info:
        """`info()` as another seat than the one to act may know it."""
        return self.info() if seat == self.seat else self.rules.info_for(self._games, self._known(seat))

    def info_in_words(self, info: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """An info (None: that of the pending decision) with names in place of numbers: of the phase, of the
        decision, and the id of its subject, or None."""
        return self.rules.info_in_words(self.info() if info is None else info, self.view().names)

    def observe(self, seat: int) -> np.ndarray:
        """int16 `(columns,)`, a copy: what a seat sees now.  Raises ValueError for an unknown seat."""
        if seat == self._seat[0]:
            return self._observation.copy()
        observation = np.zeros_like(self._observation)
        self.rules.observe(self.rules.scenario.books, self._games, 0, self._known(seat), self._layout, observation)
        return observation

    def view(self, seat: int | None = None) -> Any:
        """A read-only view of what a seat may know; None: of everything.  Raises ValueError for an unknown seat."""
        return self.rules.view(self._games, None if seat is None else self._known(seat))

    def _known(self, seat: int) -> int:
        """A seat by its number, or that of nobody, when the game is over.  Raises ValueError for another."""
        if type(seat) is int and -1 <= seat < len(self.rules.seats):  # as faces say it at every decision
            return seat
        if isinstance(seat, np.integer) and seat == -1:
            return -1
        return whole_number("seat", seat, 0, len(self.rules.seats) - 1)

    def open_view(self) -> Any:
        """A view of what every seat may know, for spectators."""
        view, games = self.view(), records(self._games.dtype, 1)
        for seat in range(len(self.rules.seats)):
            games[0] = view.record
            view = self.rules.view(games, seat)
        return view

    def events(self, *seats: int) -> list[EventInWords]:
        """What has happened since the last decision, each event as (kind, subjects, dice, words); for some seats, only
        what all of them may know."""
        return [self.rules.describe_event(row) for row in self.events_in_numbers(*seats)]

    def events_in_numbers(self, *seats: int) -> list[np.ndarray]:
        """The same events as rows of numbers (`core.engine.events`)."""
        sides = {self.rules.sides[self._known(seat)] for seat in seats}
        return [row for row in self._events[1 : 1 + self._event_count[0]] if all(hears(row, side) for side in sides)]

    def is_secret_from(self, seat: int) -> bool:
        """Whether a seat may not know what the pending decision is."""
        return not self.ended and self.rules.is_secret(self._games, seat)

    # --- dice ----------------------------------------------------------------------------------------

    def script_dice(self, dice: Iterable[int]) -> None:
        """Set the next dice: they are used in order, after those already set and before the generator's.

        Raises ValueError for an impossible die, or more dice than a game can hold.
        """
        self.dice_laid.append((len(self.history), self._lay_dice(self._games, dice)))

    def _lay_dice(self, games: np.ndarray, dice: Iterable[int]) -> tuple[int, ...]:
        """Append them to those that lie in `games` already; returns them."""
        faces = self.rules.die.faces
        if not isinstance(dice, Iterable):
            raise ValueError(f"dice={dice!r}: must be a list of dice, integers from 1 to {faces}")
        laid = tuple(dice)
        for die in laid:
            if isinstance(die, bool) or not isinstance(die, int | np.integer) or not 1 <= die <= faces:
                raise ValueError(f"{die!r} is not a die: a die is an integer from 1 to {faces}")
        script = games["script"][0]
        left = script[games["scripted_used"][0] : games["scripted"][0]].tolist() + list(laid)
        if len(left) > len(script):
            raise ValueError(f"{len(left)} dice are more than the {len(script)} that can be laid at a time")
        script[: len(left)] = left
        games["scripted"], games["scripted_used"] = len(left), 0
        return laid

    def key_dice(self, seed: int, tallies: np.ndarray) -> None:
        """Let the dice to come, up to the next decision, follow from a seed and from what is being decided
        (`core.engine.dice.key_dice`).  tallies: int32 `(TALLIES,)`, of one game."""
        key_dice_of(self._games, 0, seed, tallies)

    @property
    def scripted_dice_left(self) -> int:
        """Scripted dice not yet used."""
        return int(self._games["scripted"][0] - self._games["scripted_used"][0])

    @property
    def dice_rolled(self) -> int:
        """Random dice rolled since the game began; if the number grows, the scripted dice have run out."""
        return int(self._games["dice_rolled"][0])

    # --- trying something else -----------------------------------------------------------------------

    def lay_out(self, lay: Callable[[Any], None]) -> None:
        """Change the record of this game by hand, `lay(record)`, and go on from there to a question: for copies in
        which something is tried, since no play leads there and no save of it is sound."""
        lay(readable(self._games)[0])
        self._advance(ASK_AGAIN)

    # --- going back ----------------------------------------------------------------------------------

    def mark(self) -> Mark:
        """The position, for `go_back_to`."""
        arrays = [getattr(self, name).copy() for name in COPIED]
        return Mark(arrays, self._events[: 1 + self._event_count[0]].copy(), len(self.history), len(self.dice_laid))

    def go_back_to(self, mark: Mark) -> None:
        """Return to a mark of this game."""
        for name, array in zip(COPIED, mark.arrays, strict=True):
            getattr(self, name)[:] = array
        self._events[: len(mark.events)] = mark.events
        del self.history[mark.decisions :], self.dice_laid[mark.dice_laid :]

    # --- copies and saves -------------------------------------------------------------------------------

    def clone(self, reseed: int | None = None, seat: int | None = None, ask_forced: bool = False) -> "Game":
        """A copy of the game in the same position.  It rolls the same dice, or with `reseed` others, as search
        requires.  With `seat` as well, what this seat cannot know is redrawn, consistently with what it has seen; if
        another seat is deciding in secret, or what is redrawn leaves it a single legal action, the copy goes on to the
        next decision.  Such a copy has a history of its own, without events, which begins here, and `reseed` as its
        seed.  With `ask_forced` it also asks for decisions with a single legal action.  Raises ValueError for an
        unknown seat, or a seat without `reseed`."""
        if seat is not None:
            seat = whole_number("seat", seat, 0, len(self.rules.seats) - 1)
            if reseed is None:
                raise ValueError(f"seat={seat}: what a seat does not know is drawn with a seed; give reseed as well")
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other._allocate()
        for name in COPIED:
            getattr(other, name)[:] = getattr(self, name)
        used = 1 + self._event_count[0]
        other._events[:used] = self._events[:used]
        other.history, other.dice_laid = self.history.copy(), self.dice_laid.copy()
        if reseed is not None:
            reseed = checked_seed(reseed)
            throw_others(other._games, 0, reseed)
        if ask_forced:
            other._games["ask_forced"] = 1
        if seat is not None and reseed is not None:
            other._forget_secrets(seat)
            other.seed, other.history, other.dice_laid = reseed, [], []
            other._ledger["seed"] = reseed
        return other

    @classmethod
    def of_view(cls, rules: Ruleset, view: Any, seed: int) -> "Game":
        """A game of one's own in the position of a view, that of the seat that is asked: what it cannot know is drawn
        with the seed, and the dice to come are others.  It has no history and no events.  Raises ValueError for an
        invalid seed."""
        game = cls(rules, checked_seed(seed))
        game._games[0] = view.record
        throw_others(game._games, 0, seed)
        game._forget_secrets(int(view.seat))
        game.history, game.dice_laid = [], []
        return game

    def _forget_secrets(self, seat: int) -> None:
        """Draw anew what a seat cannot know.  Where another is asked in secret, the game goes on, with the first legal
        answers, to a question that the seat may know; and so it does where what is drawn leaves another only one
        answer.  Nothing is left of what has been seen before."""
        while self.is_secret_from(seat):
            self._advance(int(self._mask.argmax()))
        seen = self.rules.view(self._games, seat).record
        for counted in COUNTED:
            self._games[counted] = seen[counted]
        if "frames" in names_of(self._games.dtype):
            self._games["frames"][0, int(self._games["depth"][0]) :] = 0
        self.rules.redraw(self.rules.scenario.books, self._games, 0, seat)
        rewards, ended = self.rewards.copy(), self.ended
        for name in {*names_of(self._ledger.dtype)} - {*self.rules.account}:
            self._ledger[name] = 0
        self._observation[:] = 0
        self._advance(PASS)
        self.rewards[:], self._ledger["ended"] = rewards, ended
        if not self.ended and self._mask.sum() == 1 and not self._games["ask_forced"][0]:
            self.rules.before_asking(self._games)
            self._advance(ASK_AGAIN)
            self.rewards += rewards
            self._forget_secrets(seat)
        self._events[:] = 0

    def __getstate__(self) -> dict[str, Any]:
        """Pickled as its settings, its position, and what has happened since the last decision."""
        state = {name: getattr(self, name) for name in SETTINGS}
        state["arrays"] = {name: getattr(self, name) for name in COPIED}
        state["events"] = self._events[: 1 + self._event_count[0]]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        events, arrays = state.pop("events"), state.pop("arrays")
        self.__dict__.update(state)
        self._templates = np.require(self._templates, requirements="W")  # what comes through shared memory is read-only
        self._allocate()
        for name, array in arrays.items():
            getattr(self, name)[:] = array
        self._events[: len(events)] = events

    def save(self, **extra: Any) -> bytes:
        """The game as bytes (`core.saves`); `extra` are plain JSON values kept with it."""
        scenario = self.rules.scenario
        header = {
            "game": self.rules.name,
            "scenario": scenario.name,
            "players": self.rules.players,
            "options": list(self.rules.options),
            "settings": self.rules.settings,
            "digest": scenario.digest,
            "seed": self.seed,
            "history": self.history,
            "dice_laid": self.dice_laid,
            "ledger": {name: int(self._ledger[name][0]) for name in self.rules.account},
            "rewards": self.rewards.tolist(),
            "extra": extra,
        }
        return saves.pack(header, self._bytes.tobytes())

    def restore(self, data: bytes) -> dict[str, Any]:
        """Continue from a save of the same scenario; returns its `extra`.

        Raises SaveError if the save is truncated, damaged, of another version or of other data, or holds an impossible
        position, and leaves the game unchanged.
        """
        header, record = saves.unpack(data)
        self._check_fits(header, record)
        restored = object.__new__(Game)
        restored.__dict__.update(self.__dict__)
        restored._allocate()
        restored._bytes[:] = np.frombuffer(record, np.uint8)
        restored._check_position()
        restored._check_account(header)
        restored._take_account(header)
        self.__dict__.update(restored.__dict__)
        return header.extra

    def history_leads_here(self) -> bool:
        """Whether replaying the history from the seed, with the scripted dice, leads to exactly this position: a second
        check of a save, which tells a position that was played from one that was made up.  Also False if a compiled
        player has decided inside a call, dice were set before the first decision, or the dice to come are not those of
        the seed."""
        again = self
        try:
            for position in self.from_the_beginning():
                again = position
        except (ValueError, StuckGame):
            return False
        return bool((again._bytes == self._bytes).all())

    def from_the_beginning(self) -> Iterator["Game"]:
        """This game as it was at its beginning and after each answer of its history, with the dice laid in between: one
        copy that is carried on.  Raises IllegalAction, a ValueError, or StuckGame where the history leads nowhere."""
        again = self.clone()
        again.reset(self.seed)
        laid = dict[int, list[int]]()
        for at, dice in self.dice_laid:
            laid.setdefault(at, []).extend(dice)
        for number in range(len(self.history) + 1):
            again.script_dice(laid.pop(number, ()))
            yield again
            if number < len(self.history):
                again.apply(self.history[number])

    def _check_position(self) -> None:
        """Raises SaveError unless the record holds a position that can be, and the rules, asked anew, put the very
        question that it waits with."""
        self.rules.check_record(self._games)
        if self.over:
            return
        found = self._bytes.copy()
        self.rules.before_asking(self._games)
        self._actions[0], self._event_count[0] = ASK_AGAIN, 0
        self._carry_on()
        if (self._bytes != found).any():
            raise SaveError("this save holds an impossible position: the rules would not ask what it waits for")

    def _check_account(self, header: saves.Header) -> None:
        """Raises SaveError unless the account says of the record whether the game has ended, and how."""
        kept, record = header.ledger, self._games[0]
        expected = {"running": 1, "ended": 0}
        if self.over or kept["ended"]:
            over, result = int(self.over), int(record["result"]) if self.over else 0
            decisions = int(record["decisions"])
            expected = {"running": 0, "ended": 1, "truncated": 1 - over, "result": result, "decisions": decisions}
        for name, value in expected.items():
            if kept[name] != value:
                raise SaveError(
                    f"this save has an invalid ledger: {name} is {value} in this position, not {kept[name]}"
                )
        if any(die > self.rules.die.faces for _, dice in header.dice_laid for die in dice):
            raise SaveError(f"this save has an invalid header: dice_laid must be from 1 to {self.rules.die.faces}")

    def _take_account(self, header: saves.Header) -> None:
        """What a save says beside the record."""
        for name in self.rules.account:
            self._ledger[name] = header.ledger[name]
        self.seed, self.history = header.seed, list(header.history)
        self.dice_laid = [(at, tuple(dice)) for at, dice in header.dice_laid]
        ended = self.ended
        self._advance(PASS)
        self._ledger["ended"] = ended
        self.rewards[:] = header.rewards

    def _check_fits(self, header: saves.Header, record: bytes) -> None:
        rules, scenario = self.rules, self.rules.scenario
        if header.game != rules.name:
            raise SaveError(f"this is a save of {header.game}, not of {rules.name}")
        if header.digest != scenario.digest:
            raise SaveError(
                f"this save belongs to other data: scenario {header.scenario!r}, digest {header.digest[:12]}; "
                f"here is {scenario.name!r}, digest {scenario.digest[:12]} (edited units, board or scenario?). "
                f"{saves.CARRIED_OVER}"
            )
        if len(record) != self._bytes.size:
            raise SaveError(f"this save holds a record of {len(record)} bytes; a game has {self._bytes.size}")
        if len(header.rewards) != len(rules.seats):
            raise SaveError(
                f"this save holds the rewards of {len(header.rewards)} seats; this game has {len(rules.seats)}"
            )
        if any(action >= rules.n_actions for action in header.history):
            raise SaveError(f"this save holds an unknown action: this game has {rules.n_actions}")
        ledger = self._ledger.dtype
        for name in rules.account:
            bounds = np.iinfo(ledger[name])
            if not bounds.min <= header.ledger.get(name, bounds.max + 1) <= bounds.max:
                raise SaveError(f"this save has an invalid ledger: {name}")
