"""Why a text is no JSON, or not of the expected type, in the words of a person's language.

msgspec gives its reasons in English; `REASON_PATTERNS` has each form of them, with its key.
"""

import re
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import InvalidValue

NAMED_KINDS: Final = frozenset({"int", "float", "str", "bool", "null", "array", "object"})
"""The kinds of values that have words of their own, under `decode.kind`."""
REASON_PATTERNS: Final = {
    "missing": r"Object missing required field `(?P<name>.+)`",
    "unknown": r"Object contains unknown field `(?P<name>.+)`",
    "other_kind": r"Expected `(?P<wanted>.+)`, got `(?P<given>.+)`",
    "length": r"Expected `(?P<wanted>.+)` of length (?P<count>.+)",
    "bound": r"Expected `(?P<wanted>\w+)` (?P<bound>[<>]=? .+)",
    "wanted": r"Expected `(?P<wanted>.+)`",
    "value": r"Invalid (?:enum )?value (?P<given>.+)",
    "range": r"Number out of range",
    "truncated": r"Input data was truncated",
    "malformed": r"JSON is malformed: .+ \(byte (?P<byte>\d+)\)",
    "card": r"no card is written (?P<given>.+)",
}
"""The forms of a reason, by the key of their words under `decode`."""
_PLACE_PATTERN: Final = re.compile(r"(?P<what>.*?)(?: - at `(?P<where>.+)`)?", re.DOTALL)


def decode_reason(error: Exception) -> Text:
    """Return why a text can't be decoded, with the place in it if that is known."""
    match error:
        case RecursionError():
            return Text("decode.too_deep")
        case UnicodeDecodeError():
            return Text("decode.not_utf8", {"byte": str(error.start)})
    parts = _PLACE_PATTERN.fullmatch(str(error))
    reason, position = parts.group("what", "where") if parts else (str(error), None)
    cause = error.__cause__
    reason_text = cause.why if isinstance(cause, InvalidValue) else _reason_text(reason)
    position_text = (position or "").removeprefix("$").removeprefix(".")
    return (
        Text("decode.at", {"where": position_text, "what": reason_text})
        if position_text
        else reason_text
    )


def _reason_text(reason: str) -> Text:
    for key, pattern in REASON_PATTERNS.items():
        match = re.fullmatch(pattern, reason)
        if match:
            values = {
                name: _captured_text(name, captured) for name, captured in match.groupdict().items()
            }
            return Text(f"decode.{key}", values)
    return Text("decode.other", {"reason": reason})


def _captured_text(name: str, captured: str) -> str | Text:
    if name not in ("wanted", "given") or captured not in NAMED_KINDS:
        return captured
    return Text(f"decode.kind.{captured}")
