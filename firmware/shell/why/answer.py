"""The answer to "why?", as JSON and as the source of its words."""

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.shell.rules.rule_book import BookSentence


class CitedSentence(msgspec.Struct, frozen=True):
    """A sentence of the posted rules."""

    id: str
    articles: tuple[str, ...]
    fr: str
    en: str

    @classmethod
    def of_book(cls, sentence: BookSentence) -> "CitedSentence":
        """Return a sentence of the book."""
        return cls(sentence.id, tuple(sentence.articles), sentence.fr, sentence.en)

    def words(self, language: str) -> str:
        """Return it in a language; in English for a reader of another than these two."""
        return self.fr if language == "fr" else self.en


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why one bet was settled as it was, or the reason of a message."""

    subject: Text
    """The ruling that is explained, in the words of a recalled round."""
    sentences: tuple[CitedSentence, ...] = ()
    """Of the rules in force in that round, in the order of the posted sheet."""
    reckoning: tuple[Text, ...] = ()
    """Steps with the round's own amounts; if they do not lead to the ruling, that fact alone."""
    records: tuple[int, ...] = ()
    """The numbers of the records that it was made from."""
    notes: tuple[Text, ...] = ()
    """That it was undone, voided, corrected or amended: read first."""
    results: tuple[Text, ...] = ()
    """The hands or the result that decided it, as they were announced."""
    differs: bool = False
    """Whether the reckoning does not lead to the ruling."""
    place: Place | None = None
    """Of a settled bet."""
    bettor: str | None = None


class RoundAnswers(msgspec.Struct, frozen=True):
    """The answers of one round: its bets, then its messages, each in the order of its story."""

    round: int
    game: str
    answers: tuple[Answer, ...]
