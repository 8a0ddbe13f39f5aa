"""§14.26-14.28, §15.2 Merchant shipping: what submarines and Hilfskreuzers do to it."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, top
from aw_env.games.admirals_war.records.state import RAIDING, TRADED
from aw_env.games.admirals_war.records.terms import (
    FIRST_UNIT_ACTION,
    NOBODY,
    Decision,
    Event,
    Kind,
    Power,
    Side,
    Theatre,
)
from aw_env.games.admirals_war.rules.bonuses import gunnery_bonus
from aw_env.games.admirals_war.rules.counters import (
    WITH_HILFSKREUZERS,
    first_side,
    holds_a_place_on,
    home_theatre,
    side,
)
from aw_env.games.admirals_war.rules.options.hidden_submarines import areas_with_hidden, is_hidden, reveal
from aw_env.games.admirals_war.rules.options.turn_eleven import is_over
from aw_env.games.admirals_war.rules.submarines import alike, any_boat_in
from aw_env.games.admirals_war.rules.tracks import move_track
from aw_env.games.admirals_war.rules.war_entry import provoke
from aw_env.naval.dice import roll_die

ATTACKING = 0
"""Stage of a side's attacks on merchants; later stages are one more than the points gained, while it is settled which
Hilfskreuzers have gained them."""

GAINED, CLAIMS = 1, 2
"""`traded` of a Hilfskreuzer: it has gained a point this turn, or has hit and may have."""


@rule
def attack_merchants(book, game, events):
    """Side after side, patrolling submarines and Hilfskreuzers attack enemy merchants and score at once (§14.26)."""
    frame = top(game)
    area = frame[SUBJECT]
    first = first_side(book.area_theatre[area])
    while frame[CURSOR] < 2:
        of_side = first if frame[CURSOR] == 0 else 1 - first
        if frame[STAGE] == ATTACKING:
            frame[STAGE] = 1 + score_trade(book, game, area, of_side, events)
        if not credit_raiders(book, game, area, frame[STAGE] - 1):
            return ask(book, game, Decision.TRADE_RAIDER, first_claim(book, game, area), area)
        frame[STAGE] = ATTACKING
        frame[CURSOR] += 1
    pop(game)
    return False


@optional()
@rule
def trade_where_nobody_looks(book, game, events):
    """Sea areas in which there are hidden submarines alone come after all others, the Atlantic ones first (§26)."""
    lurking = areas_with_hidden(book, game)
    for theatre in range(2):
        first = first_side(theatre)
        for area in range(book.areas):
            if not has(lurking, area) or book.area_theatre[area] != theatre:
                continue
            if game.resolved[area] == 0 and not is_over(book, game, theatre):
                score_trade(book, game, area, first, events)
                score_trade(book, game, area, 1 - first, events)


@rule
def score_trade(book, game, area, of_side, events):
    """The attacks of a side's units in the area, and the points they gain together, at most the higher of the area's
    two values (§14.26).  Returns the points."""
    if game.kinds_here & WITH_HILFSKREUZERS == 0 and not any_boat_in(book, game, area):
        return 0
    points = 0
    scorer = NOBODY
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == area and side(game, unit) == of_side and trades(book, game, unit, area):
            hits = attack_on_merchants(book, game, unit, area, events)
            points += hits
            if hits > 0:
                scorer = unit
                if book.kind[unit] == Kind.HILFSKREUZER:
                    mark(game, unit, TRADED, CLAIMS)
    points = min(points, max(int(book.vp[area, 0]), int(book.vp[area, 1])))
    if points > 0:
        gain(book, game, area, game.controller[scorer], points, events)
    return points


@rule
def trades(book, game, unit, area):
    """Hilfskreuzers (§15.21) and patrolling submarines, these in the PTO only beside an enemy port or base (§14.27) and
    not before Japan has attacked (§19.11)."""
    if book.kind[unit] == Kind.HILFSKREUZER:
        return True
    if book.kind[unit] != Kind.SUBMARINE or marked(game, unit, RAIDING) == 1:
        return False
    if book.area_theatre[area] == Theatre.ATLANTIC:
        return True
    return game.hostilities == 1 and holds_a_place_on(book, game, area, 1 - side(game, unit), False)


@rule
def attack_on_merchants(book, game, unit, area, events):
    """A die for each gunnery factor; each hit counts, disabled results do not (§14.26).  Returns the hits."""
    bonus = gunnery_bonus(book, game, unit)
    reveal(book, game, unit, events)
    note(events, Event.TRADE_ATTACK, unit, area, bonus)
    hits = 0
    for _ in range(book.gunnery[unit]):
        die = roll_die(game)
        note_die(events, die)
        if die + bonus >= 6:
            hits += 1
    return hits


@rule
def gain(book, game, area, power, points, events):
    """Points from merchants go at once to the track where the power's points count (§14.26, §2.8); off the US coast
    those of the Germans bring the US nearer to war (§19.47)."""
    if power == Power.GERMAN:
        provoke(book, game, area, points)
    gained = points if power & 1 == Side.ALLIES else -points
    move_track(book, game, home_theatre(power), gained, Event.TRADE_POINTS, events)


@rule
def credit_raiders(book, game, area, points):
    """Settle which of the Hilfskreuzers that hit have gained the points, for these refuel (§15.31).  False while their
    owner has to say so."""
    if game.kinds_here & WITH_HILFSKREUZERS == 0:
        return True
    claims = 0
    unlike = 0
    claimant = NOBODY
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.kind[unit] == Kind.HILFSKREUZER and game.place[unit] == area:
            if marked(game, unit, TRADED) == GAINED:
                points -= 1
            elif marked(game, unit, TRADED) == CLAIMS:
                claims += 1
                if claimant == NOBODY:
                    claimant = unit
                elif not alike(book, game, unit, claimant):
                    unlike += 1
    if 0 < points < claims and unlike > 0:
        return False
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == area and marked(game, unit, TRADED) == CLAIMS:
            mark(game, unit, TRADED, GAINED if points > 0 else 0)
            points -= 1
    return True


@rule
def first_claim(book, game, area):
    """The power whose Hilfskreuzers have hit."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == area and marked(game, unit, TRADED) == CLAIMS:
            return int(game.controller[unit])
    return NOBODY


@rule
def mask_trade_raider(game, mask):
    """Any Hilfskreuzer that has hit and is not yet credited (§15.31)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == game.subject and marked(game, unit, TRADED) == CLAIMS:
            mask[FIRST_UNIT_ACTION + unit] = 1


@rule
def take_trade_raider(game, action):
    """This one has gained a point."""
    mark(game, action - FIRST_UNIT_ACTION, TRADED, GAINED)


@rule
def pay_unopposed_raiders(book, game, area, events):
    """A point for the Germans at the end of combat where Hilfskreuzers meet no Allied patrolling unit or LBA; each of
    them has gained it (§15.22, §15.31)."""
    raider = NOBODY
    lurker = NOBODY
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] != area:
            continue
        if book.kind[unit] == Kind.HILFSKREUZER:
            raider = unit
        elif side(game, unit) == Side.ALLIES and opposes_raiders(book, game, unit):
            if not is_hidden(book, game, unit):
                return
            lurker = unit
    if raider == NOBODY:
        return
    if lurker != NOBODY:  # it shows itself to prevent the point (§26)
        reveal(book, game, lurker, events)
        return
    gain(book, game, area, game.controller[raider], 1, events)
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == area and book.kind[unit] == Kind.HILFSKREUZER:
            mark(game, unit, TRADED, GAINED)


@rule
def opposes_raiders(book, game, unit):
    """Patrolling ships and submarines, and LBA (§15.22)."""
    if book.kind[unit] == Kind.SHIP or book.kind[unit] == Kind.SUBMARINE:
        return marked(game, unit, RAIDING) == 0
    return book.kind[unit] == Kind.LBA
