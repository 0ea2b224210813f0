"""Every answer of one recalled round: its settled bets, its pots and its messages."""

from collections.abc import Iterable, Iterator
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import (
    Announced,
    BetSettled,
    CommissionCollected,
    FaultShown,
    LateBet,
    PaymentUnseen,
    Refused,
    RoundVoided,
)
from firmware.shell.recall import RecalledRound, RoundItem
from firmware.shell.recall.text import item_texts
from firmware.shell.why.answer import Answer, CitedSentence, RoundAnswers
from firmware.shell.why.bet_answers import BetAnswers
from firmware.shell.why.pot_answers import pot_answers
from firmware.shell.why.rules_in_force import RulesInForce, rules_in_force

ROUTINE: Final = frozenset({"announce.place_your_bets", "announce.no_more_bets"})
"""Announced in every round: nobody asks why."""


def round_answers(recalled_round: RecalledRound) -> RoundAnswers:
    """Return the answers of a round: those of its bets and pots, then of its messages. Raises
    RulesError if its rule pack is missing.
    """
    rules = rules_in_force(recalled_round.decided_by)
    bet_answers = BetAnswers(recalled_round, rules)
    of_bets = (
        bet_answers.answer(item, item.ruling)
        for item in recalled_round.story
        if isinstance(item.ruling, BetSettled)
    )
    of_pots = pot_answers(recalled_round.story, rules)
    answers = (*of_bets, *of_pots, *_message_answers(recalled_round.story, rules))
    return RoundAnswers(recalled_round.number, recalled_round.game, answers)


def _message_answers(story: Iterable[RoundItem], rules: RulesInForce) -> Iterator[Answer]:
    """Yield an answer for each refusal, alarm, announcement or incident that a sentence explains;
    one for all that are alike.
    """
    alike: dict[tuple[str, str], list[RoundItem]] = {}
    for item in story:
        key = _message_key(item)
        if key is not None and key not in ROUTINE:
            alike.setdefault((key, repr(item.ruling)), []).append(item)
    for (key, _), items in alike.items():
        sentences = tuple(map(CitedSentence.of_book, rules.sentences_for({key})))
        if sentences:
            yield _message_answer(items, sentences)


def _message_answer(items: list[RoundItem], sentences: tuple[CitedSentence, ...]) -> Answer:
    is_undone = all(item.undone for item in items)
    return Answer(
        subject=next(item_texts(items[0])),
        sentences=sentences,
        records=tuple(dict.fromkeys(item.record for item in items)),
        notes=(Text("answer.undone"),) if is_undone else (),
    )


def _message_key(item: RoundItem) -> str | None:
    """Return the message of an item: its own, or the prompt or refusal that an incident causes."""
    match item.ruling:
        case Refused(why=message) | FaultShown(why=message) | Announced(words=message):
            return message.key
        case LateBet():
            return "prompt.resolve_late"
        case PaymentUnseen():
            return "why.payment_unseen"
        case CommissionCollected():
            return "prompt.collect_commission"
        case RoundVoided():
            return "why.round_voided"
    return None
