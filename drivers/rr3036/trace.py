"""An RR3036's line, command by command; a reply is spelt with the last command."""

from collections import Counter
from typing import Final

from drivers.rr3036.protocol import InventoryStatus, Rr3036Framer, Rr3036Reply
from drivers.trace import BLANK_OCTETS, Framing, OpenLine, SecretLine, hex_octets

_COMMAND_NAMES: Final = {
    (0x00, 0x00): "Get Reader Information",
    (0x00, 0x01): "Close RF",
    (0x00, 0x02): "Open RF",
    (0x00, 0x06): "Change to ISO15693",
    (0x01, 0x06): "Inventory",
    (0x08, 0xF0): "Select antenna",
}
_STATUSES: Final = {status.value: status.name for status in InventoryStatus}
_DESCRIBED_UIDS: Final = 2
"""How many tags of an inventory are spelt; the octets show all."""


def rr3036() -> OpenLine:
    """Return the tracer of this line."""
    describer = _CommandDescriber()
    return OpenLine(_framing(), describer.describe_command, describer.describe_reply)


def rr3036_of_cards() -> SecretLine:
    """Return the tracer of a line that names cards face down: inventories are left blank."""
    describer = _CommandDescriber()
    return SecretLine(_framing(), describer.describe_command, describer.describe_secret_reply)


def _framing() -> Framing:
    framer = Rr3036Framer()
    return Framing(
        framer.feed,
        framer.clear_buffer,
        lambda: Counter(dropped_bytes=framer.dropped_bytes),
        drops_on_request=True,
    )


class _CommandDescriber:
    def __init__(self) -> None:
        self._last_command = "?"

    def describe_command(self, frame: bytes) -> str:
        """Spell a command, and remember it."""
        self._last_command = _COMMAND_NAMES.get((frame[2], frame[3]), hex_octets(frame[2:4]))
        return f"{self._last_command} {hex_octets(frame[4:-2])}".rstrip()

    def describe_reply(self, reply: Rr3036Reply) -> str:
        """Spell a reply."""
        status = _STATUSES.get(reply.status, f"{reply.status:02X}")
        if self._last_command != "Inventory":
            return f"{self._last_command} = {status} {hex_octets(reply.data)}".rstrip()
        uids = sorted(uid.hex().upper() for uid in reply.tag_uids or ())
        omitted = [f"+{len(uids) - _DESCRIBED_UIDS}"] if len(uids) > _DESCRIBED_UIDS else []
        return " ".join((f"Inventory = {status}", *uids[:_DESCRIBED_UIDS], *omitted))

    def describe_secret_reply(self, reply: Rr3036Reply) -> tuple[str, str]:
        """Spell a reply, without the tags of an inventory."""
        if self._last_command == "Inventory":
            return BLANK_OCTETS, self._last_command
        return BLANK_OCTETS, self.describe_reply(reply)
