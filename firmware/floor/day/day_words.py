"""The exceptions of a day in words."""

from collections.abc import Mapping
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.floor.day.day_content import DayException

EXCEPTION_KEYS: Final[Mapping[str, str]] = {
    "gap": "floor.day.exception.gap",
    "unfolded": "floor.day.exception.unfolded",
    "silent": "floor.day.exception.silent",
    "open_round": "floor.day.exception.open_round",
    "unverified": "floor.day.exception.unverified",
    "in_doubt": "floor.day.exception.in_doubt",
    "altered": "floor.day.exception.altered",
    "missing": "floor.day.exception.missing",
    "no_opener": "floor.day.exception.no_opener",
    "no_closer": "floor.day.exception.no_closer",
    "no_drop": "floor.day.exception.no_drop",
    "open_request": "floor.day.exception.open_request",
    "form_missing": "floor.day.exception.form_missing",
}


def exception_text(exception: DayException) -> Text:
    """Return an exception in words, with its remedy."""
    key = EXCEPTION_KEYS.get(exception.kind, exception.kind)
    return Text(key, {"table": exception.subject, **exception.values})
