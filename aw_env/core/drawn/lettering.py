"""The letters of pictures, and how much room they take."""

import unicodedata
from collections.abc import Sequence
from functools import cache

from PIL import ImageFont


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The font that Pillow carries, so that a picture is the same everywhere."""
    found = ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont), "a font with a size is one of FreeType's"
    return found


def plain(text: str) -> str:
    """Text without the accents that the font lacks."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if ord(letter) < 128)


def width_of(text: str, size: int, bold: bool = False) -> int:
    """Width of a line of text in pixels."""
    return round(font(size).getlength(plain(text))) + (1 if bold else 0)


def fitted(text: str, size: int, width: int, bold: bool = False) -> str:
    """Text shortened with two dots until it is no wider than `width` pixels."""
    text = plain(text)
    if width_of(text, size, bold) <= width:
        return text
    while text and width_of(text + "..", size, bold) > width:
        text = text[:-1].rstrip()
    return text + ".." if text else ""


def wrapped(words: Sequence[str], size: int, width: int) -> list[str]:
    """Words, with commas between them, in lines of a width."""
    lines: list[str] = []
    for word in words:
        if lines and width_of(f"{lines[-1]}, {word},", size, bold=True) <= width:
            lines[-1] += f", {word}"
        else:
            if lines:
                lines[-1] += ","
            lines.append(word)
    return lines
