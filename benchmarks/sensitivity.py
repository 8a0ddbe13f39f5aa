"""Which estimates of the printed material decide who wins: all are varied at once, over many campaigns of the officer.

    python -m benchmarks.sensitivity --campaigns 100000      # everything, some hours of a core; resumes
    python -m benchmarks.sensitivity --show                  # show the results so far, without playing
    python -m benchmarks.sensitivity --singly 10             # the ten largest effects, each by itself
    python -m benchmarks.sensitivity --singly 3 --player campaign --campaigns 2000    # and with another player

A sample is one draw of all estimates and a few campaigns with them. Samples are added to a CSV file as they come; the
draw of a sample follows from its number. A linear regression gives the effects.

With --singly, half of the campaigns have the least value that an estimate may have and half the greatest, with all else
as printed.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from tqdm import tqdm

from aw_agents.arena.match import played_out
from aw_env.core.players import load
from aw_env.core.streams import replace_unknown_letters
from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.printed.load import shipped
from aw_env.games.admirals_war.printed.material import Printed
from aw_env.games.admirals_war.printed.packing import pack_book, pack_game
from aw_env.games.admirals_war.printed.units import Unit
from benchmarks.campaign_statistics import ROOT
from benchmarks.lines import going_on, whole_lines

CAMPAIGNS = 4
"""Campaigns of a sample."""
MEASURES = ("points", "atlantic", "pacific")
"""What is measured of a sample, means over its campaigns: points of the Allies (win 1, draw ½), their final leads."""
NORMAL = 1.96
AT_ONCE, SEED_OF_SINGLES = 250, 7_000_000
"""Campaigns that are played singly: in one match, and the seed of the first."""
MOST_VALUE, LAST_TURN = 9, 10
"""Of an area and of a factor; of the campaign."""

Change = Callable[[Printed, int], Printed]


@dataclass(frozen=True)
class Estimate:
    """An estimated value, varied by whole steps.

    name: what it is.  steps: how much may be added to the printed value, each as likely; a link is there (0) or not
    (-1).  change: the printed material with so much added.
    """

    name: str
    steps: tuple[int, ...]
    change: Change


def estimates(printed: Printed) -> list[Estimate]:
    """All that is varied: values of areas, repair, links, and of counters their main factor and their arrival."""
    return [*_areas(printed), *_repairs(printed), *_links(printed), *_units(printed)]


def steps_from(value: int, least: int, most: int) -> tuple[int, ...]:
    """One less, as printed, one more, within bounds."""
    return tuple(step for step in (-1, 0, 1) if least <= value + step <= most)


def _areas(printed: Printed) -> list[Estimate]:
    found = []
    for id, area in printed.board.areas.items():
        for key in ("allied_vp", "axis_vp"):
            if getattr(area, key).provenance == "E":
                steps = steps_from(getattr(area, key).value, 0, MOST_VALUE)
                found.append(Estimate(f"{id}: {key}", steps, _in_board("areas", id, key)))
    return found


def _repairs(printed: Printed) -> list[Estimate]:
    return [
        Estimate(f"{id}: repair", steps_from(port.repair.value, 0, MOST_VALUE), _in_board("ports", id, "repair"))
        for id, port in printed.board.ports.items()
        if port.repair.provenance == "E"
    ]


def _in_board(table: str, id: str, key: str) -> Change:
    def change(printed: Printed, step: int) -> Printed:
        places = getattr(printed.board, table)
        value = getattr(places[id], key)
        place = places[id].model_copy(update={key: value.model_copy(update={"value": value.value + step})})
        return replace(printed, board=printed.board.model_copy(update={table: {**places, id: place}}))

    return change


def _links(printed: Printed) -> list[Estimate]:
    return [
        Estimate(f"link {' - '.join(link.between)}", (-1, 0), _without(link.between))
        for link in printed.board.links
        if link.provenance == "E"
    ]


def _without(between: tuple[str, str]) -> Change:
    def change(printed: Printed, step: int) -> Printed:
        left = [link for link in printed.board.links if step == 0 or link.between != between]
        return replace(printed, board=printed.board.model_copy(update={"links": left}))

    return change


def _units(printed: Printed) -> list[Estimate]:
    found = []
    for number, unit in enumerate(printed.units):
        if unit.status != "core":
            continue
        if unit.factors_provenance == "E" and (key := main_factor(unit)):
            found.append(Estimate(f"{unit.id}: {key}", steps_from(getattr(unit, key), 0, 9), _in_unit(number, key)))
        if unit.arrival_provenance == "E" and unit.arrives_turn > 1:
            steps = steps_from(unit.arrives_turn, 2, LAST_TURN)
            found.append(Estimate(f"{unit.id}: arrives_turn", steps, _in_unit(number, "arrives_turn")))
    return found


def main_factor(unit: Unit) -> str:
    """The factor that a counter fights with; "" if it has none."""
    return "airstrike" if unit.airstrike else "gunnery" if unit.gunnery else ""


def _in_unit(number: int, key: str) -> Change:
    def change(printed: Printed, step: int) -> Printed:
        units = list(printed.units)
        units[number] = units[number].model_copy(update={key: getattr(units[number], key) + step})
        return replace(printed, units=tuple(units))

    return change


# --- samples -------------------------------------------------------------------------------------------


def drawn(varied: list[Estimate], number: int) -> np.ndarray:
    """The steps of a sample, int `(estimates,)`."""
    which = np.random.default_rng((1, number)).integers([len(estimate.steps) for estimate in varied])
    return np.array([estimate.steps[k] for estimate, k in zip(varied, which, strict=True)])


def sample(varied: list[Estimate], number: int, officer: Any) -> tuple[float, float, float]:
    """Play a sample: `MEASURES`."""
    printed = shipped()
    for estimate, step in zip(varied, drawn(varied, number).tolist(), strict=True):
        if step:
            printed = estimate.change(printed, step)
    found = campaigns_with(printed, officer, CAMPAIGNS, seed=number).mean(0).tolist()
    return found[0], found[1], found[2]


def campaigns_with(printed: Printed, player: Any, count: int, seed: int) -> np.ndarray:
    """Campaigns with such material, the player on both sides: float `(count, measures)`."""
    rules = ruleset("campaign")
    scenario: Any = rules.scenario
    books, templates = pack_book(printed, scenario.file, 2), pack_game(printed, scenario.file)
    rules = replace(rules, scenario=replace(scenario, printed=printed, books=books, templates=templates))
    match = played_out(rules, [player, player], count, seed)
    return np.column_stack([match.points[:, 0], match.games["victory_points"][:, :2]])


def kept(path: Path) -> np.ndarray:
    """The samples that the file holds, float `(samples, measures)`."""
    return np.array([list(map(float, row)) for row in whole_lines(path)]).reshape(-1, len(MEASURES))


def play(varied: list[Estimate], samples: int, path: Path) -> None:
    """Go on until the file holds so many samples."""
    done, officer = len(kept(path)), load("scripted")
    with going_on(path, MEASURES) as add, tqdm(total=samples, initial=done, unit="sample") as bar:
        for number in range(done, samples):
            add([f"{value:g}" for value in sample(varied, number, officer)])
            bar.update()


# --- singly --------------------------------------------------------------------------------------------


class Single(NamedTuple):
    """What an estimate does by itself.  Strings as they stand in the file; effects of its greatest value in place of
    its least, each with half of its 95 % interval."""

    estimate: str
    player: str
    least: str
    greatest: str
    campaigns: str
    points: str
    points_within: str
    atlantic: str
    atlantic_within: str
    pacific: str
    pacific_within: str


def play_singly(chosen: list[Estimate], player: str, campaigns: int, path: Path) -> list[Single]:
    """What the file says of these estimates with this player and so many campaigns, an even number, played where it
    says nothing yet."""
    said = {(single.estimate, single.player, int(single.campaigns)): single for single in singles(path)}
    waiting = [estimate for estimate in chosen if (estimate.name, player, campaigns) not in said]
    loaded = load(player)
    with going_on(path, Single._fields) as add, tqdm(total=len(waiting) * campaigns, unit="campaign") as bar:
        for estimate in waiting:
            least, greatest = min(estimate.steps), max(estimate.steps)
            ends = [
                _at_an_end(estimate.change(shipped(), step), loaded, campaigns // 2, bar) for step in (least, greatest)
            ]
            effect = ends[1].mean(0) - ends[0].mean(0)
            within = NORMAL * np.sqrt(sum(end.var(0, ddof=1) / len(end) for end in ends))
            numbers = [f"{number:.4f}" for pair in zip(effect, within, strict=True) for number in pair]
            single = Single(estimate.name, player, f"{least:+d}", f"{greatest:+d}", str(campaigns), *numbers)
            said[estimate.name, player, campaigns] = single
            add(single)
    return [said[estimate.name, player, campaigns] for estimate in chosen]


def singles(path: Path) -> list[Single]:
    """What the file says.  Raises ValueError for a line that is none of it."""
    return [_single(path, number, row) for number, row in enumerate(whole_lines(path), 2)]


def _single(path: Path, number: int, row: list[str]) -> Single:
    try:
        single = Single(*row)
        [int(single.campaigns), *map(float, single[5:])]
    except (TypeError, ValueError):
        raise ValueError(f"{path}, line {number}: not a line of {', '.join(Single._fields)}") from None
    return single


def _at_an_end(printed: Printed, player: Any, count: int, bar: Any) -> np.ndarray:
    """Campaigns with one value of an estimate, `(count, measures)`."""
    parts = []
    for first in range(0, count, AT_ONCE):
        at_once = min(AT_ONCE, count - first)
        parts.append(campaigns_with(printed, player, at_once, SEED_OF_SINGLES + first // AT_ONCE))
        bar.update(at_once)
    return np.concatenate(parts)


def table_of_singles(played: list[Single]) -> str:
    """A line each."""
    told = [
        "| | played by | from, to | campaigns | Points of the Allies | Atlantic lead | Pacific lead |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for one in played:
        numbers = [
            f"{float(one.points):+.3f} ± {float(one.points_within):.3f}",
            f"{float(one.atlantic):+.2f} ± {float(one.atlantic_within):.2f}",
            f"{float(one.pacific):+.2f} ± {float(one.pacific_within):.2f}",
        ]
        steps = f"{one.least}, {one.greatest}"
        told.append(f"| `{one.estimate}` | `{one.player}` | {steps} | {one.campaigns} | {' | '.join(numbers)} |")
    return "\n".join(told)


# --- effects -------------------------------------------------------------------------------------------


def effects(steps: np.ndarray, measured: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What one step more of each estimate changes, and half of its 95 % interval: `(estimates, measures)` each.

    steps: `(samples, estimates)`.  measured: `(samples, measures)`.
    """
    explaining = np.column_stack([np.ones(len(steps)), steps])
    found, *_ = np.linalg.lstsq(explaining, measured, rcond=None)
    left = measured - explaining @ found
    variance = (left**2).sum(0) / (len(steps) - explaining.shape[1])
    spread = np.diag(np.linalg.inv(explaining.T @ explaining))
    return found[1:], NORMAL * np.sqrt(spread[1:, None] * variance)


def ranked(varied: list[Estimate], measured: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The numbers of the estimates, those first that surely change the points of the Allies most; and `effects`."""
    steps = np.array([drawn(varied, number) for number in range(len(measured))])
    effect, within = effects(steps, measured)
    return np.argsort(within[:, 0] - np.abs(effect[:, 0])), effect, within


def table(varied: list[Estimate], measured: np.ndarray, lines: int) -> str:
    """The estimates that change the points of the Allies most."""
    order, effect, within = ranked(varied, measured)
    told = ["| One step more of | Points of the Allies | Atlantic lead | Pacific lead |", "| --- | --- | --- | --- |"]
    for k in order[:lines]:
        numbers = [f"{effect[k, 0]:+.3f} ± {within[k, 0]:.3f}"]
        numbers += [f"{effect[k, m]:+.2f} ± {within[k, m]:.2f}" for m in (1, 2)]
        told.append(f"| `{varied[k].name}` | {' | '.join(numbers)} |")
    return "\n".join(told)


def main() -> None:
    """Play, then print."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--campaigns", type=int, help="campaigns in all (100,000), or of each estimate with --singly (10,000)"
    )
    parser.add_argument("--results", type=Path, default=ROOT / "docs" / "sensitivity.csv")
    parser.add_argument("--lines", type=int, default=20, help="lines of the table (20)")
    parser.add_argument("--show", action="store_true", help="show the results in the file, without playing")
    parser.add_argument("--singly", type=int, default=0, metavar="N", help="vary the N largest effects one at a time")
    parser.add_argument(
        "--singles", type=Path, default=ROOT / "docs" / "sensitivity_singly.csv", help="file of the results of --singly"
    )
    parser.add_argument("--player", default="scripted", help="who plays both sides (scripted)")
    chosen = parser.parse_args()
    varied = estimates(shipped())
    if not chosen.show and not chosen.singly:
        play(varied, (chosen.campaigns or 100_000) // CAMPAIGNS, chosen.results)
    measured = kept(chosen.results)
    mean = dict(zip(MEASURES, measured.mean(0).round(3).tolist(), strict=True))
    print(f"{len(varied)} estimates, {len(measured)} samples of {CAMPAIGNS} campaigns, {mean}")
    if len(measured) <= len(varied) + 1:
        parser.error(f"too few samples for {len(varied)} effects")
    if not chosen.singly:
        print(table(varied, measured, chosen.lines))
    elif chosen.show:
        print(table_of_singles(singles(chosen.singles)))
    else:
        each = chosen.campaigns or 10_000
        if each % 2 or each < 4:
            parser.error(f"--campaigns {each}: half of them are played at each end, two at least")
        largest = [varied[k] for k in ranked(varied, measured)[0][: chosen.singly]]
        print(table_of_singles(play_singly(largest, chosen.player, each, chosen.singles)))


if __name__ == "__main__":
    main()
