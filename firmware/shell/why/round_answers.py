"""Every answer of one recalled round: its settled bets and its messages."""

from collections.abc import Iterator
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, BetSettled, FaultShown, Refused
from firmware.shell.recall import RecalledRound, RoundItem
from firmware.shell.recall.text import item_texts
from firmware.shell.why.answer import Answer, CitedSentence, RoundAnswers
from firmware.shell.why.bet_answers import BetAnswers
from firmware.shell.why.rules_in_force import RulesInForce, rules_in_force

ROUTINE: Final = frozenset({"announce.place_your_bets", "announce.no_more_bets"})
"""Announced in every round: nobody asks why."""


def round_answers(recalled_round: RecalledRound) -> RoundAnswers:
    """Return the answers of a round: those of its bets, then those of its messages. Raises
    RulesError if its rule pack is nowhere.
    """
    rules = rules_in_force(recalled_round.decided_by)
    bet_answers = BetAnswers(recalled_round, rules)
    of_bets = (
        bet_answers.answer(item, item.ruling)
        for item in recalled_round.story
        if isinstance(item.ruling, BetSettled)
    )
    of_messages = (
        answer for item in recalled_round.story for answer in _message_answers(item, rules)
    )
    answers = (*of_bets, *of_messages)
    return RoundAnswers(recalled_round.number, recalled_round.game, answers)


def _message_answers(item: RoundItem, rules: RulesInForce) -> Iterator[Answer]:
    """Yield the answer for a refusal, an alarm or an announcement, if a sentence explains it."""
    match item.ruling:
        case Announced(words=message) if message.key in ROUTINE:
            return
        case Refused(why=message) | FaultShown(why=message) | Announced(words=message):
            sentences = tuple(rules.sentences_for({message.key}))
            if sentences:
                notes = (Text("answer.undone"),) if item.undone else ()
                yield Answer(
                    subject=next(item_texts(item)),
                    sentences=tuple(map(CitedSentence.of_book, sentences)),
                    records=(item.record,),
                    notes=notes,
                )
