"""The rulings in words: one text for each that people see."""

from collections.abc import Iterator
from typing import Final

from firmware.core.poker_room.engine.ruling_text import room_ruling_texts
from firmware.core.vocabulary.bets import Bet, bet_words, bettor_words, place_values
from firmware.core.vocabulary.fault_text import part_words
from firmware.core.vocabulary.jackpot import JackpotLocked
from firmware.core.vocabulary.keys import DECISION_WORDS, Key
from firmware.core.vocabulary.panel import Text, TextValues, Ticket
from firmware.core.vocabulary.rulings import (
    Announced,
    BetSettled,
    BetsLocked,
    CardEntered,
    CommissionCollected,
    Decided,
    DiceChanged,
    FaultCleared,
    FaultShown,
    LateBet,
    LateResolved,
    MetersBegan,
    PaymentUnseen,
    Refused,
    RoundCorrected,
    RoundOpened,
    RoundVoided,
    Ruling,
    TestClosed,
    TestOpened,
    TicketIssued,
    TicketPaid,
    Undone,
)
from firmware.core.vocabulary.status import hand_words

BANKER_HAND: Final = Text("hand.banker")
"""Who decides at spot 0: the dealer, or a player in his place."""

LATE_KEYS: Final = {"added": "late.added", "removed": "late.removed"}
"""By the change of a late bet whose amount is known."""
UNKNOWN_LATE_KEYS: Final = {"added": "late.added_unknown", "removed": "late.removed_unknown"}
OUTCOME_KEYS: Final = {
    "win": "outcome.win",
    "lose": "outcome.lose",
    "push": "outcome.push",
    "surrender": "outcome.surrender",
}


def ruling_texts(ruling: Ruling) -> Iterator[Text]:
    """Yield a ruling in words; some have none."""
    match ruling:
        case RoundOpened(number):
            yield Text("ui.round", {"number": number})
        case Announced(words):
            yield words
        case RoundVoided(number):
            yield Text("view.voided", {"number": number})
        case TestOpened():
            yield Text("view.test_opened")
        case TestClosed():
            yield Text("view.test_closed")
        case DiceChanged():
            yield Text("view.dice_changed")
        case MetersBegan(before):
            yield Text("view.meters_began", {"number": before.rounds})
        case _:
            yield from _bet_texts(ruling)
            yield from _chip_texts(ruling)
            yield from _incident_texts(ruling)
            yield from room_ruling_texts(ruling)


def _bet_texts(ruling: Ruling) -> Iterator[Text]:
    match ruling:
        case BetsLocked(_, bets):
            yield from map(_bet_text, bets)
        case JackpotLocked(shown=cents):
            yield Text("players.lot", {"lot_cents": cents})
        case BetSettled():
            yield _settlement_text(ruling)
        case Decided():
            yield _decision_text(ruling)
        case TicketIssued(ticket):
            yield _ticket_text(ticket)
        case TicketPaid(_, cents):
            yield Text("view.ticket_paid", {"cents": cents})
        case RoundCorrected():
            yield _correction_text(ruling)


def _chip_texts(ruling: Ruling) -> Iterator[Text]:
    """Yield the words of chips that are not as they should be."""
    match ruling:
        case LateBet(place):
            yield Text("view.late", {**place_values(place), "what": _late_change(ruling)})
        case LateResolved(place):
            yield Text("view.resolved", place_values(place))
        case PaymentUnseen():
            yield Text("view.payment_unseen", ruling.values)
        case CommissionCollected(spot, bettor, cents):
            values: TextValues = {"whose": bettor_words((spot, bettor)), "commission_cents": cents}
            yield Text("view.commission_collected", values)


def _incident_texts(ruling: Ruling) -> Iterator[Text]:
    match ruling:
        case Refused(reason):
            yield Text("view.refused", {"why": reason})
        case Undone():
            yield _undone_text(ruling)
        case CardEntered():
            yield Text("view.entered")
        case FaultShown(_, _, reason):
            yield Text("view.alarm", {"words": reason})
        case FaultCleared(part):
            yield Text("view.cleared", {"part": part_words(part)})


def _correction_text(corrected: RoundCorrected) -> Text:
    first_person, second_person = corrected.persons
    values: TextValues = {
        **place_values(corrected.place),
        "number": corrected.round,
        "paid_cents": abs(corrected.cents),
        "why": corrected.reason,
        "first": first_person,
        "second": second_person,
    }
    return Text("view.corrected_more" if corrected.cents > 0 else "view.corrected_less", values)


def _undone_text(undone: Undone) -> Text:
    if undone.key == Key.TAKE_CARD_BACK:
        return Text("view.taken_back")
    return Text("view.undone", {"key": undone.key})


def _hand_text(spot: int, bettor: str | None, hand: int | None = None) -> Text:
    hand_text = hand_words(f"{spot}" if hand is None else f"{spot}.{hand}") if spot else BANKER_HAND
    return Text("view.behind", {"whose": hand_text, "bettor": bettor}) if bettor else hand_text


def _bet_text(bet: Bet) -> Text:
    hand_text = _hand_text(bet.place.spot, bet.bettor)
    return Text("view.bet", {"whose": hand_text, "on": bet_words(bet.place.on), "cents": bet.cents})


def _ticket_text(ticket: Ticket) -> Text:
    """Return the bet on a ticket, without its holder and control number, which are private."""
    numbers = " ".join(map(str, ticket.numbers))
    return Text("view.ticket", {"cents": ticket.cents, "numbers": numbers})


def _decision_text(decided: Decided) -> Text:
    hand_text = _hand_text(decided.spot, decided.bettor, decided.hand)
    decision_values: TextValues = {
        "whose": hand_text,
        "what": Text(DECISION_WORDS[Key(decided.do)]),
    }
    if not decided.cost:
        return Text("view.decided", decision_values)
    return Text("view.decided_laid", {**decision_values, "laid_cents": decided.cost})


def _late_change(late_bet: LateBet) -> Text:
    if late_bet.cents is None:
        return Text(UNKNOWN_LATE_KEYS[late_bet.change])
    return Text(LATE_KEYS[late_bet.change], {"amount_cents": late_bet.cents})


def _settlement_text(settlement: BetSettled) -> Text:
    """Return a settlement line in words; a bet may have several."""
    bet = settlement.bet
    settlement_values: TextValues = {
        "whose": _hand_text(bet.place.spot, bet.bettor, settlement.hand),
        "on": bet_words(bet.place.on),
        "stake_cents": bet.cents,
        "outcome": Text(OUTCOME_KEYS[settlement.outcome]),
        "returned_cents": settlement.returned,
        "paid_cents": settlement.paid,
        "odds": settlement.odds or "",
        "commission_cents": settlement.commission,
    }
    return Text(_settlement_key(settlement), settlement_values)


def _settlement_key(settlement: BetSettled) -> str:
    if settlement.outcome != "win":
        is_partial = settlement.returned and settlement.outcome != "push"
        return "view.came_to_part" if is_partial else "view.came_to"
    if settlement.odds is None:
        return "view.prize"
    if settlement.capped:
        return "view.most"
    if settlement.bonus:
        return "view.bonus"
    return "view.won_commission" if settlement.commission else "view.won"
