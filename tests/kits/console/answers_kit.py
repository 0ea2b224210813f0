"""Texts that a table may send, and the invariants of every page built from them."""

import re
import unicodedata
from typing import Any

from hypothesis import strategies as st

from firmware.console.text.clean_text import clean_text
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.languages import languages_with
from tests.kits.console.session_kit import COLUMNS, packed

__all__ = ["LANGUAGES", "fits", "plain", "texts", "words_of"]

LANGUAGES = languages_with("console")

BOX = re.compile("[\u2500-\u259f]")
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


def texts(most: int) -> st.SearchStrategy[str]:
    """Texts of every kind, also such as no table should send."""
    hostile = st.sampled_from("abc éÀ0.9-_:\x1b[31m\r\n\t\x00\u202e日\u0301")
    any_at_all = st.characters(codec="utf-8").filter(lambda character: not BOX.match(character))
    return st.one_of(st.text(hostile, max_size=most), st.text(any_at_all, max_size=most))


def fits(page: str) -> bool:
    """Whether a plain terminal of 80 columns shows the page as it is."""
    lines = page.split("\n")
    return (
        not BOX.search(page)
        and not CONTROL.search(page)
        and all(width(line) <= COLUMNS for line in lines)
    )


def width(line: str) -> int:
    from rich.cells import cell_len

    return cell_len(line)


def plain(text: str) -> str:
    """How a text is found in a packed page."""
    return packed(clean_text(unicodedata.normalize("NFC", text)))


def words_of(context: Any, key: str) -> str:
    return context.words.render(Text(key)).rstrip()
