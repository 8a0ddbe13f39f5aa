"""How long and how large what comes from outside may be: saves, records, messages of pages.  Each limit stands here."""

from typing import Annotated

import numpy as np
from pydantic import Field

from aw_env.core.arguments import MOST_SEED

Name = Annotated[str, Field(max_length=200)]
"""Of a game, a scenario, a seat, a player, an option."""
NameOrPath = Annotated[str, Field(max_length=1000)]
"""Of a scenario that may be a file, and of an action in words."""
Names = Annotated[tuple[Name, ...], Field(max_length=200)]
Players = Annotated[int, Field(ge=1, le=64)]
Seed = Annotated[int, Field(ge=0, le=MOST_SEED)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
"""Of decisions; and the number of an action, a unit, a question."""
MOST_BID = 1e6
Bid = Annotated[float, Field(ge=-MOST_BID, le=MOST_BID, allow_inf_nan=False)]
"""Points; whether a scenario knows such a bid is seen when its rules are made."""
MOST_REWARD = float(np.finfo(np.float32).max)
Reward = Annotated[float, Field(ge=-MOST_REWARD, le=MOST_REWARD, allow_inf_nan=False)]
"""What a game keeps as float32."""
Die = Annotated[int, Field(ge=1, le=2**15 - 1)]
"""Of any number of faces; whether the game has such a die is seen when it is laid."""
