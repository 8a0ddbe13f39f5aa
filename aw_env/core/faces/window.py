"""A window for `render_mode="human"`: the picture of the board, by pygame."""

from typing import Any

import numpy as np


class Window:
    """Shows pictures, uint8 `(height, width, 3)`, one after another."""

    def __init__(self, title: str) -> None:
        try:
            import pygame
        except ImportError as missing:
            raise ImportError('render_mode="human" needs pygame: pip install "aw_env[view]"') from missing
        self._pygame = pygame
        self._title = title
        self._screen: Any = None

    def show(self, picture: np.ndarray) -> None:
        """Show a picture; the first one opens the window."""
        pygame = self._pygame
        height, width = picture.shape[:2]
        if self._screen is None:
            pygame.display.init()
            pygame.display.set_caption(self._title)
            self._screen = pygame.display.set_mode((width, height))
        self._screen.blit(pygame.surfarray.make_surface(picture.swapaxes(0, 1)), (0, 0))
        pygame.event.pump()
        pygame.display.flip()

    def close(self) -> None:
        """Close the window."""
        if self._screen is not None:
            self._pygame.display.quit()
            self._screen = None
