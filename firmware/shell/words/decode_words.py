"""Why a text is no JSON, or not of the expected type, in the words of a person's language.

msgspec gives its reasons in English; `REASON_PATTERNS` has each form of them, with its key.
"""

import re
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import InvalidValue

KIND_KEYS: Final = {
    "int": "decode.kind.int",
    "float": "decode.kind.float",
    "str": "decode.kind.str",
    "bool": "decode.kind.bool",
    "null": "decode.kind.null",
    "array": "decode.kind.array",
    "object": "decode.kind.object",
}
"""The kinds of values that have words of their own."""
REASON_PATTERNS: Final = {
    "decode.missing": r"Object missing required field `(?P<name>.+)`",
    "decode.unknown": r"Object contains unknown field `(?P<name>.+)`",
    "decode.other_kind": r"Expected `(?P<wanted>.+)`, got `(?P<given>.+)`",
    "decode.length": r"Expected `(?P<wanted>.+)` of length (?P<count>.+)",
    "decode.bound": r"Expected `(?P<wanted>\w+)` (?P<bound>[<>]=? .+)",
    "decode.wanted": r"Expected `(?P<wanted>.+)`",
    "decode.value": r"Invalid (?:enum )?value (?P<given>.+)",
    "decode.range": r"Number out of range",
    "decode.truncated": r"Input data was truncated",
    "decode.malformed": r"JSON is malformed: .+ \(byte (?P<byte>\d+)\)",
    "decode.card": r"no card is written (?P<given>.+)",
}
"""The forms of a reason, by their message key."""
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
            return Text(key, values)
    return Text("decode.other", {"reason": reason})


def _captured_text(name: str, captured: str) -> str | Text:
    if name not in ("wanted", "given") or captured not in KIND_KEYS:
        return captured
    return Text(KIND_KEYS[captured])
