"""What is recalled, as lines and cards."""

from collections.abc import Iterator

from firmware.console.table.rounds import RoundTeller
from firmware.core.vocabulary.rulings import (
    Ruling,
)
from firmware.shell.recall import Round
from firmware.shell.words.words import Words

WORDS = {language: Words.load(language) for language in ("fr", "en")}


def rulings_of(rounds: tuple[Round, ...]) -> Iterator[Ruling]:
    """Yield what was ruled and not taken back."""
    return (t.ruling for told in rounds for t in told.story if t.ruling and not t.undone)


def faces(told: Round) -> list[str | None]:
    return [part.card.card for part in told.story if part.card]


def lines(told: Round, language: str = "fr") -> list[str]:
    return [line.plain for line in RoundTeller(WORDS[language]).lines(told)]
