"""The commands by which luma.oled sets a display up, noted instead of sent."""

from functools import cache
from typing import Final

DISPLAY_OFF: Final = b"\xae"
DISPLAY_ON: Final = b"\xaf"


@cache
def setup_commands(device: str) -> bytes:
    """Return the set-up of luma's class `device`, without the OFF before and the ON after it.

    luma is loaded only here: it takes a tenth of a start, and most commands drive no display.
    """
    from luma.core.interface.serial import noop
    from luma.oled import device as devices

    class CommandRecorder(getattr(devices, device)):  # type: ignore[misc]  # luma is not typed
        def __init__(self) -> None:
            self.commands: list[int] = []
            super().__init__(noop())

        def command(self, *values: int) -> None:
            self.commands += values

        def display(self, image: object) -> None:
            """Let the empty frame go that luma begins with: ours are sent page by page."""

    # The display is switched on by the driver, once its memory is written.
    return bytes(CommandRecorder().commands).removeprefix(DISPLAY_OFF).removesuffix(DISPLAY_ON)
