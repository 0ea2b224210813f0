"""Answers in the words of one language, for a reader that has none itself."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.panel import Text
from firmware.shell.history.setting_words import setting_words
from firmware.shell.recall import RecalledRound
from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.why.answer import Answer, CitedSentence
from firmware.shell.why.round_answers import round_answers
from firmware.shell.why.rules_in_force import RulesInForce
from firmware.shell.words.templates import WordsError
from firmware.shell.words.words import Words


class SpokenSentence(msgspec.Struct, frozen=True):
    """A sentence of the posted rules."""

    id: str
    articles: tuple[str, ...]
    words: str


class SpokenAnswer(msgspec.Struct, frozen=True):
    """An answer, each text rendered; the fields are those of `Answer`."""

    subject: str
    notes: tuple[str, ...]
    results: tuple[str, ...]
    reckoning: tuple[str, ...]
    sentences: tuple[SpokenSentence, ...]
    records: tuple[int, ...]
    differs: bool
    spot: int | None
    on: str | None
    bettor: str | None


class SpokenRound(msgspec.Struct, frozen=True):
    """The answers of a round; `fault` is the reason if there are none."""

    round: int
    game: str
    test: bool
    ended: bool
    answers: tuple[SpokenAnswer, ...] = ()
    fault: str = ""


class SpokenRounds(msgspec.Struct, frozen=True):
    """The answer to a client of the control socket."""

    rounds: tuple[SpokenRound, ...]


def spoken_rounds(rounds: Iterable[RecalledRound], words: Words) -> SpokenRounds:
    """Return the answers of rounds, each in the words of its table and house."""
    return SpokenRounds(tuple(spoken_round(recalled_round, words) for recalled_round in rounds))


def spoken_round(recalled_round: RecalledRound, words: Words) -> SpokenRound:
    """Return the answers of a round in the words of its table and house; why there are none, if its
    rule pack is missing.
    """
    unanswered = SpokenRound(
        recalled_round.number,
        recalled_round.game,
        test=recalled_round.test,
        ended=recalled_round.ended is not None,
    )
    try:
        answers = round_answers(recalled_round).answers
    except RulesError as refused:
        return replace(unanswered, fault=words.render(refused.why))
    round_words = setting_words(recalled_round.decided_by, words)
    return replace(
        unanswered, answers=tuple(spoken_answer(answer, round_words) for answer in answers)
    )


def spoken_answer(answer: Answer, words: Words) -> SpokenAnswer:
    """Return an answer in these words."""

    def rendered(texts: Iterable[Text]) -> tuple[str, ...]:
        return tuple(_rendered(text, words) for text in texts)

    return SpokenAnswer(
        subject=_rendered(answer.subject, words),
        notes=rendered(answer.notes),
        results=rendered(answer.results),
        reckoning=rendered(answer.reckoning),
        sentences=tuple(spoken_sentence(sentence, words.language) for sentence in answer.sentences),
        records=answer.records,
        differs=answer.differs,
        spot=answer.place.spot if answer.place else None,
        on=answer.place.on if answer.place else None,
        bettor=answer.bettor,
    )


def message_sentences(
    messages: Iterable[str], rules: RulesInForce, language: str
) -> dict[str, tuple[SpokenSentence, ...]]:
    """Return the sentences that explain each of these messages, by its key."""
    return {
        message: tuple(
            spoken_sentence(CitedSentence.of_book(sentence), language)
            for sentence in rules.sentences_for({message})
        )
        for message in messages
    }


def spoken_sentence(sentence: CitedSentence, language: str) -> SpokenSentence:
    """Return a sentence in one language."""
    return SpokenSentence(sentence.id, sentence.articles, sentence.words(language))


def _rendered(text: Text, words: Words) -> str:
    """Return the words of a text; its key if they are of another program."""
    try:
        return words.render(text)
    except WordsError:
        return text.key
