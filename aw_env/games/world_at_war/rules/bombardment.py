"""What ships and aircraft add to an invasion, and what their losses cost (21.517C-D, 21.525-21.5281, 20.442)."""

from aw_env.core.engine.compiling import rule

A_FACTOR = 3
"""Naval factors, or squadrons of aircraft, that add a combat factor (21.525)."""
MOST_SUPPORT = 3
"""Combat factors of air support for each ground factor (21.517D)."""
SILENT_FOR_ONE = 2
"""Fleet factors that fall silent for each that is lost (21.5281)."""
LOW, HIGH = 1, 3
"""Modifiers of ships that bombard least, and most (21.526A, C)."""


@rule
def with_guns(low, middle, high, factors, drm):
    """Naval factors by their modifiers (21.526), when so many of a modifier are added."""
    if drm <= LOW:
        return low + int(factors), middle, high
    if drm < HIGH:
        return low, middle + int(factors), high
    return low, middle, high + int(factors)


@rule
def naval_factors_that_count(low, middle, high, ground):
    """Naval factors that bombard.  low, middle, high: factors of ships with a modifier of one or less, of two, and of
    three or more; with those before it no class goes beyond once, twice and three times the ground factors of the
    attack (21.526)."""
    a_time = A_FACTOR * int(ground)
    counted = min(int(low), a_time)
    counted = max(counted, min(counted + int(middle), 2 * a_time))
    return max(counted, min(counted + int(high), 3 * a_time))


@rule
def bombardment(naval_factors):
    """Combat factors that bombardment is worth (21.525)."""
    return int(naval_factors) // A_FACTOR


@rule
def support(naval_factors, squadrons, cves, ground):
    """Combat factors that ships and aircraft add: an escort carrier one, up to one a ground factor (20.442); aircraft
    and escort carriers no more than three a ground factor (21.517D); remnants of guns and aircraft are added together
    (21.527).  naval_factors: those that count."""
    by_cves = min(int(cves), int(ground))
    flying = min(int(squadrons), A_FACTOR * (MOST_SUPPORT * int(ground) - by_cves))
    return (int(naval_factors) + flying) // A_FACTOR + by_cves


@rule
def silent_factors(lost, idle):
    """Fleet factors that do not bombard in the rounds after losses.  idle: factors that damaged heavy ships have beside
    the one that each has lost, which count toward it (21.5281)."""
    return max(0, SILENT_FOR_ONE * int(lost) - int(idle))
