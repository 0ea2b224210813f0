"""A ReShuffled's line, word by word; an unknown word is hidden, as it may be the order of cards."""

from collections import Counter

from drivers.reshuffled.framer import ReShuffledFramer, encode
from drivers.reshuffled.messages import BoardText, parse
from drivers.trace import BLANK_OCTETS, Framing, SecretLine, hex_octets


def reshuffled() -> SecretLine:
    """Return the tracer of this line."""
    health: Counter[str] = Counter()
    framer = ReShuffledFramer(health)
    return SecretLine(
        Framing(framer.feed, framer.break_off, health.copy), _describe_request, _describe_reply
    )


def _describe_request(frame: bytes) -> str:
    return frame[1:].partition(b"#")[0].decode("latin-1")


def _describe_reply(data: bytes) -> tuple[str, str]:
    reply = parse(data)
    if reply is None:
        return BLANK_OCTETS, "?"
    is_plain = isinstance(reply, BoardText)
    return hex_octets(data if is_plain else encode(data)), data.decode("ascii")
