"""The language that a browser asks for."""

import re
from typing import Final, Literal, cast

Language = Literal["fr", "en"]
RANGE: Final = re.compile(r"(fr|en)(?:-[a-z0-9]+)*(?:; *q=([01](?:\.[0-9]{0,3})?))?", re.ASCII)


def preferred(header: str) -> Language | None:
    """Return the language of the highest weight in an Accept-Language header (RFC 9110, 12.5.4);
    None if it names neither of ours.
    """
    asked = (RANGE.fullmatch(part.strip().lower()) for part in header.split(","))
    weights = {found[1]: float(found[2] or 1) for found in asked if found}
    best = max(weights, key=lambda one: weights[one], default=None)
    return cast("Language", best) if best and weights[best] else None
