"""Ground combat of an invasion: odds, results and losses (21.5152, 21.517E-H; the table as the rulings have it)."""

from aw_env.core.engine.compiling import rule
from aw_env.games.world_at_war.records.kinds import GroundResult

MOST_ODDS = 5
"""Of the ground combat table: better ones count as these."""
USUAL_DM, AGAINST_INVASION, LEAST_DM = 2, 1, 1
"""By what defenders are multiplied, and what is added against an invasion (21.517E)."""
A_DESTROYER_IN = 3
"""Of so many losses one may fall on the destroyers that carried the troops (21.517H)."""
NOT_ENOUGH = -1


@rule
def dm_of(marines, attacking, terrain):
    """The defense multiplier: one more against invasions, unless at least half of the attacking factors are marines;
    and what other terrain of the hex adds (21.517E)."""
    return USUAL_DM + int(terrain) + (0 if 2 * int(marines) >= int(attacking) else AGAINST_INVASION)


@rule
def odds_of(attack, defense):
    """Odds to one, rounded down; 0: below 1:1, at which nobody may invade (21.5152)."""
    return min(int(attack) // int(defense), MOST_ODDS)


@rule
def result_of(book, odds, die):
    """The result of a die at odds of 1:1 or more."""
    return int(book.ground_results[odds, die])


@rule
def takes_defenders(result):
    """Whether the defenders are eliminated."""
    return result >= GroundResult.EXCHANGE


@rule
def attacker_owes(result, printed, dm):
    """Factors that an attacker who is not eliminated loses.  printed: the defenders' factors before they are
    multiplied."""
    if result == GroundResult.DEFENDER_LOST:
        return 0
    if result == GroundResult.DEFENDER_LOST_DEARLY:
        return int(printed) // 2
    less = 0
    if result == GroundResult.EXCHANGE_LESS_ONE:
        less = 1
    elif result == GroundResult.EXCHANGE_LESS_TWO:
        less = 2
    return int(printed) * max(int(dm) - less, LEAST_DM)


@rule
def most_destroyers(losses):
    """Up to a third of all losses so far, rounded down, may fall on destroyers that carried the troops (21.517H)."""
    return int(losses) // A_DESTROYER_IN


@rule
def fleet_losses(most, singles, pairs):
    """The most losses that ships take.  most: what the bombardment is worth (21.5283); singles: factors of destroyers
    and heavy ships, which take one each; pairs: cruisers, which take two each or none (21.5282)."""
    return min(most, int(singles) + 2 * int(pairs)) if singles > 0 else min(most - most % 2, 2 * int(pairs))


@rule
def least_excess(owed, infantry, infantry_factors, marines, marine_factors, others, most, singles, pairs):
    """By how much losses exceed what is owed, where they do so least; `NOT_ENOUGH` where all there is falls short.

    infantry, marines: units that attacked, each lost whole; others: air factors and escort carriers, which take one
    each; most, singles, pairs: what ships take, see `fleet_losses`."""
    best = NOT_ENOUGH
    by_ships, one_by_one = fleet_losses(most, singles, pairs), int(singles) + int(others) > 0
    for i in range(infantry + 1):
        for j in range(marines + 1):
            left = int(owed) - i * int(infantry_factors) - j * int(marine_factors)
            if left > 0:
                left -= min(left if one_by_one else left + left % 2, by_ships + int(others))
            if left <= 0 and (best == NOT_ENOUGH or -left < best):
                best = -left
    return best
