"""The Bee-Tek's line, word by word, without its cards or their length: T may be written 10."""

import re
from collections import Counter
from typing import Final

from drivers.bee_tek.messages import (
    BeeTekMessage,
    CardSighted,
    CardUnread,
    DamagedText,
    ShoeAlarm,
    ShoeWarning,
    UnknownWord,
)
from drivers.bee_tek.tokens import BeeTekFramer
from drivers.trace import BLANK_OCTETS, Framing, SecretLine

_ALARM_CODE: Final = re.compile(r"E[0-9]{1,2}")
"""Only the code of an alarm is spelt; the rest of its text might name a card."""


def bee_tek() -> SecretLine:
    """Return the tracer of this line."""
    health: Counter[str] = Counter()
    framer = BeeTekFramer(health)
    return SecretLine(
        Framing(framer.feed, framer.break_off, health.copy), _describe_request, _describe_reply
    )


def _describe_request(_data: bytes) -> str:
    """Nothing is ever sent to this shoe."""
    return ""


def _describe_reply(message: BeeTekMessage) -> tuple[str, str] | None:
    match message:
        case DamagedText():
            return None
        case UnknownWord(form):
            return BLANK_OCTETS, form
        case CardSighted(_, was_burnt):
            return BLANK_OCTETS, "[Manual Burn Cards]<Card>" if was_burnt else "[Game]<Card>"
        case CardUnread():
            return BLANK_OCTETS, "[Game]<Game>"
        case ShoeAlarm(code):
            return BLANK_OCTETS, f"<Alarm:{code}>" if _ALARM_CODE.fullmatch(code) else "<Alarm>"
        case ShoeWarning(code):
            return BLANK_OCTETS, f"<{code}>"
