"""Dice that can be proved: before a game everybody is told a commitment to its seed, and after it the seed.

Every die follows from the seed and the answers given before it, and the seed of a player of the computer from that of
the game.  So who knows the seed and the record can roll all dice again, and who has only the commitment can roll none.
"""

import secrets
from hashlib import sha256
from typing import Any


def new_salt() -> str:
    """What makes a commitment tell nothing: 256 bits that nobody guesses."""
    return secrets.token_hex(32)


def commitment(seed: int, salt: str) -> str:
    """What is told before the game: SHA-256, in hexadecimal digits, of seed and salt with a space between them."""
    return sha256(f"{seed} {salt}".encode()).hexdigest()


def told(seed: int, salt: str, ended: bool) -> dict[str, Any] | None:
    """What everybody at the table is told of the dice; None where nobody has committed himself to them.

    Seed and salt are told once the game has ended, the seed in words: it has more digits than numbers of a page.
    """
    if not salt:
        return None
    opened = {"seed": str(seed), "salt": salt} if ended else {"seed": None, "salt": None}
    return {"commitment": commitment(seed, salt), **opened}
