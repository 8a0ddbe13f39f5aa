"""A battle calculator: what may come of the battle in one sea area, if the units that are named were in it.

It is fought again and again by the rules themselves, and nothing else is: from positions that the seat cannot tell
from its own (`Game.clone(reseed, seat)`), against the enemy units that it sees there and any that may hide there.
The staff officer answers for all seats.  Nothing is done in the game itself.
"""

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from aw_env.core.engine.dice import TALLIES
from aw_env.core.faces.game import Game
from aw_env.core.said import naming
from aw_env.core.said.lone_battle import NOBODY, LoneBattle
from aw_env.core.said.wording import UnknownWords, any_of, first_few
from aw_env.table.odds import FIRST_SEED, MOST_DECISIONS, officer
from aw_env.table.phrases import units_meant
from aw_env.table.table import answer_of

FEWEST, MOST_TRIALS = 20, 400
"""Battles that are fought: the first whatever time they take, the others while there is time."""
CONFIDENCE = 1.96
"""Standard errors on either side of an interval of 95%."""


class Outcome(NamedTuple):
    """What one battle has come to.  holder: the number of the side that holds the area, `NOBODY` for none.  own, enemy:
    units lost.  points: what the area is then worth to the seat's side."""

    holder: int
    own: int
    enemy: int
    points: float


@dataclass(frozen=True)
class BattleOdds:
    """What may come of a battle.

    area: its name.  units: names of those that are sent.  holds, denied: how often the seat's side, or the enemy, holds
    the area afterwards; low, high: the interval of 95% around the first.  own, enemy: units lost on average.  points:
    for the area alone, on average.
    """

    area: str
    units: tuple[str, ...]
    trials: int
    holds: float
    denied: float
    low: float
    high: float
    own: float
    enemy: float
    points: float

    def in_words(self) -> str:
        """The whole in two sentences."""
        return (
            f"{self.area} with {first_few(self.units)}: you hold it {_percent(self.holds)} "
            f"({_percent(self.low)} to {_percent(self.high)}), the enemy {_percent(self.denied)}; "
            f"you lose {self.own:.1f}, the enemy {self.enemy:.1f}; points for the area {self.points + 0.0:+.1f}. "
            f"An estimate: this battle alone, fought {self.trials} times by the staff officer for both sides."
        )


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"


@dataclass(frozen=True)
class Candidate:
    """A unit that may be in an area.  there: whether it is."""

    id: str
    name: str
    there: bool


@dataclass(frozen=True)
class BattleHere:
    """Who may be in an area, and what may come of the battle there.  area: its id.  odds: None where only who may be
    there was asked."""

    area: str
    units: tuple[Candidate, ...]
    odds: BattleOdds | None = None


# --- what is asked ------------------------------------------------------------------------------------------------


def of_line(game: Game, words: str, seconds: float) -> BattleOdds:
    """The battle that words name: "Coral Sea", with the units that are there, or "Coral Sea with Hornet, all cruisers".
    Raises UnknownWords."""
    where, _, who = words.partition(" with ")
    view = game.view(game.seat)
    area = _area_named(game, view, where)
    if not who:
        return of_battle(
            game, area, [unit.number for unit in own_units(game, view, area) if _is_in(unit, area)], seconds
        )
    units = units_meant(game.rules.speech(), view, own_units(game, view, area), who)
    return of_battle(game, area, [unit.number for unit in units], seconds)


def here(game: Game, area: str, units: Collection[str] | None, seconds: float) -> BattleHere:
    """Who may be in the area of an id, and what comes of the battle there with the units of some ids, if there are any.
    Raises UnknownWords."""
    view = game.view(game.seat)
    number = next((place.number for place in view.areas if place.id == area), None)
    if number is None:
        raise UnknownWords(f'there is no sea area "{area}"')
    able = own_units(game, view, number)
    candidates = tuple(Candidate(unit.id, unit.name, _is_in(unit, number)) for unit in able)
    if units is None:
        return BattleHere(area, candidates)
    if strangers := set(units) - {unit.id for unit in able}:
        raise UnknownWords(f"{first_few(sorted(strangers))} cannot be there")
    return BattleHere(area, candidates, of_battle(game, number, [u.number for u in able if u.id in units], seconds))


def _area_named(game: Game, view: Any, words: str) -> int:
    declared(game)
    found = naming.areas_named(view, words)
    if len(found) == 1:
        return int(found[0].number)
    if found:
        raise UnknownWords(f'"{words}" may mean {any_of([area.name for area in found])}')
    if not words.strip():
        raise UnknownWords('say where: "battle AREA", or "battle AREA with UNITS"')
    meant = naming.did_you_mean(words, [area.name for area in view.areas])
    raise UnknownWords(f'no sea area is called "{words}"{meant}')


def declared(game: Game) -> LoneBattle:
    """How a game fights one battle alone.  Raises UnknownWords where it does not, or cannot now."""
    battle = game.rules.speech().lone_battle
    if battle is None:
        raise UnknownWords(
            'battles are not fought area by area in this game: "odds" tells what may come of the choices'
        )
    if why := battle.why_not(game.view(game.seat)):
        raise UnknownWords(why)
    return battle


def own_units(game: Game, view: Any, area: int) -> list[Any]:
    """The units of the side of the seat that is asked that are in an area or may come there."""
    battle, side_of, side = declared(game), game.rules.speech().side_of, game.rules.sides[game.seat]
    own = (unit for unit in view.units if side_of(view, unit.number) == side)
    return [unit for unit in own if _is_in(unit, area) or battle.may_come(view, unit, area)]


def _is_in(unit: Any, area: int) -> bool:
    return bool(unit.place_number == area)


# --- trials -------------------------------------------------------------------------------------------------------


def of_battle(game: Game, area: int, units: Collection[int], seconds: float) -> BattleOdds:
    """What comes of the battle in an area with these units of the side of the seat that is asked.  Raises UnknownWords
    where none of them is sent, or one cannot be there."""
    view = game.view(game.seat)
    able = own_units(game, view, area)
    unable = [naming.unit_name(view, unit) for unit in units if unit not in {unit.number for unit in able}]
    if unable:
        raise UnknownWords(f"{first_few(unable)} cannot be in {naming.place_name(view, area)}")
    if not units:
        raise UnknownWords(
            f'none of your units is there: say which, "battle {naming.place_name(view, area)} with UNITS"'
        )
    away = [unit.number for unit in able if _is_in(unit, area) and unit.number not in units]
    player, until, fought = officer(game), time.monotonic() + seconds, list[Outcome]()
    while len(fought) < MOST_TRIALS and (len(fought) < FEWEST or time.monotonic() < until):
        fought.append(fight(game, area, units, away, FIRST_SEED + len(fought), player))
    names = tuple(unit.name for unit in able if unit.number in units)
    return _told(naming.place_name(view, area), names, fought, game.rules.sides[game.seat])


def fight(game: Game, area: int, units: Collection[int], away: Collection[int], seed: int, player: Any) -> Outcome:
    """The battle, once."""
    battle, seat = declared(game), game.seat
    trial, tallies = game.clone(seed, seat, ask_forced=True), np.zeros(TALLIES, np.int32)
    lost_before = _lost(trial, seat)
    trial.key_dice(seed, tallies)
    trial.lay_out(lambda record: battle.lay(record, units, away, area))
    for _ in range(MOST_DECISIONS):
        if trial.ended or battle.is_over(trial.view(), area):
            break
        trial.key_dice(seed, tallies)
        trial.apply(answer_of(player, trial))
    holder, side = battle.holder(trial.view(), area), game.rules.sides[seat]
    new = [of for name, of in _lost(trial, seat).items() if name not in lost_before]
    own = sum(of == game.rules.speech().sides[side].id for of in new)
    worth = next(place.points for place in game.rules.scene(trial.view(seat)).areas if place.id == _id(trial, area))
    points = 0.0 if holder == NOBODY else float(worth[holder]) * (1 if holder == side else -1)
    return Outcome(holder, own, len(new) - own, points)


def _id(game: Game, area: int) -> str:
    return str(game.view().names.places[area].id)


def _lost(game: Game, seat: int) -> dict[str, str]:
    """Units that are lost, each with the id of its side."""
    return {unit.name: unit.side for unit in game.rules.scene(game.view(seat)).units if unit.lost}


def _told(area: str, units: tuple[str, ...], fought: Sequence[Outcome], side: int) -> BattleOdds:
    held = fmean(outcome.holder == side for outcome in fought)
    low, high = interval(held, len(fought))
    return BattleOdds(
        area=area,
        units=units,
        trials=len(fought),
        holds=held,
        denied=fmean(outcome.holder not in (side, NOBODY) for outcome in fought),
        low=low,
        high=high,
        own=fmean(outcome.own for outcome in fought),
        enemy=fmean(outcome.enemy for outcome in fought),
        points=fmean(outcome.points for outcome in fought),
    )


def interval(share: float, trials: int) -> tuple[float, float]:
    """Wilson's interval of 95% for how often something happens that has happened so often in some trials."""
    square = CONFIDENCE**2
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    half = CONFIDENCE * (share * (1 - share) / trials + square / (4 * trials**2)) ** 0.5 / (1 + square / trials)
    return max(0.0, middle - half), min(1.0, middle + half)
