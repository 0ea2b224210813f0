"""The table as plain lines: one for each thing that happens."""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from firmware.core.betting import where
from firmware.core.panel import Text
from firmware.core.rulings import (
    Announced,
    Bet,
    BetSettled,
    BetsLocked,
    FaultCleared,
    FaultShown,
    LateBet,
    LateResolved,
    Refused,
    RoundOpened,
    RoundVoided,
    Ruling,
    Undone,
)
from firmware.shell.screens import SIMULATION
from firmware.shell.status import Status
from firmware.shell.words import Words


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
        self._say(text for ruling in heard[:result] for text in _ruling(ruling))
        self._say(_dealt(before, status))
        self._say(text for ruling in heard[result:] for text in _ruling(ruling))
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
            yield Text("view.dealt", {"hand": Text(f"hand.{hand}"), "card": card})


def _is_result(ruling: Ruling) -> bool:
    return isinstance(ruling, Announced) and ruling.words.key.startswith("winner.")


def _ruling(ruling: Ruling) -> Iterator[Text]:
    match ruling:
        case RoundOpened(number):
            yield Text("ui.round", {"number": number})
        case Announced(words):
            yield words
        case BetsLocked(_, bets):
            yield from map(_bet, bets)
        case BetSettled():
            yield _settled(ruling)
        case RoundVoided(number):
            yield Text("view.voided", {"number": number})
        case _:
            yield from _mishap(ruling)


def _mishap(ruling: Ruling) -> Iterator[Text]:
    match ruling:
        case Refused(why):
            yield Text("view.refused", {"why": why})
        case Undone(key):
            yield Text("view.undone", {"key": key})
        case LateBet(place):
            yield Text("view.late", {**where(place), "what": _change(ruling)})
        case LateResolved(place):
            yield Text("view.resolved", where(place))
        case FaultShown(_, _, why):
            yield Text("view.alarm", {"words": why})
        case FaultCleared(part):
            yield Text("view.cleared", {"part": Text(f"part.{part}")})


def _bet(bet: Bet) -> Text:
    return Text("view.bet", {**where(bet.place), "cents": bet.cents})


def _change(late: LateBet) -> Text:
    if late.cents is None:
        return Text(f"late.{late.change}_unknown")
    return Text(f"late.{late.change}", {"amount_cents": late.cents})


def _settled(line: BetSettled) -> Text:
    bet = {**where(line.bet.place), "stake_cents": line.bet.cents}
    if line.outcome != "win":
        return Text("ui.bet_line", {**bet, "outcome": Text(f"outcome.{line.outcome}")})
    won = {**bet, "paid_cents": line.paid, "odds": line.odds or ""}
    if not line.commission:
        return Text("view.won", won)
    return Text("view.won_commission", {**won, "commission_cents": line.commission})
