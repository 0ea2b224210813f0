"""The dealer's page says the same to a dealer of either language."""

import re
import tomllib

from firmware.shell.words.languages import languages_with
from firmware.shell.words.word_files import file_content
from tests.kits.paths import ROOT

PAGES = {"fr": "croupier.md", "en": "dealer.md"}
POKER_ROOM = (ROOT / "docs" / "en" / "poker-room.md").read_text(encoding="utf-8")
TEXTS = {
    n: (ROOT / "docs" / n / PAGES[n]).read_text(encoding="utf-8")
    for n in languages_with("commands")
}


def labels(language: str) -> dict[str, str]:
    """The keys by what stands on them; those of chips, of digits and of decisions are not named."""
    words = tomllib.loads(file_content(language, "screens"))
    at_poker = tomllib.loads(file_content(language, "games"))["at"]["poker-room"]
    keys = [*words["ui"]["key"].items(), *at_poker["ui"]["key"].items()]
    return {label: name for name, label in keys if not name.startswith(("chip_", "digit_"))}


def in_capitals(text: str) -> set[str]:
    prose = re.sub(r"`[^`]*`|^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return set(re.findall(r"\b[A-ZÀ-Ü]{3,}\b", prose))


def named(language: str) -> set[str]:
    """The keys that a page names, the longest labels first: CUT CARD is no CARD."""
    known = labels(language)
    said = sorted(known, key=len, reverse=True)
    found = re.findall(rf"(?<!\w)({'|'.join(map(re.escape, said))})(?!\w)", TEXTS[language])
    return {known[label] for label in found}


def shape(text: str) -> list[str]:
    """Return the sections, points and rows of a page, without their words."""
    return re.findall(r"^(?:#+ |- |\|)", text, re.MULTILINE)


def test_both_languages_say_the_same() -> None:
    french, english = (shape(TEXTS[language]) for language in languages_with("commands"))
    assert french == english


def test_languages_name_the_same_keys() -> None:
    french, english = map(named, languages_with("commands"))
    assert french == english
    assert {"confirm", "dice_changed", "place"} <= french


def test_capital_words_are_on_a_key() -> None:
    for language, text in TEXTS.items():
        said = set(" ".join(labels(language)).replace("'", " ").split())
        assert in_capitals(text) - said - {"CHIP", "JETON"} == set()


def test_poker_keys_have_english_labels() -> None:
    at_poker = tomllib.loads(file_content("en", "games"))["at"]["poker-room"]["ui"]["key"]
    said = set(" ".join([*labels("en"), *at_poker.values()]).split())
    assert in_capitals(POKER_ROOM) - said - {"ADR", "TOURNAMENT"} == set()
