"""A drill as its pages read it, in every language. Its solution is in it once it is marked."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.why.answer import Answer
from firmware.shell.why.spoken_answer import SpokenSentence, spoken_sentence
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.words import Words
from sim.web.drills.question import FAMILY_KEYS, Family, Question, QuestionBet, Solution
from sim.web.messages.school_messages import MarkMessage

TextsByLanguage = dict[str, str]
DrillState = Literal["drawing", "open", "marked", "failed"]
"""`failed`: no question could be drawn, by the rules of this house."""


class BetMessage(msgspec.Struct, frozen=True):
    """A bet of the question."""

    bet: TextsByLanguage
    amount: TextsByLanguage
    chips: int | None = None
    """The number of colour chips, if the player has such."""


class QuestionMessage(msgspec.Struct, frozen=True):
    """A question as it is put."""

    game: str
    bets: tuple[BetMessage, ...]
    seen: dict[str, tuple[str, ...]]
    task: TextsByLanguage
    colour: TextsByLanguage | None = None
    """The value of a colour chip."""


class SubjectMessage(msgspec.Struct, frozen=True):
    """How the trainee does in a subject."""

    game: str
    family: TextsByLanguage
    box: int
    rights: int
    """Of the last payments, at most twenty."""
    count: int
    mean_millis: int | None = None


class DrillMessage(msgspec.Struct, frozen=True):
    """The drill that is under way."""

    number: int
    """Of the question, from 1."""
    state: DrillState
    level: int
    timed: bool
    rights: int
    """Right payments of this drill."""
    question: QuestionMessage | None = None
    mark: MarkMessage | None = None
    """With the reckoning and the sentences; None before the payment."""
    verdict: TextsByLanguage | None = None
    family: TextsByLanguage | None = None
    """Only with the mark: it may give the amount away."""
    box: int | None = None
    """The box that the subject is in after the mark."""
    mean_millis: int | None = None
    """The trainee's own time before, if the drill is timed and he has one."""
    subjects: tuple[SubjectMessage, ...] = ()


def in_languages(text: Text, words: Mapping[str, Words]) -> TextsByLanguage:
    """Return a text in each language."""
    return {language: its_words.render(text) for language, its_words in words.items()}


def family_words(family: Family) -> TextsByLanguage:
    """Return a family's name in each language."""
    return {
        language: Words.load(language).render(Text(FAMILY_KEYS[family])) for language in LANGUAGES
    }


def question_message(question: Question, words: Mapping[str, Words]) -> QuestionMessage:
    """Return a question in each language; a text that was seen twice is there once."""
    seen = {
        language: tuple(dict.fromkeys(map(its_words.render, question.seen)))
        for language, its_words in words.items()
    }
    return QuestionMessage(
        question.game,
        tuple(_bet_message(bet, words) for bet in question.bets),
        seen,
        in_languages(question.task, words),
        None if question.colour_cents is None else _money(question.colour_cents, words),
    )


def _bet_message(bet: QuestionBet, words: Mapping[str, Words]) -> BetMessage:
    return BetMessage(in_languages(bet.words, words), _money(bet.cents, words), bet.chips)


def _money(cents: Cents, words: Mapping[str, Words]) -> TextsByLanguage:
    return {language: its_words.short_money(cents) for language, its_words in words.items()}


def reckoning_texts(question: Question, solution: Solution) -> Iterator[Text]:
    """Yield the steps to an amount: of several bets each with its name, and the amount itself."""
    has_several = len(solution.answers) == len(question.bets) > 1
    for index, answer in enumerate(solution.answers):
        for step in answer.reckoning:
            if has_several:
                yield Text("drill.step", {"on": question.bets[index].words, "step": step})
            else:
                yield step
    yield Text("drill.answer", {"cents": solution.cents})


def explanation(
    question: Question, solution: Solution, words: Mapping[str, Words]
) -> dict[str, Any]:
    """Return the fields of a mark that explain its amount, in each language."""
    texts = list(reckoning_texts(question, solution))
    return {
        "reckoning": {
            language: tuple(dict.fromkeys(map(its_words.render, texts)))
            for language, its_words in words.items()
        },
        "articles": {language: _sentences(solution.answers, language) for language in words},
    }


def _sentences(answers: Iterable[Answer], language: str) -> tuple[SpokenSentence, ...]:
    spoken = (
        spoken_sentence(sentence, language) for answer in answers for sentence in answer.sentences
    )
    return tuple({sentence.id: sentence for sentence in spoken}.values())


def verdict_text(mark: MarkMessage) -> Text:
    """Return how a payment was: right, short or over, by how much."""
    difference = Cents((mark.felt_cents or 0) - (mark.due_cents or 0))
    if difference < 0:
        return Text("drill.verdict.short", {"cents": Cents(-difference)})
    if difference > 0:
        return Text("drill.verdict.over", {"cents": difference})
    return Text("drill.verdict.right")
