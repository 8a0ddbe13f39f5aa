"""The board as text and as a picture."""

from aw_env.render.picture import picture
from aw_env.render.text import ansi

__all__ = ["ansi", "picture"]
