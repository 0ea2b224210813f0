"""How a game is played, on its sheet: a section a part, each sentence with its articles."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.rules.rule_book import PARTS, BookSentence, table_sentences
from firmware.shell.words.text_table import PrintedSheet, SheetSection, column_headings
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
    for part in PARTS:
        in_part = [
            sentence
            for sentence in sentences
            if sentence.part == part and (sentence.holds(options) or not of_one_table)
        ]
        if in_part:
            title = words.render(Text(PART_TITLES[part]))
            sentence_words = [_sentence_words(sentence, options, words) for sentence in in_part]
            yield _part_section(title, in_part, sentence_words, words)


def every_table_sheet(words: Words) -> PrintedSheet:
    """Return the rules that hold at every table, whatever its game."""
    sections = []
    for part in PARTS:
        in_part = [sentence for sentence in table_sentences() if sentence.part == part]
        title = words.render(Text("sheet.book.everywhere", {"part": Text(PART_TITLES[part])}))
        sentence_words = [sentence.words(words.language) for sentence in in_part]
        sections.append(_part_section(title, in_part, sentence_words, words))
    return PrintedSheet(words.render(Text("sheet.book.every_table")), (), tuple(sections))


def _part_section(
    title: str, sentences: Sequence[BookSentence], sentence_words: Sequence[str], words: Words
) -> SheetSection:
    articles = (", ".join(sentence.articles) for sentence in sentences)
    return SheetSection(
        title,
        column_headings(words, "sheet.rule", "sheet.article"),
        tuple(zip(sentence_words, articles, strict=True)),
        row_ids=tuple(sentence.id for sentence in sentences),
    )


def _sentence_words(sentence: BookSentence, options: Mapping[str, Any], words: Words) -> str:
    sentence_words = sentence.words(words.language)
    if sentence.holds(options):
        return sentence_words
    return words.render(Text("sheet.may", {"what": sentence_words}))
