"""Whether a record from a file is a position that play could have come to, as far as the rules rely on it."""

import numpy as np

from aw_env.core.declare.fields import check_values
from aw_env.core.declare.soundness import Subjects, check_dice, check_subject, frames_of, must, within
from aw_env.core.declare.soundness import before_asking as before_asking
from aw_env.core.engine.layout import CURSOR, STAGE, STEP, SUBJECT
from aw_env.games.naval_miniatures.records.record import STATE
from aw_env.games.naval_miniatures.records.terms import (
    AIRCRAFT,
    ALL_CARDS,
    ASHORE,
    CONVOY_CARD,
    FLEET,
    NOBODY,
    NOWHERE,
    UNITS,
    Fleets,
    Phase,
    Side,
    Step,
)
from aw_env.games.naval_miniatures.rules.attacks import AIMING_WITH_MORE, FIRING, RESOLVING
from aw_env.games.naval_miniatures.rules.sea_movement import WHERE, WHOM

SUBJECTS: Subjects = {
    "side": within(0, max(Side)),
    "nobody": within(NOBODY, NOBODY),
    "phase": lambda book, game, phase: Phase.INITIATIVE <= phase == game["phase"],
    "unit": lambda book, game, unit: 0 <= unit < UNITS and game["card"][unit] != NOBODY,
}
_BEFORE = (Step.SET_UP, Step.DRAFT, Step.DEPLOYMENT, Step.LEADS)
"""Steps before the first turn."""
_ON_MAP = (Step.ACTIVATION, Step.PRESSING)
"""Steps of units in a sector."""


def check_soundness(book: np.void, template: np.void, games: np.ndarray) -> None:
    """Raises SaveError unless `games[0]` holds together.  book, template: one element each of BOOK and GAME."""
    check_values(STATE, games)
    game = games[0]
    check_dice(game)
    check_battle(book, game)
    check_fleets(book, game)
    check_units(book, game)
    if game["over"]:
        must(game["seat"] == game["power"] == NOBODY, "a battle that is over waits for nobody")
        return
    must(game["seat"] != NOBODY and game["seat"] == game["power"], "somebody is asked")
    check_frames(book, game)


def check_battle(book: np.void, game: np.void) -> None:
    """Turn, zone, who is first, and smoke."""
    turn, phase, revealed = int(game["turn"]), int(game["phase"]), game["phase"] > Phase.FLEETS
    must((turn > 0) == (phase > Phase.SET_UP), "turns begin after set-up")
    must(turn <= book["last_turn"], "the turn is one of the scenario's")
    zones = [int(book["zone"])] if book["zone"] != NOBODY else range(book["zone_of_die"], book["zone_of_die"] + 6)
    must(not revealed or int(game["zone"]) in zones, "the battle zone is one that the scenario has")
    must(not revealed or game["deploys_first"] != NOBODY, "somebody deploys first")
    must(phase <= Phase.INITIATIVE or game["first"] != NOBODY, "somebody is first in a turn")
    must(game["smokes"] == (game["smoke"] > 0).sum(), "sectors with smoke are counted")
    must(max(game["off"], game["sunk"]) <= book["convoy_ships"], "there are not so many convoy ships")


# --- fleets and units ------------------------------------------------------------------------------------------


def check_fleets(book: np.void, game: np.void) -> None:
    """Fleets that could have been bought, in the order of their cards."""
    cards, drafting = game["card"].reshape(len(Side), FLEET), game["phase"] == Phase.FLEETS
    there = game["card"] != NOBODY
    must(drafting or not game["drafted"].any(), "nothing is bought after set-up")
    must(not drafting or book["fleets"] == Fleets.DRAFTED, "fleets are bought in this scenario")
    members = np.flatnonzero(there)
    must(there.reshape(cards.shape) == (np.arange(FLEET) < game["fleet"][:, None]), "a fleet is of so many units")
    must(not drafting or members.size == 0, "units come when fleets are shown")
    for side in Side:
        fleet = cards[side, : game["fleet"][side]].astype(int)
        must(np.diff(fleet) >= 0, "a fleet is in the order of its cards")
        owned = np.bincount(fleet, minlength=ALL_CARDS)
        convoy = int(book["convoy_ships"]) if book["escort"] == side and not drafting else 0
        must(owned[CONVOY_CARD] == convoy, "the escort alone has the convoy ships")
        bought = owned[:CONVOY_CARD] + game["drafted"][side]
        must(book["allowed"][side].astype(bool) | (bought == 0), "a side has cards that it may buy")
        must(bought.sum() <= book["most_units"], "a fleet has no more units than it may")
        must(int((bought * book["cost"][:CONVOY_CARD].astype(int)).sum()) <= book["budget"], "a fleet can be paid for")
    must(game["units"] == len(members), "the units are those of both fleets")
    must(game["roster"][: len(members)] == members, "the roster is in order")
    must(game["roster"][len(members) :] == NOBODY, "nobody else is in the roster")


def check_units(book: np.void, game: np.void) -> None:
    """Each unit is where its kind may be, and none that is left has lost all its hull."""
    card, there = game["card"].astype(int), game["card"] != NOBODY
    place, base, gone = game["place"], game["based_on"], game["gone"] == 1
    flies = there & (AIRCRAFT >> book["kind"][card].astype(int) & 1 == 1)
    must(there | (place == NOWHERE) & (base == NOBODY) & ~gone, "nobody else is anywhere")
    must(~gone | (place == NOWHERE) & (base == NOBODY), "who is gone is nowhere")
    must(flies | (base == NOBODY), "aircraft alone have bases")
    must((place == NOWHERE) | (base == NOBODY), "no aircraft is in two places")
    placed = (place != NOWHERE) | (base != NOBODY) | gone
    must(game["phase"] <= Phase.SET_UP or placed[there].all(), "all units are deployed after set-up")
    left = there & ~gone
    hull = book["hull"][card].astype(int) - game["damage"]
    must(hull[left] > 0, "a unit without hull is gone")
    must(((hull == 1) & (game["damage"] > 0) == (game["crippled"] == 1))[left], "crippled is as damaged")
    aboard = np.flatnonzero((base != NOBODY) & (base != ASHORE))
    for unit in aboard.tolist():
        carrier = int(base[unit])
        must(carrier // FLEET == unit // FLEET and there[carrier], "carriers base aircraft of their own fleet")
        must(not gone[carrier] or game["doomed"][carrier] == 1, "no aircraft is aboard a lost carrier")
        must((base == carrier).sum() <= book["capacity"][card[carrier]], "no carrier bases more than she can")
    for field in ("mending", "quarry", "fired_at_by"):
        named = game[field][game[field] != NOBODY]
        must(there[named], f"{field} is a unit of the battle")
    must(place[game["quarry"] != NOBODY] != NOWHERE, "who pursues is in a sector")


# --- the sequence of play --------------------------------------------------------------------------------------


def check_frames(book: np.void, game: np.void) -> None:
    """The stack begins with set-up or the turn, and each frame is about something that there is."""
    frames = frames_of(game)
    must(len(frames) > 0, "a step is at work")
    before = game["phase"] <= Phase.SET_UP
    must(frames[0][STEP] == (Step.SET_UP if before else Step.TURN), "the stack begins with set-up or the turn")
    for number, frame in enumerate(frames):
        check_subject(Step, SUBJECTS, book, game, frame)
        step, subject = frame[STEP], frame[SUBJECT]
        must((step in _BEFORE) == before, "steps are of set-up or of the turn")
        must(number == 0 or step not in (Step.SET_UP, Step.TURN), "set-up and the turn are below all else")
        must(step != Step.DRAFT or game["phase"] == Phase.FLEETS, "fleets are bought before set-up")
        must(0 <= frame[CURSOR] <= UNITS and 0 <= frame[STAGE] <= AIMING_WITH_MORE, "no step goes beyond the roster")
        if step in _ON_MAP:
            must(game["place"][subject] != NOWHERE, "who acts is in a sector")
        if step == Step.ACTIVATION and FIRING <= frame[STAGE] <= RESOLVING:
            target = int(game["target"])
            known = target != NOBODY and game["card"][target] != NOBODY and target // FLEET != subject // FLEET
            must(known and game["place"][target] != NOWHERE, "an attack has a target")
        if step == Step.MOVEMENT and frame[STAGE] in (WHERE, WHOM):
            must(_acts(game, frame[CURSOR], subject), "who moves is in a sector")
        if step == Step.MISSIONS and frame[CURSOR] > 0:
            aircraft = frame[CURSOR] - 1
            must(aircraft // FLEET == subject and game["based_on"][aircraft] != NOBODY, "who flies has a base")
    if before:
        stage = frames[0][STAGE]
        must((game["phase"] == Phase.FLEETS) == (stage <= 1), "fleets are shown before set-up goes on")
    must(frames[0][STAGE] <= (4 if before else 0), "set-up has so many stages")


def _acts(game: np.void, unit: int, side: int) -> bool:
    """Whether a unit of a side is in a sector."""
    return bool(unit < UNITS and unit // FLEET == side and game["place"][unit] != NOWHERE)
