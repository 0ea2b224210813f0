"""The configurations of all examples as texts, and what is said of them."""

from typing import Any

from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from tests.kits.paths import EXAMPLES

TEXTS = {path.name: path.read_text() for path in sorted(EXAMPLES.glob("*.toml"))}
WORDS = [Words.load(language) for language in languages_with("configuration")]


def said(texts: Any) -> list[str]:
    """Return texts in French, once they were said in both languages."""
    french, _ = ([words.render(text) for text in texts] for words in WORDS)
    return french
