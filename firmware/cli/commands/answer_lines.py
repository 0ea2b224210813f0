"""Answers for a person at a terminal: a block for each, the most important lines first."""

from collections.abc import Iterator

from firmware.console.text.clean_text import clean_words
from firmware.core.vocabulary.panel import Text
from firmware.shell.why.answer import Answer
from firmware.shell.words.words import Words

INDENT = "  "


def answer_lines(answer: Answer, words: Words) -> Iterator[str]:
    """Yield the subject and, indented, notes, results, reckoning, sentences and records."""
    yield _rendered(answer.subject, words)
    for text in (*answer.notes, *answer.results, *answer.reckoning):
        yield INDENT + _rendered(text, words)
    for sentence in answer.sentences:
        values = {
            "article": ", ".join(sentence.articles),
            "sentence": sentence.words(words.language),
            "id": sentence.id,
        }
        key = "answer.by_article" if sentence.articles else "answer.by_table"
        yield INDENT + words.render(Text(key, values))
    if not answer.sentences:
        yield INDENT + words.render(Text("answer.no_sentence"))
    records = {"records": ", ".join(map(str, answer.records))}
    yield INDENT + words.render(Text("answer.records", records))


def _rendered(text: Text, words: Words) -> str:
    return clean_words(words, text.key, **text.values)
