"""Submarines against transports, and ASW against them: an optional rule (20.7, 20.8, with a table of the house)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.games.world_at_war.records.kinds import BOXES, Event, Phase, Side, Worth
from aw_env.games.world_at_war.rules.damage import natural, note_two, two_dice
from aw_env.games.world_at_war.rules.detection import cves_in

SUBMARINES_A_ROLL, ASW_A_ROLL = 3, 4
"""Factors begun for each roll (H)."""


@rule
def fight_submarines(book, game, events):
    """In each SW box submarines attack transports, then ASW and escort carriers the submarines (20.82, 20.83).  New
    submarines take no part (21.34)."""
    for box in range(BOXES):
        game.damaged_now[box] = 0
        if ready(game, box) > 0:
            attack_transports(book, game, box, events)
            hunt(book, game, box, events)
    for box in range(BOXES):
        game.new_submarines[box] = 0
    game.phase, game.step = Phase.REDEPLOYMENT.value, 0
    return False


@rule
def ready(game, box):
    """Submarines of an SW box that have not been built this turn."""
    return int(game.submarines[box]) - int(game.new_submarines[box])


@rule
def attack_transports(book, game, box, events):
    """A roll for each three submarines begun: of the transports hit half, rounded up, are damaged, the others sunk."""
    for _ in range(rolls(ready(game, box), SUBMARINES_A_ROLL)):
        dice = two_dice(game)
        hit = min(int(book.submarine_hits[natural(dice)]), int(game.transports[box]))
        damaged = (hit + 1) // 2
        sunk = hit - damaged
        game.transports[box] -= hit
        game.damaged[box] += damaged
        game.damaged_now[box] += damaged
        game.unbuilt += sunk
        game.points[Side.AXIS] += sunk * int(book.worth[Worth.TRANSPORT])
        note(events, Event.SUBMARINES_ATTACK, ready(game, box), sunk, damaged)
        note_two(events, dice)


@rule
def hunt(book, game, box, events):
    """A roll for each four ASW factors begun; escort carriers in the box are on ASW duty (20.42H)."""
    hunters = int(game.asw[box]) + cves_in(book, game, box)
    for _ in range(rolls(hunters, ASW_A_ROLL)):
        dice = two_dice(game)
        sunk = min(int(book.asw_hits[natural(dice)]), ready(game, box))
        game.submarines[box] -= sunk
        game.points[Side.ALLIES] += sunk * int(book.worth[Worth.AXIS_FACTOR])
        note(events, Event.ASW_ATTACKS, hunters, sunk, 0)
        note_two(events, dice)


@rule
def rolls(factors, a_roll):
    """A roll for each so many factors begun."""
    return (factors + a_roll - 1) // a_roll


@rule
def count_at_end(game):
    """How many transports are there at the end of their player turn (20.636B)."""
    for box in range(BOXES):
        game.had_sailed[box] = game.transports[box]
