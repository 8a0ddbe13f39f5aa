"""The part that all layouts share: the turn, the tracks, the decision and the unit or place that it is about."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.sets import has
from aw_env.games.admirals_war.observation.columns import FIRST_SUBJECT, GENERAL, General, Subject
from aw_env.games.admirals_war.observation.facts import ABOUT_A_PLACE, subject_unit
from aw_env.games.admirals_war.observation.written import WRITING
from aw_env.games.admirals_war.records.terms import NOBODY, Nation, Power
from aw_env.games.admirals_war.rules.options.hidden_submarines import are_hidden, is_hidden

UNCERTAIN_GROUPS = 4
"""US groups of uncertain whereabouts (§3.15)."""
write_state = WRITING(General, "book, game, seat, mine, row")
write_blocks = WRITING.one_hots(GENERAL, "book, game, seat, row")
write_subject = WRITING(Subject, "book, game, unit, mine, first, row")


@rule
def write_general(book, game, seat, mine, row):
    """`General`, what is so, the decision and its subject."""
    write_state(book, game, seat, mine, row)
    write_blocks(book, game, seat, row)
    if book.options != 0:
        write_what_rules_changed(book, game, seat, row)
    if game.over == 1:
        return
    if subject_unit(game) != NOBODY:
        write_subject(book, game, subject_unit(game), mine, FIRST_SUBJECT, row)
    elif has(ABOUT_A_PLACE, game.decision):
        row[FIRST_SUBJECT + Subject.PLACE] = game.subject


@optional()
@rule
def write_what_rules_changed(book, game, seat, row):
    """What optional rules have changed; what is secret, for the seat that knows it alone."""
    row[General.CATAPULT] = game.catapult
    row[General.TORCH] = game.torch
    row[General.TYPE_XXI] = game.turn >= game.type_xxi_from
    row[General.WARNED] = game.warned
    row[General.ITALY_NEUTRAL] = game.italy_neutral
    if are_hidden(book):
        count_hidden(book, game, row)
    if book.seat_of_power[Power.AMERICAN] == seat:
        row[General.FACES_CENTRAL] = game.faces_central
        row[General.FACES_HAWAII] = game.faces_hawaii
        for group in range(UNCERTAIN_GROUPS):
            row[General.GROUP_W + group] = 1 + game.uncertain_at[group]


@rule
def hidden_column(nation):
    """The column that counts the hidden submarines of a nation."""
    if nation == Nation.US:
        return General.HIDDEN_US.value
    if nation == Nation.GERMAN:
        return General.HIDDEN_GERMAN.value
    return General.HIDDEN_ITALIAN.value if nation == Nation.ITALIAN else General.HIDDEN_JAPANESE.value


@rule
def count_hidden(book, game, row):
    """How many submarines of each nation are hidden, which everyone knows (§26.0)."""
    for k in range(book.boats):
        unit = int(book.boat[k])
        if is_hidden(book, game, unit):
            row[hidden_column(book.nation[unit])] += 1
