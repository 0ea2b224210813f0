"""Phrases are set as their language has it, and are short enough for the displays."""

import re
from string import Formatter

import pytest

from drivers.displays.typesetting import lay_out_rows
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.shell.spoken_words import KEYS, TEMPLATES, spoken_keys, widest


def badly_set(phrase: str) -> list[str]:
    """Return where a French phrase could break, or has no space, before : ; ? ! » and after «.

    The colon of a time of day stands between its figures, that of an address between capitals; what
    is to be typed is as it is.
    """
    said = re.sub(r"`[^`]*`", "", phrase)
    return re.findall(r"(?!\d:\d|[A-Z]:[A-Z])[^\u00a0][:;?!»]|«[^\u00a0]", said)


@each("phrase", ["Place : 3", "Place: 3", "Quoi ?", "«\u00a0oui »", "« oui\u00a0»"])
def test_badly_set_phrase_is_noticed(phrase: str) -> None:
    assert badly_set(phrase)


IN_A_BROWSER = ("web.", "pit.", "class.", "school.", "drill.", "hall.screen.")
AT_A_SHELL = "command."
BESIDE_THE_BOOK = "answer."
"""Printed with sentences of the rule book, whose apostrophe they have."""
WELL_SET = (*IN_A_BROWSER, AT_A_SHELL, BESIDE_THE_BOOK)


def phrases(language: str) -> list[str]:
    return [
        p for template in TEMPLATES[language].values() for p in (template.singular, template.plural)
    ]


def spelt_with(*keys: str) -> set[str]:
    """Return the letters of these templates, besides those of ASCII that can be seen."""
    found = (TEMPLATES[language][key] for language in TEMPLATES for key in keys)
    written = [phrase for template in found for phrase in (template.singular, template.plural)]
    literals = "".join(text for phrase in written for text, *_ in Formatter().parse(phrase))
    return {letter for letter in literals if not (letter.isascii() and letter.isprintable())}


def test_french_marks_never_break() -> None:
    assert [phrase for phrase in phrases("fr") if badly_set(phrase)] == []


def test_english_marks_have_no_space() -> None:
    assert [phrase for phrase in phrases("en") if re.search(r"\s[:;?!,.]", phrase)] == []


FEW = set("\u00a0ÀÉÊÛàâçéèêîïôùûÁÃÇÍÓÔÚáãíóõúª×♠♥♦♣…→")


def test_words_use_few_characters() -> None:
    assert spelt_with(*(key for key in KEYS if not key.startswith(WELL_SET))) <= FEW


def test_browser_and_shell_use_more() -> None:
    assert spelt_with(*(key for key in KEYS if key.startswith(WELL_SET))) <= FEW | set("«»“”œ’·")


UNSHOWN = (
    *(
        "adopt.",
        "chances.",
        "config.",
        "console.",
        "disk.",
        "evidence.",
        "floor.",
        "hall.sheet.",
        "journal.why.",
        "pit.",
        "posted.",
        "simulations.",
        "slots.",
        "steps.",
    ),
    *("takeover.", "technician.", "theory.", "wiring."),
    *("linked.keeper.", "linked.line.", "linked.recover.", "linked.store_fails", "linked.terms."),
    *WELL_SET,
)
"""Words of commands, consoles, pages and posted sheets; the table's displays never show them."""


@pytest.mark.clause("ANZ 1.29.8")
@each("words, key", [case for case in spoken_keys() if not case[1].startswith(UNSHOWN)])
def test_phrase_fits_two_screens_uncut(words: Words, key: str) -> None:
    said = words.render(widest(key, TEMPLATES[words.language][key].placeholders))
    screens = lay_out_rows((said,)).screens
    assert len(screens) <= 2
    assert " ".join(row for screen in screens for row in screen) == said


@each("words, key", spoken_keys("config."))
def test_configuration_fault_is_one_line(words: Words, key: str) -> None:
    assert len(words.render(widest(key, TEMPLATES[words.language][key].placeholders))) <= 140
