"""The table as plain lines: one for each thing that happens."""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TextIO

from firmware.core.betting import where
from firmware.core.panel import Text, Ticket, Values
from firmware.core.rulings import (
    Announced,
    Bet,
    BetSettled,
    BetsLocked,
    CardEntered,
    Decided,
    FaultCleared,
    FaultShown,
    LateBet,
    LateResolved,
    Refused,
    RoundOpened,
    RoundVoided,
    Ruling,
    TicketIssued,
    TicketPaid,
    Undone,
    bet_name,
)
from firmware.shell.screens import SIMULATION
from firmware.shell.status import Status, hand_name
from firmware.shell.words import Words

DEALER: Final = Text("hand.dealer")


class PlainView:
    """Implements `firmware.cli.view.View`. A reader who has gone is no reason to stop."""

    def __init__(self, words: Words, stream: TextIO) -> None:
        self._words = words
        self._stream = stream
        self._shown: Status | None = None
        self._heard: list[Ruling] = []

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Keep what was decided until the cards that it follows from are shown."""
        self._heard += rulings

    def show(self, status: Status) -> None:
        """Say what has happened since the last time, a last card before the result."""
        before, self._shown = self._shown, status
        if before is None:
            self._write(*_heading(status, self._words))
        heard, self._heard = self._heard, []
        result = next((n for n, ruling in enumerate(heard) if _is_result(ruling)), len(heard))
        self._say(text for ruling in heard[:result] for text in ruling_told(ruling))
        self._say(_dealt(before, status))
        self._say(text for ruling in heard[result:] for text in ruling_told(ruling))
        known = {(fault.part, fault.code) for fault in before.faults} if before else set()
        new = [fault for fault in status.faults if (fault.part, fault.code) not in known]
        self._say(Text("view.remedy", {"words": fault.remedy}) for fault in new)

    def close(self) -> None:
        """Nothing is left to say."""

    def _say(self, texts: Iterable[Text]) -> None:
        self._write(*map(self._words.say, texts))

    def _write(self, *lines: str) -> None:
        try:
            self._stream.writelines(f"{line}\n" for line in lines)
            self._stream.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())


def _heading(status: Status, words: Words) -> Iterator[str]:
    yield f"croupier {status.version}, {status.table}"
    if status.board == "sim":
        yield words.say(SIMULATION)
    if status.shoe_port:
        yield words.say(Text("view.port", {"path": status.shoe_port}))
    yield from status.notes


def _dealt(before: Status | None, status: Status) -> Iterator[Text]:
    for hand, cards in status.cards.items():
        old = before.cards.get(hand, []) if before and before.round == status.round else []
        for card in cards[len(old) :]:
            yield Text("view.dealt", {"hand": hand_name(hand), "card": card})


def _is_result(ruling: Ruling) -> bool:
    return isinstance(ruling, Announced) and ruling.words.key.startswith(("winner.", "result."))


def ruling_told(ruling: Ruling) -> Iterator[Text]:
    """Yield a ruling in words; some are not told."""
    match ruling:
        case RoundOpened(number):
            yield Text("ui.round", {"number": number})
        case Announced(words):
            yield words
        case RoundVoided(number):
            yield Text("view.voided", {"number": number})
        case _:
            yield from _bets(ruling)
            yield from _mishap(ruling)


def _bets(ruling: Ruling) -> Iterator[Text]:
    match ruling:
        case BetsLocked(_, bets):
            yield from map(_bet, bets)
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
    name = hand_name(f"{spot}" if hand is None else f"{spot}.{hand}") if spot else DEALER
    return Text("view.behind", {"whose": name, "bettor": bettor}) if bettor else name


def _bet(bet: Bet) -> Text:
    whose = _whose(bet.place.spot, bet.bettor)
    return Text("view.bet", {"whose": whose, "on": bet_name(bet.place.on), "cents": bet.cents})


def _ticket(ticket: Ticket) -> Text:
    """Say what is played; whose it is, and its control number, are its holder's to know."""
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
    """Say what a bet came to: one of several lines, where several rules pay it."""
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
    if line.bonus:
        return "view.bonus"
    return "view.won_commission" if line.commission else "view.won"
