"""The board as text, as a picture, and as data for a page that draws it."""

from aw_env.games.admirals_war.render.picture import picture
from aw_env.games.admirals_war.render.scene import scene
from aw_env.games.admirals_war.render.text import ansi

__all__ = ["ansi", "picture", "scene"]
