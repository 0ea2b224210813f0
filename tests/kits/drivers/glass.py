"""A picture of 128 x 64 dots as the eight pages of a display, and back, dot by dot."""

from PIL import Image, ImageChops

from drivers.displays.ssd1306 import Screen


def paged(image: Image.Image) -> Screen:
    """Return the pages that hold a picture of mode "1"."""
    return tuple(
        bytes(
            sum(bool(image.getpixel((x, 8 * page + bit))) << bit for bit in range(8))
            for x in range(128)
        )
        for page in range(8)
    )


def drawn(screen: Screen) -> Image.Image:
    """Return the picture that these pages hold."""
    dots = bytes(255 * (screen[y // 8][x] >> y % 8 & 1) for y in range(64) for x in range(128))
    return Image.frombytes("L", (128, 64), dots).convert("1", dither=Image.Dither.NONE)


def same(one: Image.Image, other: Image.Image) -> bool:
    """Say whether two pictures have the same dots."""
    return ImageChops.logical_xor(one, other).getbbox() is None
