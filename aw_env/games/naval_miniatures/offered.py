"""What of Naval Miniatures can be chosen before it begins."""

from pathlib import Path

from aw_env.core.config.errors import ConfigError
from aw_env.core.offers import OptionOffered, ScenarioOffered
from aw_env.core.printed.choices import word_of
from aw_env.core.printed.scenarios import known_scenarios, scenario_file
from aw_env.games.naval_miniatures.game import ruleset
from aw_env.games.naval_miniatures.printed.load import shipped
from aw_env.games.naval_miniatures.printed.options import TAKES
from aw_env.games.naval_miniatures.printed.scenario import ScenarioFile, read_scenario, ready

FIRST = ("standard", "house", "random", "convoy", "major_200", "major_300", "major_500")
"""The scenarios that are offered before the battles of history."""
EXERCISES = {"exercise": "Fleet exercise of Allied cards", "exercise=axis": "Fleet exercise of Axis cards"}
"""Options without a number that exclude each other, with their titles."""


def names() -> list[str]:
    """The scenarios that come with the game."""
    known = known_scenarios(shipped())
    return sorted(known, key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name))


def offer(scenario: str) -> ScenarioOffered:
    """What can be chosen of a scenario, by its name or the path of its file.  Raises ConfigError."""
    path = scenario_file(scenario, shipped())
    file = read_scenario(path, shipped())
    valued = [word_of(name, takes.example) for name, takes in TAKES.items() if takes.example]
    options, with_values = (
        tuple(_option(word) for word in words if _admits(path, file, word))
        for words in (("historical", *EXERCISES), valued)
    )
    seats = {len(ruleset.seats): ruleset.seats}
    return ScenarioOffered(path.stem, file.title or path.stem, file.note, seats, False, options, with_values)


def _admits(path: Path, file: ScenarioFile, word: str) -> bool:
    try:
        ready(path, file, [word], shipped())
    except ConfigError:
        return False
    return True


def _option(word: str) -> OptionOffered:
    rule = shipped().options[word.partition("=")[0]]
    others = tuple(other for other in EXERCISES if word in EXERCISES and other != word)
    return OptionOffered(word, EXERCISES.get(word, rule.title), rule.effect, rule.rule, excludes=others)
