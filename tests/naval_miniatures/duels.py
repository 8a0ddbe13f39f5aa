"""Attacks one at a time: who may make them at whom, and what has come of them when their phase is over."""

from tests.naval_miniatures.positions import battle


def dice(count, *faces):
    """So many dice: these, and 1s."""
    return [*faces, *[1] * (count - len(faces))]


def attack(phase, attacker, target, rolled=(), away=0, weapon=None, **known):
    """One Allied unit attacks the one Axis unit, so many sectors away on open sea; the attack has been resolved."""
    known = {"terrain": {}, **known}
    game = battle(phase, {attacker: "d1"}, {target: f"d{1 + away}"}, **known).begin(rolled, ask_forced=False)
    game.choose(attacker)
    return game.choose(weapon) if weapon and game.asked == "weapon" else game


def volley(game, *answers, rolled=()):
    """Attack with these answers and dice."""
    game.lay(*rolled)
    return game.choose(*answers)


def finish(game, phase):
    """Play the rest of a phase, with no more attacks than must be made."""
    while not game.over and game.phase == phase:
        legal = game.legal
        game.choose("end" if "end" in legal else "decline" if "decline" in legal else legal[0])
    return game


def attackers(game, side="allies"):
    """Units that a side may attack with now; none where it is not its step."""
    asked = game.asked == "fire_who" and game.who == side
    return set(game.legal) - {"end"} if asked else set()


def unmarked(phase, allies, axis, **known):
    """The beginning of a phase on open sea, with the Allies as first player, who mark no targets."""
    game = battle(phase, allies, axis, **{"terrain": {}, **known}).begin()
    while game.asked == "mark":
        game.choose("decline")
    return game


def may_attack(phase, allies, axis, **known):
    """Allied units that may attack when the phase begins, with the Allies as first player."""
    game = unmarked(phase, allies, axis, **known)
    return attackers(game) if game.phase == phase else set()


def targets(phase, attacker, allies, axis, weapon=None, **known):
    """The targets of a weapon, or of the first that it has, of an Allied unit when the phase begins."""
    game = unmarked(phase, allies, axis, **known)
    if game.phase != phase or attacker not in attackers(game):
        return set()
    game.choose(attacker)
    if game.asked == "weapon":
        if weapon not in (None, *game.legal):
            return set()
        game.choose(weapon or game.legal[0])
    while game.asked in ("boost", "extra"):
        game.choose("decline")
    return set(game.legal)


def loss(game, unit):
    """Hull points that a unit has lost; "destroyed" if it is."""
    return "destroyed" if game.of(unit, "gone") else game.of(unit, "damage")


def outcome(phase, *attacked, **known):
    """What the target of one attack has lost when the phase is over."""
    return loss(finish(attack(phase, *attacked, **known), phase), attacked[1])
