"""The Bee-Tek's line, word by word, without its cards or their length: T may be written 10."""

import re
from collections import Counter
from typing import Final

from drivers.bee_tek.tokens import Alarm, Damage, Framer, Seen, Unread, Warned, Word
from drivers.trace import BLANK, Framing, SecretLine

_CODE: Final = re.compile(r"E[0-9]{1,2}")
"""Only the code of an alarm is spelt; the rest of its text might name a card."""


def bee_tek() -> SecretLine:
    """Return the tracer of this line."""
    health: Counter[str] = Counter()
    framer = Framer(health)
    return SecretLine(Framing(framer.feed, framer.break_off, health.copy), _asked, _heard)


def _asked(_data: bytes) -> str:
    """Nothing is ever sent to this shoe."""
    return ""


def _heard(word: Word) -> tuple[str, str] | None:
    match word:
        case Damage():
            return None
        case Seen(_, burnt):
            return BLANK, "[Manual Burn Cards]<Card>" if burnt else "[Game]<Card>"
        case Unread():
            return BLANK, "[Game]<Game>"
        case Alarm(code):
            return BLANK, f"<Alarm:{code}>" if _CODE.fullmatch(code) else "<Alarm>"
        case Warned(code):
            return BLANK, f"<{code}>"
