"""The kinds of attacks by name: what is attacked, with how many inputs when all are asked for, and how."""

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of attack."""

    module: str
    function: str
    share: float
    """Share of all inputs."""
    bounds_checked: bool = False
    """Whether compiled code is to check the bounds of arrays."""

    def attack(self) -> Callable[[int], str]:
        """The function that attacks with the input of a number and says what came of it; see `outcome`."""
        return getattr(import_module(f"tests.fuzz.{self.module}"), self.function)


KINDS = {
    "crafted saves": Kind("saves", "attack", 0.172, bounds_checked=True),
    "crafted saves, War at Sea": Kind("saves", "attack_the_second_game", 0.1, bounds_checked=True),
    "crafted saves, Naval Miniatures": Kind("saves", "attack_the_third_game", 0.1, bounds_checked=True),
    "crafted saves, A World at War": Kind("saves", "attack_the_fourth_game", 0.1, bounds_checked=True),
    "damaged saves": Kind("saves", "attack_bytes", 0.064),
    "headers of saves": Kind("headers", "attack", 0.16),
    "scenario files": Kind("configs", "attack_scenario", 0.12),
    "experiments": Kind("configs", "attack_experiment", 0.096),
    "checkpoints": Kind("archives", "attack", 0.096),
    "recordings": Kind("recordings", "attack", 0.08),
    "ladders": Kind("ladders", "attack", 0.08),
    "arrays of a batch": Kind("arrays", "attack", 0.056),
    "arguments": Kind("arrays", "attack_arguments", 0.04),
    "command line": Kind("commands", "attack", 0.016),
}
