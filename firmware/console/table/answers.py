"""Answers for a person: a block for each, the most important lines first."""

from collections.abc import Iterator
from typing import Final

from firmware.console.text.clean_text import clean_text, clean_words
from firmware.shell.why.spoken_answer import SpokenAnswer, SpokenSentence
from firmware.shell.words.words import Words

INDENT: Final = "  "


def answer_lines(answer: SpokenAnswer, words: Words) -> Iterator[str]:
    """Yield the subject and, indented, notes, results, reckoning, sentences and records."""
    yield clean_text(answer.subject)
    for line in (*answer.notes, *answer.results, *answer.reckoning):
        yield INDENT + clean_text(line)
    for sentence in answer.sentences:
        yield INDENT + _sentence_line(sentence, words)
    if not answer.sentences:
        yield INDENT + clean_words(words, "answer.no_sentence")
    records = ", ".join(map(str, answer.records))
    yield INDENT + clean_words(words, "answer.records", records=records)


def _sentence_line(sentence: SpokenSentence, words: Words) -> str:
    key = "answer.by_article" if sentence.articles else "answer.by_table"
    articles = ", ".join(sentence.articles)
    return clean_words(words, key, article=articles, sentence=sentence.words, id=sentence.id)
