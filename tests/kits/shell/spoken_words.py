"""The words of every language, and values as wide as a table knows them."""

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.languages import FILES_OF_LANGUAGE, LANGUAGES
from firmware.shell.words.templates import (
    file_templates,
    read_templates,
)
from firmware.shell.words.words import Words

TEMPLATES = {language: read_templates(language) for language in LANGUAGES}
KEYS = sorted(TEMPLATES["fr"])
FRENCH, ENGLISH, PORTUGUESE = (Words.load(language) for language in LANGUAGES)
SPOKEN = {
    language: {
        key for file in FILES_OF_LANGUAGE[language] for key in file_templates(language, file)
    }
    for language in LANGUAGES
}
"""The keys of each language's own words."""


def spoken_keys(*beginnings: str) -> list[tuple[Words, str]]:
    """Return each language with each key of its own that begins so."""
    languages = map(Words.load, LANGUAGES)
    return [
        (words, key)
        for words in languages
        for key in KEYS
        if key in SPOKEN[words.language] and key.startswith(beginnings or ("",))
    ]


WIDE = {
    "odds": "8:1",
    "index": 3,
    "card": "TH",
    "player": "TH TD TC",
    "banker": "TH TD TC",
    "on": Text("bet.tie"),
    "hand": Text("hand.banker"),
    "spot": 14,
    "part": Text("part.payout_display"),
    "key": "no_more_bets",
    "door": "logic",
    "fault": Text("fault.impossible_card"),
    "remedy": Text("remedy.impossible_card"),
    "outcome": Text("outcome.surrender"),
    "count": 21,
    "code": "E3",
    "batch": "2026-11",
}
"""Values as wide as a table knows them."""


def widest(key: str, names: frozenset[str]) -> Text:
    def value(name: str) -> str | int | Text:
        return WIDE.get(name, 123_456_750 if name.endswith("cents") else 416)

    return Text(key, {name: value(name) for name in names})
