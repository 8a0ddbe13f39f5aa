"""What the house values of A World at War decide: each is moved down and up a step in games of `tuned` against itself.

    python -m benchmarks.house_values                               # 2,000 games a cell; resumes where it stopped
    python -m benchmarks.house_values --games 500 --scenarios raiders
    python -m benchmarks.house_values --show                        # show the results so far, without playing

A step is a tenth of the value, and at least one.  Every cell starts with the same dice.  Results are added to a CSV
file as they come.
"""

import argparse
from collections.abc import Sequence
from dataclasses import is_dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

import aw_agents
from aw_agents.arena.match import play_match
from aw_env.core.ruleset import Ruleset
from aw_env.core.streams import replace_unknown_letters
from aw_env.games.world_at_war.game import GAME, ruleset
from aw_env.games.world_at_war.printed.packing import pack_book, pack_game
from benchmarks.campaign_statistics import ROOT
from benchmarks.lines import going_on, whole_lines
from benchmarks.sensitivity import NORMAL

PART = 0.1
"""Of a number that a step is."""
SEED = 1
PLAYER = "tuned"
STEPS = {"less": -1, "as it is": 0, "more": 1}


class HouseValue(NamedTuple):
    """A house value.  path: where it stands in what is printed, or in the file of the scenario (`of_file`).  options:
    with which it is measured."""

    name: str
    path: tuple[str, ...]
    options: tuple[str, ...] = ()
    of_file: bool = False


def values_of(scenario: str) -> list[HouseValue]:
    """Those that the table of a scenario shows; of the Italians, who come late, that of the whole war."""
    here = ("campaigns", "raiders" if scenario == "raiders_long" else scenario)
    of_all = [
        HouseValue("threshold", ("threshold",), of_file=True),
        HouseValue("BRPs of the Allies", (*here, "brps", "allies")),
        HouseValue("BRPs of the Axis", (*here, "brps", "axis")),
    ]
    if scenario == "mediterranean":
        return [
            *of_all,
            HouseValue("naval modifier of Italy", ("tables", "naval_drm", "italy")),
            HouseValue("air modifier of Britain", ("tables", "air_drm", "britain")),
            HouseValue("air modifier of Italy", ("tables", "air_drm", "italy")),
            HouseValue("points for a supply line", (*here, "worth", "supply_line")),
            HouseValue("points for a factor of a named ship", (*here, "worth", "named_factor")),
            HouseValue("points for the front in Africa", (*here, "worth", "front")),
            HouseValue("troops that come to Naples", (*here, "ground", "axis", "arrive", "naples")),
            HouseValue("troops in Egypt", (*here, "ground", "allies", "arrive", "alexandria")),
            HouseValue("squadrons of Palermo", (*here, "squadrons", "axis", "palermo")),
            HouseValue("submarines of Taranto", (*here, "boats", "taranto")),
        ]
    of_both = [
        *of_all,
        HouseValue("naval modifier of the US", ("tables", "naval_drm", "us")),
        HouseValue("points for a transport", (*here, "worth", "transport")),
    ]
    if scenario == "night_express":
        return [
            *of_both,
            HouseValue("naval modifier of Japan", ("tables", "naval_drm", "japan")),
            HouseValue("air modifier of the US", ("tables", "air_drm", "us")),
            HouseValue("air modifier of Japan", ("tables", "air_drm", "japan")),
            HouseValue("points for an island group held", (*here, "worth", "group_held")),
        ]
    italy = HouseValue("naval modifier of Italy", ("tables", "naval_drm", "italy"), ("axis_suez",))
    return [
        *of_both,
        *([italy] if scenario == "raiders_long" else []),
        HouseValue("naval modifier of Germany", ("tables", "naval_drm", "germany")),
        HouseValue("air modifier of Britain", ("tables", "air_drm", "britain")),
        HouseValue("points for an Allied factor", (*here, "worth", "allied_factor")),
        HouseValue("points for an Axis factor", (*here, "worth", "axis_factor")),
        HouseValue("shipbuilding points of the Allies", (*here, "yards", "allies")),
    ]


class Cell(NamedTuple):
    """Games with one value: the shares that each side wins.  Strings as they stand in the file."""

    scenario: str
    value: str
    step: str
    number: str
    games: str
    allies: str
    axis: str


def moved(number: Any, sign: int) -> Any:
    """A number a step further down or up, or such numbers from turn to turn."""
    if isinstance(number, int):
        return number + sign * max(1, round(PART * abs(number)))
    return [[turn, moved(held, sign)] for turn, held in number]


def in_words(number: Any) -> str:
    """A number, or numbers from turn to turn: "20 then 30"."""
    return f"{number}" if isinstance(number, int) else " then ".join(f"{held}" for _, held in number)


def found(thing: Any, path: Sequence[str]) -> Any:
    """What stands at a path."""
    for name in path:
        thing = thing[name] if isinstance(thing, dict) else getattr(thing, name)
    return thing


def put(thing: Any, path: Sequence[str], value: Any) -> Any:
    """The same with another value at a path."""
    if not path:
        return value
    name, *rest = path
    inner = put(found(thing, [name]), rest, value)
    if isinstance(thing, dict):
        return {**thing, name: inner}
    return replace(thing, **{name: inner}) if is_dataclass(thing) else thing.model_copy(update={name: inner})  # type: ignore[type-var]


def number_of(rules: Ruleset, value: HouseValue, sign: int) -> Any:
    """What a house value is, a step down or up."""
    scenario: Any = rules.scenario
    number = found(scenario.file, value.path) if value.of_file else found(scenario.printed, (*value.path, "value"))
    return moved(number, sign) if sign else number


def with_value(rules: Ruleset, value: HouseValue, sign: int) -> Ruleset:
    """The rules with a house value a step down or up."""
    scenario: Any = rules.scenario
    printed, file, number = scenario.printed, scenario.file, number_of(rules, value, sign)
    if value.of_file:
        file = put(file, value.path, number)
    else:
        printed = put(printed, (*value.path, "value"), number)
    scenario = replace(
        scenario, printed=printed, file=file, books=pack_book(printed, file), templates=pack_game(printed, file)
    )
    return replace(rules, scenario=scenario)


def cell(scenario: str, value: HouseValue, step: str, games: int) -> Cell:
    """Play the games of a cell."""
    rules, player = ruleset(scenario, value.options), aw_agents.load(PLAYER, GAME.name)
    won = play_match(with_value(rules, value, STEPS[step]), [player, player], games, SEED).results
    shares = (f"{(won > 0).mean():.4f}", f"{(won < 0).mean():.4f}")
    return Cell(scenario, value.name, step, in_words(number_of(rules, value, STEPS[step])), f"{games}", *shares)


def cases_of(scenarios: Sequence[str]) -> list[tuple[str, HouseValue, str]]:
    """The cells of the scenarios' tables; the Italians have one of their own as it is, for they come with an option."""
    return [
        (scenario, value, step)
        for scenario in scenarios
        for number, value in enumerate(values_of(scenario))
        for step in STEPS
        if STEPS[step] or value.options or number == 0
    ]


def play(scenarios: Sequence[str], games: int, path: Path) -> None:
    """Add the cells that the file does not hold."""
    held = {(one.scenario, one.value, one.step, int(one.games)) for one in kept(path)}
    waiting = [case for case in cases_of(scenarios) if (case[0], case[1].name, case[2], games) not in held]
    with going_on(path, Cell._fields) as add, tqdm(waiting, unit="cell") as bar:
        for scenario, value, step in bar:
            add(cell(scenario, value, step, games))


def kept(path: Path) -> list[Cell]:
    """What the file holds.  Raises ValueError for a line that is none of it."""
    cells = []
    for number, row in enumerate(whole_lines(path), 2):
        try:
            cells.append(Cell(*row))
            [float(part) for part in row[-3:]]
        except (TypeError, ValueError):
            raise ValueError(f"{path}, line {number}: not a line of {', '.join(Cell._fields)}") from None
    return cells


def table(cells: Sequence[Cell], scenario: str, games: int) -> str:
    """A line for each value: those first that move the Allies' share most."""
    here = {(one.value, one.step): one for one in cells if one.scenario == scenario and int(one.games) == games}
    usual = next(one for (_, step), one in here.items() if step == "as it is")
    names = [name for name, step in here if step == "less" and (name, "more") in here]

    def effect(name: str) -> float:
        return abs(float(here[name, "more"].allies) - float(here[name, "less"].allies))

    told = ["| House value | less: Allies, Axis | more: Allies, Axis |", "| --- | --- | --- |"]
    for name in sorted(names, key=effect, reverse=True):
        ends = (here[name, "less"], here[name, "more"])
        told.append(f"| {name} | {' | '.join(f'{one.number}: {_shares(one)}' for one in ends)} |")
    own = [one for (name, step), one in here.items() if step == "as it is" and one is not usual]
    as_it_is = [f"As it is: {_shares(usual)}.", *(f"{one.value} {one.number}: {_shares(one)}." for one in own)]
    return "\n".join([*told, "", " ".join(as_it_is)])


def _shares(one: Cell) -> str:
    """The shares of both sides with half of their 95 % intervals."""
    told = []
    for share in map(float, (one.allies, one.axis)):
        told.append(f"{share:.3f} ± {NORMAL * (share * (1 - share) / int(one.games)) ** 0.5:.3f}")
    return ", ".join(told)


def main() -> None:
    """Play, then print."""
    replace_unknown_letters()
    names = ("raiders", "night_express", "mediterranean", "raiders_long")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="games of each cell")
    parser.add_argument("--scenarios", nargs="+", choices=names, default=names)
    parser.add_argument("--results", type=Path, default=ROOT / "docs" / "world_at_war_sensitivity.csv")
    parser.add_argument("--show", action="store_true", help="show the results in the file, without playing")
    chosen = parser.parse_args()
    if not chosen.show:
        play(chosen.scenarios, chosen.games, chosen.results)
    cells = kept(chosen.results)
    for scenario, games in product(chosen.scenarios, sorted({int(one.games) for one in cells})):
        if any(one.scenario == scenario and int(one.games) == games for one in cells):
            print(f"\n{scenario}, {games} games a cell\n\n{table(cells, scenario, games)}")


if __name__ == "__main__":
    main()
