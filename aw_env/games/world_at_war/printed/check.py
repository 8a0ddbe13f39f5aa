"""`aw-env check --game world_at_war`: is the printed material sound, and what of it is a house value?"""

from aw_env.games.world_at_war.printed.load import check as check
