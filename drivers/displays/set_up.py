"""The commands by which luma.oled sets a display up, noted instead of sent."""

from functools import cache
from typing import Final

OFF: Final = b"\xae"
ON: Final = b"\xaf"


@cache
def set_up(device: str) -> bytes:
    """Return the set-up of luma's class `device`, without the OFF before and the ON after it.

    luma is loaded only here: it takes a tenth of a start, and most commands drive no display.
    """
    from luma.core.interface.serial import noop
    from luma.oled import device as devices

    class Noting(getattr(devices, device)):  # type: ignore[misc]  # luma is not typed
        def __init__(self) -> None:
            self.commands: list[int] = []
            super().__init__(noop())

        def command(self, *values: int) -> None:
            self.commands += values

        def display(self, image: object) -> None:
            """Let the empty frame go that luma begins with: ours are sent page by page."""

    return bytes(Noting().commands).removeprefix(OFF).removesuffix(ON)
