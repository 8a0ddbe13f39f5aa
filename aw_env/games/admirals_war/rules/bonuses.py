"""What is added to a die: the red factors of counters (§3.14), which some counters get in the course of the war (§25.0,
§28.0), kamikaze attacks (§21.1), and the modifiers of ASW rolls (§14.22, §14.23)."""

from aw_env.core.engine.compiling import rule
from aw_env.games.admirals_war.records.terms import Kind
from aw_env.games.admirals_war.rules.options.pearl_harbor_tension import is_unprepared, sudden_bonus
from aw_env.games.admirals_war.rules.options.vichy import catapult_bonus, catapult_mercy


@rule
def attack_bonus(book, game, attacker, target, air):
    """What an attacker adds to each of its dice against a target in an air or a surface action (§7.43).  Against LBA no
    printed bonus counts (§12.22), only those of a kamikaze attack (§21.1) and of the first surprise raid (§23.31).  In
    Operation Catapult the British have one more (§22.12)."""
    if not air:
        return 0 if book.kind[target] == Kind.LBA else gunnery_bonus(book, game, attacker) + catapult_bonus(game)
    own = int(game.kamikaze[attacker]) if book.kind[target] == Kind.LBA else air_bonus(book, game, attacker)
    return own + sudden_bonus(book, game) + catapult_bonus(game)


@rule
def gunnery_bonus(book, game, unit):
    """The bonus of a red gunnery factor, lost with the first damage point (§3.14, §7.63, §25.0)."""
    return sound_gunnery_bonus(book, game, unit) if game.damage[unit] == 0 else 0


@rule
def sound_gunnery_bonus(book, game, unit):
    """The same of a unit without damage."""
    return int(book.gunnery_bonus_from[unit] <= game.turn)


@rule
def air_bonus(book, game, unit):
    """The bonus of red plane symbols (§3.14), none for US carriers that are unprepared (§23.61); in a kamikaze attack
    LBA have it, and carriers one more (§21.1)."""
    printed = 0 if is_unprepared(book, game, unit) else int(book.air_bonus[unit])
    if game.kamikaze[unit] == 0:
        return printed
    return printed + 1 if book.carrier[unit] == 1 else 1


@rule
def lowered_damage(book, game, target):
    """What is taken off each damage die against a target (§3.14, §22.13)."""
    return armor_bonus(book, game, target) + catapult_mercy(game)


@rule
def armor_bonus(book, game, unit):
    """What a red armor factor takes off each damage die (§3.14, §28.0)."""
    return int(book.armor_bonus_from[unit] <= game.turn)


@rule
def asw_bonus_in(book, game, area):
    """What is added to every ASW roll in an area (§14.23)."""
    return int(book.area_asw_bonus[area])


@rule
def asw_bonus_of(book, game, unit):
    """What a unit adds to its side's ASW roll (§14.22)."""
    return int(book.asw_bonus[unit])
