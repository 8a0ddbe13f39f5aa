"""The board as text and as a picture."""

from aw_env.war_at_sea.render.picture import picture
from aw_env.war_at_sea.render.text import ansi

__all__ = ["ansi", "picture"]
