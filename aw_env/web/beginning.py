"""How a game at the web table begins."""

import secrets
from collections.abc import Iterable, Mapping, Sequence

from aw_env.core.faces.game import Game
from aw_env.core.offers import Bids
from aw_env.core.players import player_names
from aw_env.games import named
from aw_env.table import ending
from aw_env.table.adviser import OFFICER
from aw_env.table.offers import Setup
from aw_env.web import proof
from aw_env.web.clock import Clock
from aw_env.web.messages import Refused
from aw_env.web.store import PERSON, Kept, Seat, Store, digest

ANYONE = "anyone"
"""In place of who holds a seat: whichever person takes it first."""


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(24)


def new_room(
    store: Store,
    setup: Setup,
    players: dict[str, str],
    actions: Iterable[int] = (),
    any_player: bool = False,
    seconds: int | None = None,
    bid_for: bool = False,
    invited: Mapping[str, str] | None = None,
) -> tuple[str, dict]:
    """Begin a game and keep it; its id, and a token for each seat of a person, by name: not for those that are offered.

    players: who holds each seat, or `ANYONE`.  actions: what has been played already.  any_player: whether a player may
    be named by a path, too, which no stranger may.  seconds: that persons have for a decision.  bid_for: whether two
    persons bid for the sides first (`web.bidding`).  invited: by the name of a seat for `ANYONE`, a digest of the key
    of who alone may take it.  Raises Refused for what cannot be played.
    """
    try:
        game = setup.begin()
        for action in actions:
            game.apply(action)
    except ValueError as error:
        raise Refused("impossible", str(error)) from None
    seats, tokens, invited = [], {}, invited or {}
    for name in game.rules.seats:
        player = players.get(name, OFFICER)
        if player == ANYONE:  # a person's seat from the beginning, whose token nobody has
            seats.append(Seat(digest(new_token()), PERSON, offered=True, invited=invited.get(name)))
            continue
        if not any_player:
            check_player(player, setup.game)
        if player == PERSON:
            tokens[name] = new_token()
        seats.append(Seat(digest(tokens[name]) if name in tokens else None, player))
    if any(seat.offered for seat in seats) and not tokens and not invited:
        raise Refused("impossible", "a game that anyone may join has a person who waits")
    if unknown := players.keys() - set(game.rules.seats):
        raise Refused("impossible", f"there is no seat {min(unknown)!r}: choose from {', '.join(game.rules.seats)}")
    begun = setup.model_copy(update={"digest": game.rules.scenario.digest})
    id = secrets.token_urlsafe(9)
    salt = "" if setup.dice_known else proof.new_salt()
    bids = (None,) * len(seats) if bid_for else ()
    if bid_for:
        _check_bidding(setup, game, seats)
    clock = looked_at(Clock(seconds), game, seats, bids) if seconds is not None else None
    asked, history = None if bid_for else seat_asked(game), list(game.history)
    result = ending.in_words(game)
    kept = Kept(begun.model_dump_json(), seats, history, {}, {}, result, salt=salt, asked=asked, clock=clock, bids=bids)
    store.add(id, kept)
    return id, tokens


def _check_bidding(setup: Setup, game: Game, seats: Sequence[Seat]) -> None:
    bids_for_first_side(setup)
    if setup.bid or game.history or any(seat.player != PERSON for seat in seats):
        raise Refused("impossible", "two persons bid for the sides, of a game that begins without a bid")


def bids_for_first_side(setup: Setup) -> Bids:
    """What may be bid for the side of the first seat: what it gives, the other side gets.  Raises Refused where points
    even out nothing, or others than two would bid."""
    offered = named(setup.game).offer(setup.scenario).bids
    if offered is None or setup.players != 2:
        raise Refused("impossible", f"the sides of {setup.scenario} for {setup.players} players cannot be bid for")
    return Bids(offered.step, -offered.most, -offered.least)


def seat_asked(game: Game) -> int | None:
    """The seat that is asked, None once the game is over."""
    return None if game.ended else game.seat


def looked_at(clock: Clock, game: Game, seats: Sequence[Seat], bids: Sequence[float | None] = ()) -> Clock:
    """The clock as somebody is asked, or nobody; it runs for nobody until every seat is taken, and the sides are
    settled for which persons bid."""
    is_open = any(seat.is_open for seat in seats) or None in bids
    is_asked = not game.ended and seats[game.seat].player == PERSON and not is_open
    clock.look(game.seat if is_asked else None, len(game.history))
    return clock


def check_player(name: str, game: str) -> None:
    """Raises Refused for who may hold no seat of a game: neither a person nor one of its players."""
    known = [PERSON, *player_names(named(game).players)]
    if name not in known:
        raise Refused("impossible", f"there is no player {name!r}: choose from {', '.join(known)}")
