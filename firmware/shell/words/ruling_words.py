"""The rulings in words: one text for each that people see."""

from collections.abc import Iterator
from typing import Final

from firmware.core.poker_room.engine.ruling_text import room_told
from firmware.core.vocabulary.jackpot import LotLocked
from firmware.core.vocabulary.panel import Text, Ticket, Values
from firmware.core.vocabulary.rulings import (
    Announced,
    Bet,
    BetSettled,
    BetsLocked,
    CardEntered,
    Decided,
    DiceChanged,
    FaultCleared,
    FaultShown,
    LateBet,
    LateResolved,
    MetersBegan,
    Refused,
    RoundOpened,
    RoundVoided,
    Ruling,
    TestClosed,
    TestOpened,
    TicketIssued,
    TicketPaid,
    Undone,
    bet_name,
)
from firmware.core.vocabulary.rulings import named as where
from firmware.core.vocabulary.status import hand_name

BANK: Final = Text("hand.banker")
"""Who decides at spot 0: the dealer, or a player in his place."""


def ruling_told(ruling: Ruling) -> Iterator[Text]:
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
            yield from _bets(ruling)
            yield from _mishap(ruling)
            yield from room_told(ruling)


def _bets(ruling: Ruling) -> Iterator[Text]:
    match ruling:
        case BetsLocked(_, bets):
            yield from map(_bet, bets)
        case LotLocked(shown=cents):
            yield Text("players.lot", {"lot_cents": cents})
        case BetSettled():
            yield _settled(ruling)
        case Decided():
            yield _decided(ruling)
        case TicketIssued(ticket):
            yield _ticket(ticket)
        case TicketPaid(_, cents):
            yield Text("view.ticket_paid", {"cents": cents})


def _mishap(ruling: Ruling) -> Iterator[Text]:
    match ruling:
        case Refused(why):
            yield Text("view.refused", {"why": why})
        case Undone(key):
            yield Text("view.undone", {"key": key})
        case LateBet(place):
            yield Text("view.late", {**where(place), "what": _change(ruling)})
        case CardEntered():
            yield Text("view.entered")
        case LateResolved(place):
            yield Text("view.resolved", where(place))
        case FaultShown(_, _, why):
            yield Text("view.alarm", {"words": why})
        case FaultCleared(part):
            yield Text("view.cleared", {"part": Text(f"part.{part}")})


def _whose(spot: int, bettor: str | None, hand: int | None = None) -> Text:
    name = hand_name(f"{spot}" if hand is None else f"{spot}.{hand}") if spot else BANK
    return Text("view.behind", {"whose": name, "bettor": bettor}) if bettor else name


def _bet(bet: Bet) -> Text:
    whose = _whose(bet.place.spot, bet.bettor)
    return Text("view.bet", {"whose": whose, "on": bet_name(bet.place.on), "cents": bet.cents})


def _ticket(ticket: Ticket) -> Text:
    """Return the bet on a ticket, without its holder and control number, which are private."""
    numbers = " ".join(map(str, ticket.numbers))
    return Text("view.ticket", {"cents": ticket.cents, "numbers": numbers})


def _decided(decided: Decided) -> Text:
    whose = _whose(decided.spot, decided.bettor, decided.hand)
    said: Values = {"whose": whose, "what": Text(f"do.{decided.do}")}
    if not decided.cost:
        return Text("view.decided", said)
    return Text("view.decided_laid", {**said, "laid_cents": decided.cost})


def _change(late: LateBet) -> Text:
    if late.cents is None:
        return Text(f"late.{late.change}_unknown")
    return Text(f"late.{late.change}", {"amount_cents": late.cents})


def _settled(line: BetSettled) -> Text:
    """Return a settlement line in words; a bet may have several."""
    bet = line.bet
    said: Values = {
        "whose": _whose(bet.place.spot, bet.bettor, line.hand),
        "on": bet_name(bet.place.on),
        "stake_cents": bet.cents,
        "outcome": Text(f"outcome.{line.outcome}"),
        "returned_cents": line.returned,
        "paid_cents": line.paid,
        "odds": line.odds or "",
        "commission_cents": line.commission,
    }
    return Text(_settled_key(line), said)


def _settled_key(line: BetSettled) -> str:
    if line.outcome != "win":
        partly = line.returned and line.outcome != "push"
        return "view.came_to_part" if partly else "view.came_to"
    if line.odds is None:
        return "view.prize"
    if line.capped:
        return "view.most"
    if line.bonus:
        return "view.bonus"
    return "view.won_commission" if line.commission else "view.won"
