"""The board as text and as a picture."""

from aw_env.admirals_war.render.picture import picture
from aw_env.admirals_war.render.text import ansi

__all__ = ["ansi", "picture"]
