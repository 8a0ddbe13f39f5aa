"""What optional rules do before a power's reinforcements and before its ships return, and what they let it declare
before its reinforcements and before its patrollers move."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.stack import CURSOR, SUBJECT, ask, pop, push, top
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import NOBODY, Decision, Option, OptionalRule, Phase, Power, Role
from aw_env.games.admirals_war.rules.minor_navies import is_afloat
from aw_env.games.admirals_war.rules.options.alternate_ship_names import choose_names
from aw_env.games.admirals_war.rules.options.battleship_carriers import begin_conversions
from aw_env.games.admirals_war.rules.options.french_fleet import may_launch, may_seize
from aw_env.games.admirals_war.rules.options.german_carriers import build, may_be_built, may_be_scrapped, scrap
from aw_env.games.admirals_war.rules.options.italian_buildup import complete_ships
from aw_env.games.admirals_war.rules.options.peace_in_europe import end_the_war_in_europe
from aw_env.games.admirals_war.rules.options.pocket_pride import lay_down_the_cruiser, may_be_renamed
from aw_env.games.admirals_war.rules.options.reserve import plays, replace


@optional()
@rule
def before_power(book, game, power, events):
    """At the start of a step of a power: what happens by itself, then, on top of that step, what it may declare."""
    if game.phase == Phase.REINFORCEMENTS:
        before_reinforcements(book, game, power, events)
    elif game.phase == Phase.RETURN and power == Power.BRITISH:
        end_the_war_in_europe(book, game)
        if may_launch(book, game):
            push(game, Step.CATAPULT, NOBODY)
        elif may_seize(book, game):
            push(game, Step.LILA, NOBODY)
    if power == Power.GERMAN and (game.phase == Phase.REINFORCEMENTS or game.phase == Phase.PATROLLING):
        push(game, Step.DECLARATIONS, power)


@rule
def before_reinforcements(book, game, power, events):
    """§32.4, §34, §35.1, §38.2."""
    if power == Power.JAPANESE:
        begin_conversions(book, game)
    elif power == Power.AMERICAN and plays(book, OptionalRule.ALTERNATE_SHIP_NAMES):
        choose_names(book, game, events)
    elif power == Power.GERMAN:
        lay_down_the_cruiser(book, game, events)
        complete_ships(book, game, events)


@rule
def declaring(book, game):
    """Unit by unit, whatever there is to declare."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        decision = to_declare(book, game, unit)
        if decision != Decision.NONE:
            return ask(book, game, decision, frame[SUBJECT], unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def to_declare(book, game, unit):
    """What the owner of a unit may declare about it in this phase, or nothing."""
    if game.phase == Phase.REINFORCEMENTS:
        return Decision.BUILDING.value if may_be_built(book, game, unit) else Decision.NONE.value
    if may_be_scrapped(book, game, unit):
        return Decision.SCRAPPING.value
    if may_be_renamed(book, game, unit) and is_afloat(book, game, unit):
        return Decision.RENAMING.value
    return Decision.NONE.value


@rule
def take_declaration(book, game, action, events):
    """It is done, or left; then the next."""
    unit = int(game.subject)
    if action == Option.YES:
        if game.decision == Decision.RENAMING:
            replace(game, unit, int(book.role[Role.LUTZOW]), events)
        elif game.decision == Decision.SCRAPPING:
            scrap(book, game, unit, events)
        else:
            build(book, game, unit, events)
    top(game)[CURSOR] += 1
