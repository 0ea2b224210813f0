"""Notes the replies of an RR3036 by its table."""

from collections import Counter

from drivers.message_log import MessageLog
from drivers.rr3036.message_table import ROWS, name_reply
from drivers.rr3036.protocol import Rr3036Reply
from hal.ports import Millis


class Rr3036Messages(MessageLog):
    """The replies of one reader; no octet of one that reads cards is shown."""

    def __init__(self, health: Counter[str], *, reads_cards: bool) -> None:
        super().__init__(ROWS, health)
        self._reads_cards = reads_cards

    def note_reply(self, command: str, reply: Rr3036Reply, now: Millis) -> None:
        """Note a reply to a command, or to none."""
        name = name_reply(command, reply)
        if name in self.rows:
            self.note(name)
        else:
            octets = bytes((reply.status,)) + reply.data
            self.note_unknown(octets, name, now, is_secret=self._reads_cards)

    def note_foreign_frame(self, frame: bytes, now: Millis) -> None:
        """Note a sound frame of another address."""
        self.note_unknown(frame, f"address {frame[1]:02X}", now, is_secret=self._reads_cards)
