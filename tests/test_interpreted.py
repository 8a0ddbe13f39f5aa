"""Rules as Python carries them out."""

from types import SimpleNamespace

from aw_env.core.engine.compiling import rule
from aw_env.core.seen.interpreted import interpreted


@rule
def halved(number):
    return number // 2


@rule
def attack(book, unit):
    return halved(book.attack[unit])


def test_a_rule_may_have_the_name_of_a_field_and_calls_others():
    assert interpreted(attack)(SimpleNamespace(attack=[3, 9]), 1) == 4
