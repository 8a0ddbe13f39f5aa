"""Arguments as people give them: a wrong one is one clear error before anything is made or changed."""

from collections.abc import Iterable, Mapping
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

MOST_SEED = 2**62 - 1
"""The greatest seed.  Seeds that are drawn, and those of the games of a batch, have 62 bits."""


def whole_number(name: str, value: Any, least: int, most: int, or_none: bool = False) -> int:
    """A whole number, of NumPy's kind too, within bounds.  Raises ValueError that names the argument."""
    allowed = f"must be a whole number from {least} to {most}{', or None' if or_none else ''}"
    if isinstance(value, bool):
        raise ValueError(f"{name}={value!r}: {allowed}")
    try:
        number = index(value)
    except TypeError:
        raise ValueError(f"{name}={value!r}: {allowed}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}={shortened(number)}: {allowed}")
    return number


def yes_or_no(name: str, value: Any) -> bool:
    """True or False, of NumPy's kind too.  Raises ValueError that names the argument."""
    import numpy as np  # here, so that the command line reads its arguments without it

    if not isinstance(value, bool | np.bool):
        raise ValueError(f"{name}={value!r}: must be True or False")
    return bool(value)


def check_scenario(scenario: Any, options: Any) -> None:
    """What a game's rules are made for.  Raises ValueError."""
    if not isinstance(scenario, str | Path):
        raise ValueError(f"scenario={scenario!r}: a name or the path of a file")
    if isinstance(options, str):
        raise ValueError(f"options={options!r}: a list of names, as in options=[{options!r}]")
    if not isinstance(options, Iterable):
        raise ValueError(f"options={options!r}: a list of names; options=[] for none")


def is_a_name(scenario: str | Path) -> bool:
    """Whether this names one of the scenarios in `configs`, and not a file."""
    return isinstance(scenario, str) and Path(scenario).name == scenario and not scenario.endswith(".toml")


def found_again(scenario: str | Path) -> str | Path:
    """What names the same scenario in any folder."""
    return scenario if is_a_name(scenario) else Path(scenario).resolve()


def checked_seed(seed: Any) -> int:
    """A seed of dice or of a batch.  Raises ValueError."""
    return whole_number("seed", seed, 0, MOST_SEED, or_none=True)


def checked_actions(actions: Any, count: int) -> "np.ndarray":
    """One action for each of `count` games, integers `(count,)`.  Raises ValueError for anything else."""
    import numpy as np  # here, so that the command line reads its arguments without it

    given = np.asarray(actions)
    if given.shape != (count,) or given.dtype.kind not in "iu":
        raise ValueError(f"actions: {given.dtype} of shape {given.shape}; must be integers of shape ({count},)")
    return given


def reset_options(options: Any) -> Mapping[str, Any]:
    """The options of `reset`; None is none.  Raises ValueError for what is no mapping."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise ValueError(f"options={options!r}: must be a dict of options and their values, or None")
    return options


def shortened(number: int) -> str:
    """A number in a message: Python writes none of thousands of digits."""
    return str(number) if abs(number) < 10**20 else f"a number of {number.bit_length()} bits"
