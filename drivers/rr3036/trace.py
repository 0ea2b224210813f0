"""An RR3036's line, command by command; a reply is spelt with the last command."""

from collections import Counter
from typing import Final

from drivers.rr3036.protocol import Framer, Reply, Status
from drivers.trace import BLANK, Framing, OpenLine, SecretLine, hexed

_NAMES: Final = {
    (0x00, 0x00): "Get Reader Information",
    (0x00, 0x01): "Close RF",
    (0x00, 0x02): "Open RF",
    (0x00, 0x06): "Change to ISO15693",
    (0x01, 0x06): "Inventory",
    (0x08, 0xF0): "Select antenna",
}
_STATUSES: Final = {status.value: status.name for status in Status}
_UIDS: Final = 2
"""How many tags of an inventory are spelt; the octets show all."""


def rr3036() -> OpenLine:
    """Return the tracer of this line."""
    words = _Words()
    return OpenLine(_framing(), words.asked, words.heard)


def rr3036_of_cards() -> SecretLine:
    """Return the tracer of a line that names cards face down: inventories are left blank."""
    words = _Words()
    return SecretLine(_framing(), words.asked, words.heard_in_secret)


def _framing() -> Framing:
    framer = Framer()
    return Framing(
        framer.feed, framer.clear, lambda: Counter(dropped_bytes=framer.dropped), by_exchange=True
    )


class _Words:
    def __init__(self) -> None:
        self._last = "?"

    def asked(self, frame: bytes) -> str:
        """Spell a command, and remember it."""
        self._last = _NAMES.get((frame[2], frame[3]), hexed(frame[2:4]))
        return f"{self._last} {hexed(frame[4:-2])}".rstrip()

    def heard(self, reply: Reply) -> str:
        """Spell a reply."""
        status = _STATUSES.get(reply.status, f"{reply.status:02X}")
        if self._last != "Inventory":
            return f"{self._last} = {status} {hexed(reply.data)}".rstrip()
        uids = sorted(uid.hex().upper() for uid in reply.tags or ())
        more = [f"+{len(uids) - _UIDS}"] if len(uids) > _UIDS else []
        return " ".join((f"Inventory = {status}", *uids[:_UIDS], *more))

    def heard_in_secret(self, reply: Reply) -> tuple[str, str]:
        """Spell a reply, but for what an inventory has found."""
        if self._last == "Inventory":
            return BLANK, self._last
        return BLANK, self.heard(reply)
