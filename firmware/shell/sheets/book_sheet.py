"""How a game is played, on its sheet: a section a part, each sentence with its articles."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.rules.rule_book import PARTS, BookSentence
from firmware.shell.words.text_table import SheetSection, column_headings
from firmware.shell.words.words import Words

PART_TITLES: Final[Mapping[str, str]] = {
    "bets": "sheet.book.bets",
    "play": "sheet.book.play",
    "result": "sheet.book.result",
    "irregular": "sheet.book.irregular",
    "device": "sheet.book.device",
}


def book_sections(
    sentences: Sequence[BookSentence],
    options: Mapping[str, Any],
    words: Words,
    *,
    of_one_table: bool,
) -> Iterator[SheetSection]:
    """Yield the parts at a table with these options; of no certain table, with the sentences of
    other options too, if it shows them.
    """
    columns = column_headings(words, "sheet.rule", "sheet.article")
    for part in PARTS:
        rows = tuple(
            (_sentence_words(sentence, options, words), ", ".join(sentence.articles))
            for sentence in sentences
            if sentence.part == part and (sentence.holds(options) or not of_one_table)
        )
        if rows:
            yield SheetSection(words.render(Text(PART_TITLES[part])), columns, rows)


def _sentence_words(sentence: BookSentence, options: Mapping[str, Any], words: Words) -> str:
    sentence_words = sentence.words(words.language)
    if sentence.holds(options):
        return sentence_words
    return words.render(Text("sheet.may", {"what": sentence_words}))
