"""Why a text is no JSON, or not of the kind that is wanted, in the words of a person's language.

msgspec gives its reasons in English; `SAID` has each form of them and the words for it.
"""

import re
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import Unfit

KINDS: Final = frozenset({"int", "float", "str", "bool", "null", "array", "object"})
"""The kinds of values that have words of their own, under `decode.kind`."""
SAID: Final = {
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
_PLACE: Final = re.compile(r"(?P<what>.*?)(?: - at `(?P<where>.+)`)?", re.DOTALL)


def decode_reason(error: Exception) -> Text:
    """Return why a text can't be decoded, with the place in it if that is known."""
    match error:
        case RecursionError():
            return Text("decode.too_deep")
        case UnicodeDecodeError():
            return Text("decode.not_utf8", {"byte": str(error.start)})
    parts = _PLACE.fullmatch(str(error))
    what, where = parts.group("what", "where") if parts else (str(error), None)
    cause = error.__cause__
    why = cause.why if isinstance(cause, Unfit) else _reason(what)
    place = (where or "").removeprefix("$").removeprefix(".")
    return Text("decode.at", {"where": place, "what": why}) if place else why


def _reason(what: str) -> Text:
    for key, form in SAID.items():
        found = re.fullmatch(form, what)
        if found:
            values = {name: _value(name, said) for name, said in found.groupdict().items()}
            return Text(f"decode.{key}", values)
    return Text("decode.other", {"reason": what})


def _value(name: str, said: str) -> str | Text:
    if name not in ("wanted", "given") or said not in KINDS:
        return said
    return Text(f"decode.kind.{said}")
