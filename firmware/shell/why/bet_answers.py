"""Why a bet was settled as it was: the answer of one line of a settlement."""

from collections.abc import Iterator

from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.keys import DECISION_WORDS, Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import (
    Announced,
    BetSettled,
    BetsLocked,
    Decided,
    RoundCorrected,
    RoundVoided,
)
from firmware.shell.recall import RecalledRound, RoundItem
from firmware.shell.rules.rule_book import BetOutcome
from firmware.shell.why.answer import Answer, CitedSentence
from firmware.shell.why.bet_results import (
    RESULT_PREFIXES,
    is_given_up,
    result_keys,
    result_texts,
)
from firmware.shell.why.reckoning import Reckoning, reckoned
from firmware.shell.why.rules_in_force import RulesInForce
from firmware.shell.why.settled_round import SettledRound
from firmware.shell.words.ruling_words import ruling_texts


class BetAnswers:
    """Answers for the bets of one recalled round, by the rules that were in force."""

    def __init__(self, recalled_round: RecalledRound, rules: RulesInForce) -> None:
        self._rules, self._game = rules, rules.game
        self._money = SettledRound.of_recalled(recalled_round, rules.game)
        self._story = recalled_round.story

    def answer(self, item: RoundItem, line: BetSettled) -> Answer:
        """Return the answer for a line, which is the ruling of this item of the story."""
        counts = self._money.has_line(line)
        reckoning = reckoned(line, self._money) if counts and _has_amounts(line) else None
        differs = reckoning is not None and not reckoning.agrees_with(line)
        sentences = (
            *self._rules.sentences_on(
                line,
                tuple(self._outcomes(line, reckoning)),
                result_keys(self._story),
                voided=self._money.is_voided,
            ),
            *self._rules.sentences_for({*self._costly_decisions(line)}),
        )
        return Answer(
            subject=next(ruling_texts(line)),
            sentences=tuple(map(CitedSentence.of_book, sentences)),
            reckoning=_reckoning_texts(line, reckoning) if counts else (),
            records=tuple(sorted({*self._records(line.bet.stack), item.record})),
            notes=tuple(self._notes(item, line)),
            results=result_texts(self._story, line.bet.place) if line.article and counts else (),
            differs=differs,
            place=line.bet.place,
            bettor=line.bet.bettor,
        )

    def _outcomes(self, line: BetSettled, reckoning: Reckoning | None) -> Iterator[BetOutcome]:
        yield line.outcome
        game, bet = self._game, line.bet
        owes = line.outcome == "win" and base_bet_name(bet.place.on) in game.rules.commission
        if owes or game.is_commission_prepaid(bet):
            yield "commission"
        if line.capped or (reckoning is not None and reckoning.is_capped):
            yield "maximum"
        if reckoning is not None and reckoning.is_rounded:
            yield "rounding"
        if reckoning is not None and reckoning.is_share:
            yield "share"
        if is_given_up(self._story, bet.place.spot, bet.bettor):
            yield "fold"

    def _costly_decisions(self, line: BetSettled) -> Iterator[str]:
        """Yield the message keys of the decisions that brought chips to this bet."""
        place, bettor = line.bet.stack
        for story_item in self._story:
            match story_item.ruling:
                case Decided(spot=place.spot, laid=laid, bettor=decider) as decided if (
                    place.on in laid and decider == bettor and not story_item.undone
                ):
                    yield DECISION_WORDS[Key(decided.do)]

    def _notes(self, item: RoundItem, line: BetSettled) -> Iterator[Text]:
        """Yield the facts that a reader has to know before the reckoning."""
        if item.undone:
            yield Text("answer.undone")
        elif not self._money.has_line(line):
            yield Text("answer.voided")
        for correction in self._corrections(line):
            values: TextValues = {
                "paid_cents": Cents(abs(correction.cents)),
                "why": correction.reason,
            }
            more = correction.cents > 0
            yield Text("answer.corrected_more" if more else "answer.corrected_less", values)
        declared = self._game.rules.bets.get(base_bet_name(line.bet.place.on))
        if declared is not None and declared.amends:
            yield Text("answer.amended", {"article": declared.article})
        if self._money.bank_spot:
            yield Text("answer.player_bank", {"spot": self._money.bank_spot})

    def _corrections(self, line: BetSettled) -> Iterator[RoundCorrected]:
        for story_item in self._story:
            match story_item.ruling:
                case RoundCorrected(place=place, bettor=bettor) as correction if (
                    place,
                    bettor,
                ) == line.bet.stack and not story_item.undone:
                    yield correction

    def _records(self, stack: Stack) -> Iterator[int]:
        """Yield the records of the bet's lock, of its spot's decisions, of the result and of the
        money that moved for it.
        """
        place, _ = stack
        for story_item in self._story:
            match story_item.ruling:
                case BetsLocked(bets=bets) if stack in {bet.stack for bet in bets}:
                    yield story_item.record
                case Decided(spot=place.spot):
                    yield story_item.record
                case Announced(words=words) if words.key.startswith(RESULT_PREFIXES):
                    yield story_item.record
                case RoundCorrected(place=corrected) if corrected == place:
                    yield story_item.record
                case RoundVoided():
                    yield story_item.record


def _has_amounts(line: BetSettled) -> bool:
    """Return whether a reader has given the amounts of a line."""
    return min(line.bet.cents, line.returned, line.paid, line.commission) >= 0


def _reckoning_texts(line: BetSettled, reckoning: Reckoning | None) -> tuple[Text, ...]:
    """Return the steps, if they lead to the ruling; else the two results alone."""
    if reckoning is None:
        return (Text("answer.amounts_unknown"),)
    if reckoning.agrees_with(line):
        return reckoning.steps
    amounts = {
        "returned_cents": line.returned,
        "paid_cents": line.paid,
        "commission_cents": line.commission,
        "due_returned_cents": reckoning.returned,
        "due_paid_cents": reckoning.paid,
        "due_commission_cents": reckoning.commission,
    }
    return (Text("answer.differs", amounts),)
