"""Who has won (WIN, EOT.2, EOT.3, CV.6, ME.4)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import finish
from aw_env.games.naval_miniatures.records.terms import NOBODY, Event
from aw_env.games.naval_miniatures.rules.units import called, first_of, is_convoy, leave_the_map, on_map, side_of


@rule
def end(game, lead, events):
    """The game is over; a lead of the Allies of 0 is a draw."""
    finish(game, int(lead > 0) - int(lead < 0))
    note(events, Event.GAME_OVER, game.result, 0, 0)


@rule
def lead(game):
    """Points by which the Allies lead (WIN)."""
    return int(game.score[0]) - int(game.score[1])


@rule
def has_units(game, side):
    """Whether a side has a unit left, on the map or at a base (WIN.5, MR-34)."""
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if game.gone[unit] == 0:
            return True
    return False


@rule
def decide_without_units(book, game, events):
    """A side without units has lost; if neither has any, the score decides (WIN.5, MR-34)."""
    allies, axis = has_units(game, 0), has_units(game, 1)
    if allies and axis:
        return
    if allies == axis:
        end(game, lead(game), events)
    else:
        end(game, 1 if allies else -1, events)


@rule
def points_left(book, game, side):
    """Cost of a side's remaining units, whatever their damage (EOT.3)."""
    points = 0
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        points += (1 - int(game.gone[unit])) * int(book.cost[game.card[unit]])
    return points


@rule
def decide_turn(book, game, events):
    """At the end of a turn: enough points; no units; no more turns, or too many quiet ones (WIN.1, WIN.4, EOT.2, EOT.3,
    MR-34, MR-35)."""
    if max(game.score[0], game.score[1]) >= book.win_at:
        end(game, lead(game), events)
        return
    decide_without_units(book, game, events)
    if game.over == 0 and (game.turn >= book.last_turn or game.quiet_turns >= book.quiet_limit):
        left = points_left(book, game, 0) - points_left(book, game, 1)
        end(game, left if left != 0 else lead(game), events)


# --- the convoy (CV, MR-13, MR-38) -----------------------------------------------------------------------


@rule
def convoy_lead(book, game):
    """Convoy ships that are off less those that are lost, as a lead of the Allies."""
    ahead = int(game.off) - int(game.sunk)
    return ahead if book.escort == 0 else -ahead


@rule
def margin(book, game):
    """The lead of the Allies: points (WIN), or convoy ships (CV.6)."""
    return lead(game) if book.escort == NOBODY else convoy_lead(book, game)


@rule
def decide_convoy(book, game, events):
    """Enough convoy ships off the map or sunk decide (CV.6), and where the last turn of a large convoy brings enough of
    both, more of them.  An interceptor without units has lost; an escort without any has no convoy ship left either,
    and if neither has enough of them, more of them win."""
    if book.escort == NOBODY or game.over == 1:
        return False
    escort = 1 if book.escort == 0 else -1
    if min(game.off, game.sunk) >= book.convoy_limit:
        end(game, convoy_lead(book, game), events)
    elif game.off >= book.convoy_limit:
        end(game, escort, events)
    elif game.sunk >= book.convoy_limit:
        end(game, -escort, events)
    elif not has_units(game, book.escort):
        end(game, convoy_lead(book, game), events)
    elif not has_units(game, 1 - book.escort):
        end(game, escort, events)
    return game.over == 1


@rule
def end_convoy(book, game, events):
    """After the last turn convoy ships in the far row count as off, the others are destroyed (CV.5); where they are too
    few for either side to have enough, more of them win."""
    if game.turn >= book.last_turn:
        for k in range(game.units):
            unit = int(game.roster[k])
            if is_convoy(game, unit) and on_map(game, unit):
                if book.ahead[1 - side_of(unit), game.place[unit]] == 0:
                    game.off += 1
                    note(events, Event.LEFT, called(game, unit), 0, 0)
                else:
                    game.sunk += 1
                    note(events, Event.LOST, called(game, unit), 0, 0)
                leave_the_map(game, unit)
    if not decide_convoy(book, game, events) and game.turn >= book.last_turn:
        end(game, convoy_lead(book, game), events)
