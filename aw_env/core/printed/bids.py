"""Bids: points by which players even out a scenario before it begins."""

from collections.abc import Callable
from typing import Any, NamedTuple

from aw_env.core.offers import Bids


class Bidding(NamedTuple):
    """That a game knows bids, and how.

    offered: those of a scenario file, None where it knows none.  given: the file with so many points more for the side
    of the first seat, below 0 for the other, as `offered` allows.
    """

    offered: Callable[[Any], Bids | None]
    given: Callable[[Any, float], Any]


def evened(bidding: Bidding | None, file: Any, bid: float) -> Any:
    """A scenario file with a bid besides its own.  bidding: None of a game that knows none.  Raises ValueError for a
    bid that is not known here."""
    if not bid:
        return file
    bids = bidding.offered(file) if bidding is not None else None
    if bidding is None or bids is None:
        raise ValueError(f"a bid of {bid:+g}: sides are not evened out by points here")
    bids.check(bid)
    return bidding.given(file, bid)


def bid_key(step: float, most: float, offers: Callable[[Any], bool] = lambda file: True) -> Bidding:
    """Bids in the key `bid` of a file, which holds points of the side of the first seat from `-most` to `most`.

    offers: whether a file knows them.
    """

    def offered(file: Any) -> Bids | None:
        return Bids(step, -most - file.bid, most - file.bid) if offers(file) else None

    return Bidding(offered, lambda file, bid: file.model_copy(update={"bid": type(file.bid)(file.bid + bid)}))
