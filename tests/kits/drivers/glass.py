"""A picture of 128 x 64 dots as the eight pages of a display, and back."""

from itertools import chain
from typing import Final

from PIL import Image, ImageChops

from drivers.displays.typesetting import DotScreen

PAGES: Final = 8


def paged(image: Image.Image) -> DotScreen:
    """Return the pages that hold a picture of mode "1": column by column, the top dot lowest."""
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return tuple(columns[page::PAGES] for page in range(PAGES))


def drawn(screen: DotScreen) -> Image.Image:
    """Return the picture that these pages hold."""
    columns = bytes(chain.from_iterable(zip(*screen, strict=True)))
    turned = Image.frombytes("1", (64, 128), columns, "raw", "1;R")
    return turned.transpose(Image.Transpose.TRANSPOSE)


def same(one: Image.Image, other: Image.Image) -> bool:
    """Say whether two pictures have the same dots."""
    return ImageChops.logical_xor(one, other).getbbox() is None
