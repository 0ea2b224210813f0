"""The entries of the journal for a page, in words of every language."""

from collections.abc import Iterable, Iterator, Mapping

from firmware.core.vocabulary.panel import Text
from firmware.shell.recall.round_record import Told
from firmware.shell.recall.text import in_words
from firmware.shell.words.templates import WordsError
from firmware.shell.words.words import Words
from sim.web.messages.messages_out import EventTold
from sim.web.recording.event_origin import Causes


def events_told(
    entries: Iterable[Told], words: Mapping[str, Words], causes: Causes
) -> Iterator[EventTold]:
    """Yield the entries that there are words for, in their order."""
    for told in entries:
        lines = tuple(in_words(told))
        if lines:
            yield EventTold(
                record=told.record,
                wall=told.wall,
                kind=causes.kind(told),
                name=_name(told),
                said={language: _lines(lines, told, by) for language, by in words.items()},
                at_ms=told.at_ms,
                parts=causes.parts(told),
                undone=told.undone,
            )


def said(words: Words, text: Text) -> str:
    """Render a text; the key of another program's words is shown as a key."""
    try:
        return words.say(text)
    except WordsError:
        return text.key


def _lines(lines: Iterable[Text], told: Told, words: Words) -> str:
    told_lines = (
        Text("recall.undone", {"words": said(words, line)}) if told.undone else line
        for line in lines
    )
    return "\n".join(said(words, line) for line in told_lines)


def _name(told: Told) -> str:
    if what := told.event or told.ruling:
        return type(what).__name__
    return "card" if told.card else "setting" if told.setting else "note"
