"""A ReShuffled's line, word by word; an unknown word is hidden, as it may be the order of cards."""

from collections import Counter

from drivers.reshuffled.framing import Framer, encode
from drivers.reshuffled.words import parse
from drivers.trace import BLANK, Framing, SecretLine, hexed


def reshuffled() -> SecretLine:
    """Return the tracer of this line."""
    health: Counter[str] = Counter()
    framer = Framer(health)
    return SecretLine(Framing(framer.feed, framer.break_off, health.copy), _asked, _heard)


def _asked(frame: bytes) -> str:
    return frame[1:].partition(b"#")[0].decode("latin-1")


def _heard(data: bytes) -> tuple[str, str]:
    if parse(data) is None:
        return BLANK, "?"
    return hexed(encode(data)), data.decode("ascii")
