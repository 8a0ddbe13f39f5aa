"""Colours for pages."""


def hexed(colour: tuple[int, int, int]) -> str:
    """A colour of red, green and blue as pages write it: "#1e549e"."""
    return "#{:02x}{:02x}{:02x}".format(*colour)
