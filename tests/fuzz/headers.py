"""Saves whose header says odd things, sealed with a right checksum."""

import hashlib
from functools import cache
from random import Random

from aw_env import admirals_war_v0, war_at_sea_v0
from aw_env.core import saves
from aw_env.core.errors import SaveError
from tests.fuzz.outcome import ACCEPTED, REFUSED, Changed
from tests.fuzz.values import altered, json_text


@cache
def environments():
    """An environment in the middle of a game, its save, and another that it is restored into."""
    found = []
    for new in (
        lambda: admirals_war_v0.raw_env("engagement"),
        lambda: admirals_war_v0.raw_env("midway"),
        lambda: admirals_war_v0.raw_env("campaign", 4),
        lambda: war_at_sea_v0.raw_env("war_at_sea", ["face_down"]),
    ):
        env = new()
        env.reset(seed=3, options={"dice": [6, 2]})
        draws = Random(3)
        for _ in range(8):
            env.step(draws.choice(env.game.legal_actions()))
        other = new()
        other.reset(seed=4)
        found.append((env.save(), other))
    return found


def sealed(head, record):
    """A save of any header."""
    body = saves.MAGIC + saves._LENGTHS.pack(saves.FORMAT, len(head), len(record)) + head + record
    return body + hashlib.sha256(body).digest()


def state(env):
    """All that a refused save must leave as it was."""
    game = env.game
    agents = (env.agents, env.agent_selection, env.rewards, env._cumulative_rewards, env.terminations, env.infos)
    return game.save(), game.seed, game.history, game.dice_laid, repr(agents), game.action_mask.tobytes()


def attack(number):
    """Restore a save with another header, and play on for a few decisions if it is accepted."""
    draws = Random(f"header {number}")
    save, env = environments()[number % len(environments())]
    header, record = saves.unpack(save)
    tree = header.model_dump()
    tree["history"] = tree["history"][:4]
    data = sealed(json_text(altered(tree, draws), draws).encode(), record)
    before, kept = state(env), env.save()
    try:
        env.restore(data)
    except SaveError:
        if state(env) != before:
            raise Changed("restore") from None
        return REFUSED
    for _ in range(5):
        if env.game.ended:
            break
        env.step(draws.choice(env.game.legal_actions()))
    env.save()
    env.restore(kept)
    return ACCEPTED
