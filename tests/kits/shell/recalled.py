"""Rounds that are recalled, as lines and cards, and a reader that counts what is read for them."""

from collections.abc import Iterator

from firmware.console.table.rounds import RoundRenderer
from firmware.core.vocabulary.rulings import (
    Ruling,
)
from firmware.shell.journal import JournalReader, NumberedRecord
from firmware.shell.recall import RecalledRound
from firmware.shell.words.words import Words

WORDS = {language: Words.load(language) for language in ("fr", "en")}


def rulings_of(rounds: tuple[RecalledRound, ...]) -> Iterator[Ruling]:
    """Yield what was ruled and not taken back."""
    return (t.ruling for recalled in rounds for t in recalled.story if t.ruling and not t.undone)


def faces(recalled: RecalledRound) -> list[str | None]:
    return [part.card.card for part in recalled.story if part.card]


def lines(recalled: RecalledRound, language: str = "fr") -> list[str]:
    return [line.plain for line in RoundRenderer(WORDS[language]).round_lines(recalled)]


class Counted:
    """A reader that counts the segments that are read of it."""

    def __init__(self, reader: JournalReader) -> None:
        self._reader = reader
        self.read: list[int] = []

    def segments(self) -> tuple[int, ...]:
        return self._reader.segments()

    def segment_records(self, number: int) -> Iterator[NumberedRecord]:
        self.read.append(number)
        return self._reader.segment_records(number)
