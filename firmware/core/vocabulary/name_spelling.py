"""Names as people type them: every spelling of a name, and every look-alike, is the same player."""

from collections.abc import Callable, Iterable
from typing import Final
from unicodedata import category, normalize

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed

MAX_NAME_LETTERS: Final = 60
NAME_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789æœøłđðþßŋħŧı")
"""The letters of the Latin alphabets without their accents, in lower case, and the digits."""
NAME_MARKS: Final = frozenset(" '’‐-.,:·()")
LOOK_ALIKES: Final = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "ı": "l", "m": "rn", "w": "vv", "ð": "đ", "æ": "ae", "œ": "oe"}
)
"""Unicode's confusable characters (UTS 39), as far as a name may have them."""


def cleaned_name(typed_name: str) -> str:
    """Return a name in normal form. Raises RequestFailed if no screen can show it, or if it has
    letters of another alphabet than the Latin.
    """
    cleaned = " ".join(normalize("NFKC", typed_name).split())
    if not (
        _is_of_letters(cleaned)
        and 0 < len(cleaned) <= MAX_NAME_LETTERS
        and not any(category(letter) == "Cc" for letter in typed_name)
    ):
        raise RequestFailed(Text("hall.name", {"most": MAX_NAME_LETTERS}))
    return cleaned


def name_key(name: str) -> str:
    """Return the key that all spellings and look-alikes of a name share."""
    skeleton = normalize("NFKD", name.casefold()).translate(LOOK_ALIKES)
    return "".join(letter for letter in skeleton if letter.isalnum() or category(letter) == "Mn")


def name_resolver(known_names: Iterable[str]) -> Callable[[str], str]:
    """Return a function from a typed name to the known one, else to its normal form.

    The function raises RequestFailed.
    """
    names_by_key = {name_key(known_name): known_name for known_name in known_names}

    def resolve_name(typed_name: str) -> str:
        cleaned = cleaned_name(typed_name)
        return names_by_key.get(name_key(cleaned), cleaned)

    return resolve_name


def _is_of_letters(name: str) -> bool:
    letters = {normalize("NFD", letter)[0].lower() for letter in name} - NAME_MARKS
    return bool(letters) and letters <= NAME_LETTERS
