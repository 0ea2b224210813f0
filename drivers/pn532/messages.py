"""Notes the frames of a PN532 by its table; what may be a target's leaves no octet."""

from collections import Counter
from typing import Final

from drivers.message_log import MessageLog
from drivers.pn532.frames import TFI_TO_CHIP, Pn532Frame, Pn532Reply
from drivers.pn532.message_table import ROWS, UNSECRET_COMMANDS, name_message
from hal.ports import Millis

_TFI_NAME: Final = "TFI {:02X}"


class Pn532Messages(MessageLog):
    """The frames of one chip."""

    def __init__(self, health: Counter[str]) -> None:
        super().__init__(ROWS, health)

    def note_frame(self, frame: Pn532Frame, now: Millis, *, is_answer: bool) -> None:
        """Note a frame, which answers the command in flight or none."""
        name = name_message(frame, is_answer=is_answer)
        if name in self.rows:
            self.note(name)
        elif isinstance(frame, Pn532Reply):
            octets = bytes((frame.command + 1,)) + frame.data
            is_secret = frame.command not in UNSECRET_COMMANDS
            self.note_unknown(octets, name, now, is_secret=is_secret)

    def note_foreign_body(self, body: bytes, now: Millis) -> None:
        """Note a sound frame that is no reply; an echo of a command of ours names no card."""
        is_secret = body[0] != TFI_TO_CHIP
        self.note_unknown(body, _TFI_NAME.format(body[0]), now, is_secret=is_secret)
