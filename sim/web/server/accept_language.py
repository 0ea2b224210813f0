"""The language that a browser asks for."""

import re
from typing import Final

from firmware.shell.words.languages import LANGUAGES, Language

LANGUAGE_RANGE: Final = re.compile(
    rf"({'|'.join(LANGUAGES)})(?:-[a-z0-9]+)*(?:; *q=([01](?:\.[0-9]{{0,3}})?))?", re.ASCII
)


def preferred_language(accept_language: str) -> Language | None:
    """Return the language of the highest weight in an Accept-Language header (RFC 9110, 12.5.4);
    None if it names none of ours.
    """
    ranges = (LANGUAGE_RANGE.fullmatch(part.strip().lower()) for part in accept_language.split(","))
    # A range without a weight has the weight 1.
    weights = {match[1]: float(match[2] or 1) for match in ranges if match}
    preferred_range = max(weights, key=lambda language: weights[language], default=None)
    return preferred_range if preferred_range and weights[preferred_range] else None
