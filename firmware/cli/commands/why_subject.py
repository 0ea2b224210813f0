"""`croupier why SUBJECT`: the sentences on an article or a message, or of an id; what proves them,
which code cites the article, and when it was last applied.
"""

from collections.abc import Callable, Iterator

from firmware.cli.args.errors import did_you_mean
from firmware.cli.sheets import print_sheet
from firmware.console.text.measures import local_time_text
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.journal import JournalReader
from firmware.shell.rules.rule_book import BookSentence, book_sentences, table_sentences
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.why.citing_code import citing_code, citing_numbers
from firmware.shell.why.last_applied import last_applied
from firmware.shell.words.text_table import PrintedSheet, SheetSection, column_headings
from firmware.shell.words.words import Words

EVERY_TABLE = Text("sheet.cited.every_table")

Books = list[tuple[Text, tuple[BookSentence, ...]]]
"""The sentences of each game by its name, and those of every table."""


def print_subject(
    subject: str,
    games: tuple[str, ...],
    rule_pack: RulePack,
    reader: JournalReader | None,
    words: Words,
) -> int:
    """Print the sheet of a subject. Raises RequestFailed if no sentence is about it."""
    books: Books = [(game_label(game), book_sentences(rule_pack, game)) for game in games]
    books.append((EVERY_TABLE, table_sentences()))
    found = _first_found(books, subject, words)
    if not found:
        raise RequestFailed(_unstated(books, subject, rule_pack))
    sections, title = found
    tables = {game: rule_pack.tables_of(game) for game in games if game in rule_pack.served_games}
    code = _code_section(subject, tables, words)
    lines = tuple(_application_lines(subject, reader, words))
    print_sheet(PrintedSheet(words.render(title), lines, (*sections, *code)))
    return 0


def _first_found(
    books: Books, subject: str, words: Words
) -> tuple[tuple[SheetSection, ...], Text] | None:
    """Return the sections of a subject: an article or else a sentence or else a message."""
    readings: tuple[tuple[str, Callable[[BookSentence], bool]], ...] = (
        ("sheet.cited.title", lambda sentence: subject in sentence.articles),
        ("sheet.cited.title_sentence", lambda sentence: subject == sentence.id),
        ("sheet.cited.title_message", lambda sentence: subject in sentence.messages),
    )
    for key, is_found in readings:
        sections = tuple(_sections(books, is_found, words))
        if sections:
            return sections, Text(key, {"article": subject, "subject": subject})
    return None


def _sections(
    books: Books, is_found: Callable[[BookSentence], bool], words: Words
) -> Iterator[SheetSection]:
    columns = column_headings(words, "sheet.rule", "sheet.cited.sentence", "sheet.cited.rounds")
    for name, sentences in books:
        rows = tuple(
            (
                sentence.words(words.language),
                "\n".join((sentence.id, ", ".join(sentence.articles))),
                "\n".join((*sentence.rounds, *sentence.tests)),
            )
            for sentence in sentences
            if is_found(sentence)
        )
        if rows:
            yield SheetSection(words.render(name), columns, rows)


def _code_section(
    article: str, tables: dict[str, dict[str, object]], words: Words
) -> Iterator[SheetSection]:
    """Yield the numbers of the pack by an article and the code that cites it, if there is any."""
    numbers = [(f"[{place}]", "") for place in citing_numbers(tables, article)]
    code = [(f"{place.file}:{place.line}", place.name) for place in citing_code(article)]
    if numbers or code:
        columns = column_headings(words, "sheet.cited.source", "sheet.cited.function")
        title = words.render(Text("sheet.cited.code"))
        yield SheetSection(title, columns, (*numbers, *code))


def _application_lines(article: str, reader: JournalReader | None, words: Words) -> Iterator[str]:
    """Yield when the article was last applied by a journal, if one is read."""
    if reader is not None:
        application = last_applied(reader, article)
        if application is None:
            yield words.render(Text("sheet.cited.never_applied", {"article": article}))
        else:
            date = local_time_text(application.wall, "%Y-%m-%d %H:%M:%S")
            values: TextValues = {"number": application.round, "record": application.record}
            yield words.render(Text("sheet.cited.applied", {**values, "date": date}))


def _unstated(books: Books, subject: str, rule_pack: RulePack) -> Text:
    """Return the refusal of a subject that no sentence is about, with the most similar one."""
    known = {
        known_subject
        for _, sentences in books
        for sentence in sentences
        for known_subject in (*sentence.articles, sentence.id, *sentence.messages)
    }
    values: TextValues = {"article": subject, "pack": rule_pack.name}
    nearest = did_you_mean(subject, sorted(known))
    if nearest is None:
        return Text("sheet.cited.none", values)
    return Text("sheet.cited.none_but", {**values, "hint": nearest})
