"""The board as text, as a picture and as data for a page."""

from aw_env.games.war_at_sea.render.picture import picture
from aw_env.games.war_at_sea.render.scene import scene
from aw_env.games.war_at_sea.render.text import ansi

__all__ = ["ansi", "picture", "scene"]
