"""What the workers of the whole suite compile before they begin.

Compiling an entry point is mostly compiling the rules that it reaches, and a process does that once for all entry
points that it makes of them.  Left to chance, two workers would compile the same rules side by side, or one wait for
the other.  So one makes the entry points of games without optional rules, and the other those of games with them, for
which the rules are compiled anew, and those of War at Sea.  What is kept from before is only loaded.
"""

from aw_env import admirals_war_v0, games
from aw_env.cli.warm import parts
from aw_env.core.players import load
from tests.positions import battle


def of_plain_games():
    """Without optional rules."""
    answered(battle("coral_sea").with_units("Enterprise", "Akagi").start())
    of_every_part("admirals_war")
    learned("midway", "admirals_war")


def of_other_games():
    """With optional rules, and War at Sea."""
    answered(battle("coral_sea", in_play=["hidden_submarines"]).with_units("Enterprise", "Akagi").start())
    game = admirals_war_v0.game("campaign", options=["hidden_submarines"])
    seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
    load("scripted").act(game.view(game.seat), seen, game.info())
    of_every_part("war_at_sea")
    learned("war_at_sea", "war_at_sea")


def answered(game):
    """A game of the tests of rules in which a question is answered."""
    game.choose(sorted(game.choices)[0])


def of_every_part(name):
    """What `aw-env warm` compiles, without random play for measurements."""
    for part in parts(games.named(name)):
        if "measurements" not in part.what:
            part.call()


def learned(scenario, name):
    """A learned agent in a batch."""
    face = games.named(name).face
    seat = face.game(scenario).rules.seats[-1]
    face.vec_env(2, scenario, num_threads=1, compiled_players={seat: load(scenario, games.named(name).players)})


SHARES = (of_plain_games, of_other_games)


def by(worker):
    """Compile the share of a worker of pytest-xdist: "gw0", "gw1"..."""
    number = int(worker.removeprefix("gw"))
    if number < len(SHARES):
        SHARES[number]()
