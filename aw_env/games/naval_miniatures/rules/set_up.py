"""Before the first turn: fleets, battle zone, deployment (SET, SC, CV, AB.lead_the_attack)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.naval_miniatures.records.terms import (
    FIRST_SECTOR_ACTION,
    FIRST_UNIT_ACTION,
    NOBODY,
    NOWHERE,
    ROWS,
    SECTORS,
    Decision,
    Effect,
    Event,
    Fleets,
    Option,
    Phase,
    Step,
)
from aw_env.games.naval_miniatures.rules.bases import allow_bases, take_base
from aw_env.games.naval_miniatures.rules.fleets import draw_fleet, muster, take_given
from aw_env.games.naval_miniatures.rules.reach import allow_reach
from aw_env.games.naval_miniatures.rules.stacking import may_start_in
from aw_env.games.naval_miniatures.rules.units import (
    called,
    effect_of,
    first_of,
    is_aircraft,
    is_submarine,
)
from aw_env.naval.dice import FACES

DRAFTS, REVEAL, DEPLOY, LEAD, BEGIN = range(5)
HALF = ROWS // 2
"""Rows of a side's half of the map (SET.6, SC.2)."""


@rule
def open_battle(book, game, events):
    """Fleets and set-up come first, unless the position is one in the midst of a battle."""
    if game.depth == 0:
        push(game, Step.SET_UP, NOBODY)


@rule
def set_up(book, game, events):
    """Both fleets, then the battle zone, then both deployments, then the leads (SET.1-SET.9)."""
    frame = top(game)
    stage = frame[STAGE]
    frame[STAGE] += 1
    if stage == DRAFTS:
        if book.fleets == Fleets.DRAFTED:
            push(game, Step.DRAFT, 1)
            push(game, Step.DRAFT, 0)
    elif stage == REVEAL:
        reveal(book, game, events)
    elif stage == DEPLOY:
        push(game, Step.DEPLOYMENT, 1 - game.deploys_first)
        push(game, Step.DEPLOYMENT, game.deploys_first)
    elif stage == LEAD:
        push(game, Step.LEADS, 1 - game.deploys_first)
        push(game, Step.LEADS, game.deploys_first)
    else:
        pop(game)
        game.turn = 1
        note(events, Event.TURN, 1, 0, 0)
        push(game, Step.TURN, Phase.INITIATIVE)
    return False


@rule
def reveal(book, game, events):
    """Fleets that nobody buys are drawn or taken; then all are shown, and dice pick the battle zone and who deploys
    first (SET.2, SET.3, FLT.4)."""
    game.phase = Phase.SET_UP.value
    for side in range(2):
        if book.fleets == Fleets.DRAWN:
            draw_fleet(book, game, side)
        elif book.fleets != Fleets.DRAFTED:
            take_given(book, game, side)
        muster(book, game, side, events)
    if book.zone == NOBODY:
        die = roll(game, FACES)
        game.zone = book.zone_of_die + die - 1
        note(events, Event.ZONE, game.zone, 0, 0)
        note_die(events, die)
    else:
        game.zone = book.zone
        note(events, Event.ZONE, game.zone, 0, 0)
    if book.deploys_first == NOBODY:
        die = roll(game, FACES)
        game.deploys_first = 0 if die <= FACES // 2 else 1
        note(events, Event.DEPLOYS_FIRST, game.deploys_first, 0, 0)
        note_die(events, die)
    else:
        game.deploys_first = book.deploys_first
        note(events, Event.DEPLOYS_FIRST, game.deploys_first, 0, 0)


# --- deployment (SET.4-SET.9, SC.2, SC.3) ----------------------------------------------------------------


@rule
def deploy(book, game):
    """The ships of a side in roster order, then its submarines, then its aircraft."""
    frame = top(game)
    side = frame[SUBJECT]
    while frame[STAGE] < 3:
        while frame[CURSOR] < game.fleet[side]:
            unit = first_of(side) + frame[CURSOR]
            if turn_to_deploy(book, game, unit) == frame[STAGE]:
                return ask(book, game, Decision.DEPLOY_SHIP + frame[STAGE], side, unit)
            frame[CURSOR] += 1
        frame[CURSOR] = 0
        frame[STAGE] += 1
    pop(game)
    return False


@rule
def turn_to_deploy(book, game, unit):
    """0 for ships, 1 for submarines, 2 for aircraft."""
    if is_aircraft(book, game, unit):
        return 2
    return 1 if is_submarine(book, game, unit) else 0


@rule
def mask_deploy_ship(book, game, mask):
    """The row on the side's edge; where it has no room, the next one, and so on (SET.5, MR-06)."""
    for away in range(ROWS):
        if allow_row(book, game, away, mask):
            return


@rule
def mask_deploy_submarine(book, game, mask):
    """The first five rows; where they have no room, the next one, and so on (SET.6, MR-06)."""
    found = False
    for away in range(ROWS):
        if away < HALF or not found:
            found = allow_row(book, game, away, mask) or found


@rule
def allow_row(book, game, away, mask):
    """Allow the sectors of the row so far from the side's edge in which the unit may start; whether there are any."""
    found = False
    for sector in range(SECTORS):
        if book.ahead[game.power, sector] == away:
            if may_start_in(book, game, int(game.subject), sector):
                mask[FIRST_SECTOR_ACTION + sector] = 1
                found = True
    return found


@rule
def take_deploy(game, action, events):
    """It starts there."""
    game.place[game.subject] = action - FIRST_SECTOR_ACTION
    note(events, Event.DEPLOYED, called(game, game.subject), game.place[game.subject], NOWHERE)
    top(game)[CURSOR] += 1


@rule
def mask_deploy_aircraft(book, game, mask):
    """A carrier or the airbase, so that all others still find a base (SET.8, CAR.1)."""
    allow_bases(book, game, int(game.subject), mask)


@rule
def take_deploy_aircraft(book, game, action, events):
    """It is based there."""
    unit = int(game.subject)
    take_base(game, unit, action)
    carrier = NOWHERE if action == Option.LAND_BASE else called(game, action - FIRST_UNIT_ACTION)
    note(events, Event.DEPLOYED, called(game, unit), NOWHERE, carrier)
    top(game)[CURSOR] += 1


# --- leading the attack (AB.lead_the_attack) -------------------------------------------------------------


@rule
def lead(book, game):
    """Ships that lead the attack go forward before the first turn; aircraft do not move so (MOV.3)."""
    frame = top(game)
    side = frame[SUBJECT]
    while frame[CURSOR] < game.fleet[side]:
        unit = first_of(side) + frame[CURSOR]
        if effect_of(book, game, unit, Effect.LEAD) >= 0 and not is_aircraft(book, game, unit):
            return ask(book, game, Decision.LEAD, side, unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def mask_lead(book, game, mask):
    """So many sectors as the ability says."""
    unit = int(game.subject)
    allow_reach(book, game, unit, int(book.amount[game.card[unit], effect_of(book, game, unit, Effect.LEAD)]), mask)
    mask[Option.DECLINE] = 1


@rule
def take_lead(game, action, events):
    """It goes there, or stays."""
    if action != Option.DECLINE:
        game.place[game.subject] = action - FIRST_SECTOR_ACTION
        note(events, Event.MOVED, called(game, game.subject), game.place[game.subject], 0)
    top(game)[CURSOR] += 1
