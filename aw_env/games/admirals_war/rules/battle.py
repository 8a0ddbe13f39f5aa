"""§7.2 Combat: a round, and the type of its action."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import below
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.stack import CURSOR, STAGE, ask, pop, push, top
from aw_env.games.admirals_war.records.steps import Homing, Step
from aw_env.games.admirals_war.records.terms import NOBODY, Action, Decision, Event, Kind, Option, OptionalRule
from aw_env.games.admirals_war.rules.actions import begin_action
from aw_env.games.admirals_war.rules.counters import first_of_group, first_side, send_home, side
from aw_env.games.admirals_war.rules.options.reserve import plays
from aw_env.games.admirals_war.rules.options.sighting import gets_away, shuns_battle, sight_all
from aw_env.games.admirals_war.rules.options.task_forces import (
    FORMED,
    JOINED,
    SIGHTED,
    UNFORMED,
    begin_round_in_forces,
    expose,
    in_task_forces,
    suppose_all_sighted,
)
from aw_env.games.admirals_war.rules.options.vichy import begin_round_of_torch
from aw_env.games.admirals_war.rules.participants import (
    both_present,
    deciding_power,
    in_combat_order,
    theatre_of_combat,
)
from aw_env.games.admirals_war.rules.targets import HOLD_LIMIT, anyone_could_attack
from aw_env.naval.dice import roll_die

FIRST_CHOOSES, SECOND_CHOOSES, DETERMINING, LBA_LEAVING, AIR_PART, SURFACE_PART, CLOSING = range(7)


@rule
def fight_round(book, game, events):
    """Choose the type of action, then fight an air action, a surface action, or both (§7.22).  Task forces are formed
    before (§29.1), and sighted between (§29.4)."""
    frame = top(game)
    first = first_side(theatre_of_combat(book, game))
    if in_task_forces(book) and frame[CURSOR] == UNFORMED:
        frame[CURSOR] = FORMED
        if frame[STAGE] == FIRST_CHOOSES:
            open_round(book, game, events)
        begin_round_in_forces(game)
        return False
    if frame[STAGE] == FIRST_CHOOSES:
        if game.choice[first] == Action.NONE:
            if frame[CURSOR] == UNFORMED:
                open_round(book, game, events)
            return ask(book, game, Decision.ACTION_TYPE, deciding_power(book, game, first), game.area)
        frame[STAGE] = SECOND_CHOOSES
    if frame[STAGE] == SECOND_CHOOSES:
        if game.choice[1 - first] == Action.NONE:
            return ask(book, game, Decision.ACTION_TYPE, deciding_power(book, game, 1 - first), game.area)
        frame[STAGE] = DETERMINING
    if frame[STAGE] == DETERMINING:
        count_quiet_round(book, game)
        game.action = determine_action(book, game, events)
        game.choice[0] = Action.NONE
        game.choice[1] = Action.NONE
        frame[STAGE] = LBA_LEAVING
    if frame[STAGE] == LBA_LEAVING:
        if game.action == Action.SURFACE and game.retreating == NOBODY and send_lba_home(book, game):
            return False
        frame[STAGE] = AIR_PART
    if frame[CURSOR] == FORMED:
        frame[CURSOR] = SIGHTED
        if both_present(game):
            sight_all(book, game, events)
            if gets_away(game, events):
                frame[STAGE] = CLOSING
                return False
    if frame[STAGE] == AIR_PART:
        frame[STAGE] = SURFACE_PART
        if game.action != Action.SURFACE and both_present(game) and begin_action(book, game, Action.AIR):
            return False
    if frame[CURSOR] == SIGHTED and frame[STAGE] == SURFACE_PART and game.action != Action.AIR:
        frame[CURSOR] = JOINED
        expose(game, Action.SURFACE)
        push(game, Step.JOINING, game.area)
        return False
    if frame[STAGE] == SURFACE_PART:
        frame[STAGE] = CLOSING
        if game.action != Action.AIR and both_present(game) and begin_action(book, game, Action.SURFACE):
            return False
    count_held_round(game)
    pop(game)
    return False


@rule
def open_round(book, game, events):
    """A round begins.  Where its number decides who goes (§37.1), it is that of the group's own line."""
    game.combat_round += 1
    if plays(book, OptionalRule.ITALIAN_INEFFECTIVENESS):
        game.line_rounds[game.battle_group] += 1
        game.combat_round = game.line_rounds[game.battle_group]
    game.shots_fired = 0
    game.could_attack = 0
    begin_round_of_torch(game)
    pursued = first_of_group(game, game.battle_group) if game.battle_group > 0 else NOBODY
    note(events, Event.ROUND_BEGINS, game.area, pursued, game.combat_round)


@rule
def begin_air_round(book, game, events):
    """The round on top begins with an air action, without a choice (§24.4)."""
    open_round(book, game, events)
    game.action = Action.AIR
    note(events, Event.ACTION_DETERMINED, game.action, 0, 0)
    top(game)[STAGE] = AIR_PART


@rule
def mask_action_type(mask):
    """Either type, whatever the side can do in it (§7.232)."""
    mask[Option.AIR] = 1
    mask[Option.SURFACE] = 1


@rule
def take_action_type(game, action):
    """Kept secret until both sides have chosen (§7.22)."""
    game.choice[game.power & 1] = Action.AIR if action == Option.AIR else Action.SURFACE


@rule
def redraw_choice(game, seat):
    """What the other side may have chosen while this one has not: a coin says."""
    other = 1 - (seat & 1)
    if game.choice[other] != Action.NONE and game.choice[1 - other] == Action.NONE:
        game.choice[other] = Action.AIR if below(game.generator, 2) == 0 else Action.SURFACE


@rule
def determine_action(book, game, events):
    """Agreement decides, or the higher modified die; a tie gives both actions in one round (§7.22, §7.226)."""
    first = first_side(theatre_of_combat(book, game))
    note(events, Event.ACTION_CHOSEN, first, game.choice[first], 0)
    note(events, Event.ACTION_CHOSEN, 1 - first, game.choice[1 - first], 0)
    determined = int(game.choice[0])
    if game.choice[0] != game.choice[1]:
        rolled_first = roll_for_action(book, game, first, events)
        rolled_second = roll_for_action(book, game, 1 - first, events)
        if rolled_first == rolled_second:
            determined = int(game.choice[0]) | int(game.choice[1])  # Action.COMBINED
        else:
            determined = int(game.choice[first if rolled_first > rolled_second else 1 - first])
    note(events, Event.ACTION_DETERMINED, determined, 0, 0)
    return determined


@rule
def roll_for_action(book, game, of_side, events):
    """A die and its cumulative modifiers (§7.225)."""
    die = roll_die(game)
    total = die + action_modifier(book, game, of_side)
    note(events, Event.ACTION_ROLL, of_side, game.choice[of_side], total)
    note_die(events, die)
    return total


@rule
def action_modifier(book, game, of_side):
    """One each for the theatre's favoured action (§7.222), the control flag (§7.223) and any LBA there (§7.224)."""
    favoured = Action.AIR if theatre_of_combat(book, game) == 1 else Action.SURFACE
    modifier = 1 if game.choice[of_side] == favoured else 0
    if game.flag[game.area] == of_side:
        modifier += 1
    for k in range(game.units_here):
        unit = int(game.here[k])
        if book.kind[unit] == Kind.LBA and side(game, unit) == of_side:
            return modifier + 1
    return modifier


@rule
def send_lba_home(book, game):
    """Before any retreat a purely surface action sends all LBA home (§7.24), in the order of combat (§5.1).  True
    while one has to go."""
    for cursor in range(4 * game.units_here):
        unit = in_combat_order(book, game, cursor)
        if unit != NOBODY and book.kind[unit] == Kind.LBA:
            send_home(game, unit, game.area, Homing.ORDINARY)
            return True
    return False


@rule
def count_quiet_round(book, game):
    """A round is quiet if nobody could attack in an action of a type that either side has chosen; some in a row end
    the combat (§7.232, §17.22)."""
    for of_side in range(2):
        if in_task_forces(book):
            suppose_all_sighted(game, game.choice[of_side])
        if anyone_could_attack(book, game, game.choice[of_side]):
            game.quiet_rounds[game.battle_group] = 0
            return
    game.quiet_rounds[game.battle_group] += 1


@rule
def count_held_round(game):
    """Rounds in which all who could attack have held their fire, since the last shot."""
    if game.shots_fired > 0:
        game.held_rounds[game.battle_group] = 0
    elif game.could_attack == 1:
        game.held_rounds[game.battle_group] += 1


@rule
def mask_join_action(book, game, mask):
    """A task force that searches unseen may join a surface action; to stay out where it could attack is to hold fire
    (§29.52)."""
    mask[Option.YES] = 1
    if not shuns_battle(book, game) or game.held_rounds[game.battle_group] < HOLD_LIMIT:
        mask[Option.NO] = 1
