"""Names as people type them: every spelling of a name is the same player."""

from collections.abc import Callable, Iterable
from typing import Final
from unicodedata import normalize

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed

MAX_NAME_LETTERS: Final = 60


def cleaned_name(typed_name: str) -> str:
    """Return a name in normal form. Raises RequestFailed if no screen can show it."""
    cleaned = " ".join(normalize("NFC", typed_name).split())
    if not (cleaned.isprintable() and 0 < len(cleaned) <= MAX_NAME_LETTERS):
        raise RequestFailed(Text("hall.name", {"most": MAX_NAME_LETTERS}))
    return cleaned


def casefolded(typed_name: str) -> str:
    """Return the key that all spellings of a name share. Raises RequestFailed."""
    # casefold can take a normal form apart again
    return normalize("NFC", cleaned_name(typed_name).casefold())


def name_resolver(known_names: Iterable[str]) -> Callable[[str], str]:
    """Return a function from a typed name to the known one, else to its normal form.

    The function raises RequestFailed.
    """
    spellings = {casefolded(known_name): known_name for known_name in known_names}
    return lambda typed_name: spellings.get(casefolded(typed_name)) or cleaned_name(typed_name)
