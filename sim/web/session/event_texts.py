"""The entries of the journal for a page, in words of every language."""

from collections.abc import Iterable, Iterator, Mapping

from firmware.core.vocabulary.panel import Text
from firmware.shell.recall.round_record import RoundItem
from firmware.shell.recall.text import is_marked_undone, item_texts
from firmware.shell.words.templates import WordsError
from firmware.shell.words.words import Words
from sim.web.messages.messages_out import EventMessage
from sim.web.recording.event_origin import EventOrigins


def event_messages(
    entries: Iterable[RoundItem], words: Mapping[str, Words], event_origins: EventOrigins
) -> Iterator[EventMessage]:
    """Yield the entries that there are words for, in their order."""
    for journal_entry in entries:
        lines = tuple(item_texts(journal_entry))
        if lines:
            yield EventMessage(
                record=journal_entry.record,
                wall=journal_entry.wall,
                event_kind=event_origins.event_kind(journal_entry),
                name=_event_name(journal_entry),
                text_by_language={
                    language: _entry_text(lines, journal_entry, language_words)
                    for language, language_words in words.items()
                },
                at_ms=journal_entry.at_ms,
                parts=event_origins.parts(journal_entry),
                undone=journal_entry.undone,
            )


def render_text(words: Words, text: Text) -> str:
    """Render a text; the key of another program's words is shown as a key."""
    try:
        return words.render(text)
    except WordsError:
        return text.key


def _entry_text(lines: Iterable[Text], journal_entry: RoundItem, words: Words) -> str:
    texts = (
        Text("recall.undone", {"words": render_text(words, line)})
        if is_marked_undone(journal_entry)
        else line
        for line in lines
    )
    return "\n".join(render_text(words, line) for line in texts)


def _event_name(journal_entry: RoundItem) -> str:
    if event_or_ruling := journal_entry.event or journal_entry.ruling:
        return str(event_or_ruling.__struct_config__.tag)
    return "card" if journal_entry.card else "setting" if journal_entry.setting else "note"
