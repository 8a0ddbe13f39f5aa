"""The staff officer's answer to any decision."""

from aw_agents.admirals_war.officer import bases, forces, orders, tactics, undersea, war
from aw_agents.officer_play import answers
from aw_env.core.engine.compiling import optional, rule_with_arrays
from aw_env.games.admirals_war.observation.visible import as_seen
from aw_env.games.admirals_war.records.terms import Decision, Option
from aw_env.games.admirals_war.rules.options.hidden_submarines import are_hidden


@rule_with_arrays
def choose(book, game, doctrine, mask):
    """The action chosen, always a legal one: to a kind of decision it does not know it answers by doing nothing.  It
    knows of the game what its seat may see."""
    if are_hidden(book):
        action = advise_on(book, as_seen(book, game, game.seat), doctrine, mask)
    else:
        action = advise(book, game, doctrine, mask)
    return action if mask[action] == 1 else orders.idle(mask)


@rule_with_arrays
def advise_on(book, seen, doctrine, mask):
    """What the officer of the matter says to the record as his seat sees it."""
    return advise(book, seen[0], doctrine, mask)


@rule_with_arrays
def advise(book, game, doctrine, mask):
    """What the officer of the matter says."""
    decision = game.decision
    if decision == Decision.PATROL_ORDER:
        return orders.patrol_order(book, game, doctrine, mask)
    if decision == Decision.RAID_ORDER:
        return orders.raid_order(book, game, doctrine, mask)
    if decision == Decision.AIR_UNIT:
        return orders.air_unit(book, mask)
    if decision == Decision.AIR_ORDER:
        return orders.air_order(book, game, doctrine, mask)
    if decision == Decision.AMPHIBIOUS_ORDER:
        return orders.amphibious_order(book, game, doctrine, mask)
    if decision == Decision.COMBAT_AREA:
        return orders.combat_area(book, game, doctrine, mask)
    if decision == Decision.STRIKE_ORDER:
        return orders.strike_order(book, game, mask)
    if decision == Decision.AIR_RAID:
        return orders.air_raid(book, game, mask)
    if decision == Decision.LANDING:
        return orders.landing(book, game, doctrine, mask)
    if decision == Decision.RETURN_TO_BASE or decision == Decision.ARRIVAL:
        return bases.base(book, game, doctrine, mask)
    if decision == Decision.ACTION_TYPE:
        return tactics.action_type(book, game, doctrine)
    if decision == Decision.CARRIER_FIRE:
        return tactics.carrier_fire(book, game)
    if decision == Decision.AIR_TARGET or decision == Decision.SURFACE_TARGET or decision == Decision.STRIKE_TARGET:
        return tactics.target(book, game, doctrine, mask)
    if decision == Decision.RETREAT:
        return tactics.retreat(book, game, doctrine)
    if decision == Decision.JOIN_GROUP:
        return tactics.join_group(book, game, mask)
    if decision == Decision.PURSUIT:
        return tactics.pursuit(book, game, doctrine, mask)
    if decision == Decision.REPAIR:
        return bases.repair(book, game, mask)
    if decision == Decision.MENDING:
        return bases.mending(mask)
    if decision == Decision.INVERSION:
        return undersea.inversion(book, game, doctrine)
    if decision == Decision.SUBMARINE_TARGET:
        return undersea.submarine_target(book, game, doctrine, mask)
    if decision == Decision.HUNTING_NAVY:
        return undersea.hunting_navy(book, game)
    if decision == Decision.RAID_FORCE:
        return war.raid_force(book, game, doctrine)
    if decision == Decision.SAIL_FOR_PEARL_HARBOR:
        return war.sail(book, game, doctrine)
    if decision == Decision.ASW_LOSS or decision == Decision.WITHDRAWAL or decision == Decision.GARRISON_LOSS:
        return bases.least_valuable(book, game, mask)
    return advise_by_option(book, game, doctrine, mask)


@optional(otherwise=0)
@rule_with_arrays
def advise_by_option(book, game, doctrine, mask):
    """The same in the decisions of optional rules."""
    decision = game.decision
    if decision == Decision.RENAMING or decision == Decision.SCRAPPING or decision == Decision.BUILDING:
        return bases.declaration(decision)
    if decision == Decision.SUBMARINE_ATTEMPT:
        return Option.YES.value  # to wait gains nothing: the boat goes home only after an attack (§27.2)
    if decision == Decision.DIVISION:
        return war.division(book, game)
    if decision == Decision.NAMING:
        return tactics.target(book, game, doctrine, mask)
    if decision == Decision.INTERCEPTION:
        return tactics.interception(book, game, mask)
    if decision == Decision.KAMIKAZE:
        return tactics.kamikaze(book, game, doctrine)
    if decision == Decision.CATAPULT:
        return war.catapult(book, game)
    if decision == Decision.CATAPULT_TARGET:
        return tactics.catapult_target(book, game, doctrine, mask)
    if decision == Decision.LILA:
        return war.lila(book, game)
    if decision == Decision.ITALIAN_WAR:
        return Option.YES.value  # the dice have found few enemies in the Mediterranean (§20.4)
    if decision == Decision.TASK_FORCES:
        return forces.grouping(book, game)
    if decision == Decision.JOIN_TASK_FORCE:
        return forces.join_task_force(book, game, mask)
    if decision == Decision.INTENTION:
        return forces.intention(book, game, doctrine)
    if decision == Decision.JOIN_ACTION:
        return forces.join_action(book, game)
    if decision == Decision.TRANSFER:
        return bases.most_valuable(book, game, mask)
    if decision == Decision.TRANSFER_PLACE or decision == Decision.LILA_PLACE:
        return bases.base(book, game, doctrine, mask)
    return orders.idle(mask)


decide, decide_all = answers(__name__, choose)
