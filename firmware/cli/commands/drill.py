"""`croupier drill`: questions on payouts at a prompt, marked at once; Ctrl-C ends with a tally."""

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Final

from firmware.core.vocabulary.labels import GAME_LABELS
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words

if TYPE_CHECKING:
    from sim.web.drills.question import Question, SolvedQuestion
    from sim.web.messages.school_messages import MarkMessage

PROMPT: Final = "> "


def drill(words: Words, game: str | None = None, *, seed: int | None = None) -> int:
    """Ask until the input ends. Raises RequestFailed if there is no drill of the game."""
    from sim.web.drills.boxes import Boxes  # a table's release goes without the page
    from sim.web.drills.drill import payment_mark
    from sim.web.drills.game_setup import HOMES
    from sim.web.drills.question_source import QuestionSource

    house = HOMES.with_game(game) if game else HOMES
    source, boxes = QuestionSource(Random(seed)), Boxes()  # noqa: S311 - a drill is no secret
    marks = []
    with suppress(KeyboardInterrupt, EOFError):
        while True:
            drawn = source.draw(house.games, boxes.level, boxes.due_subject(house.games))
            solved = drawn.solve()
            game_words = house.words_of(drawn.subject.game)[words.language]
            _print_lines(_question_lines(solved.question, game_words))
            began = time.monotonic()
            paid_cents = _read_amount(game_words)
            millis = round(1000 * (time.monotonic() - began))
            mark = payment_mark(drawn.subject, solved.solution.cents, paid_cents, millis)
            boxes.add(mark)
            marks.append(mark)
            _print_lines(_mark_lines(solved, mark, game_words))
    rights = sum(mark.verdict == "right" for mark in marks)
    print()
    print(words.render(Text("drill.tally", {"rights": rights, "done": len(marks)})))
    return 0


def _print_lines(lines: Iterable[str]) -> None:
    print()
    for line in lines:
        print(line)


def _read_amount(words: Words) -> int:
    """Return the amount that is typed next. Raises EOFError at the end of the input."""
    while True:
        cents = words.parsed_money(input(PROMPT).strip())
        if cents is not None and cents >= 0:
            return cents
        print(words.render(Text("drill.choice.no_amount")))


def _question_lines(question: "Question", words: Words) -> Iterator[str]:
    yield words.render(Text(GAME_LABELS[question.game]))
    for bet in question.bets:
        chips = f" ({bet.chips} × {words.short_money(question.colour_cents or 0)})"
        amount = words.short_money(bet.cents)
        step = amount if bet.chips is None else amount + chips
        yield f"  {words.render(Text('drill.step', {'on': bet.words, 'step': step}))}"
    yield from dict.fromkeys(f"  {words.render(text)}" for text in question.seen)
    yield words.render(question.task)


def _mark_lines(solved: "SolvedQuestion", mark: "MarkMessage", words: Words) -> Iterator[str]:
    from sim.web.drills.drill_message import reckoning_texts, verdict_text

    yield words.render(verdict_text(mark))
    steps = map(words.render, reckoning_texts(solved.question, solved.solution))
    yield from dict.fromkeys(f"  {step}" for step in steps)
    sentences = {
        sentence.id: f"  {', '.join(sentence.articles)}: {sentence.words(words.language)}"
        for answer in solved.solution.answers
        for sentence in answer.sentences
    }
    yield from sentences.values()
