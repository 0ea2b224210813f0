"""The table as plain lines: one for each thing that happens."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, Ruling
from firmware.core.vocabulary.status import Status, hand_name
from firmware.shell.words.ruling_words import ruling_told
from firmware.shell.words.screens import marks
from firmware.shell.words.words import Words


class Lines(Protocol):
    """Takes lines; `firmware.cli.terminal.outlet.Outlet` never waits for their reader."""

    def writelines(self, lines: Iterable[str], /) -> object:
        """Take lines, each with its end."""
        ...

    def close(self) -> None:
        """Take no more."""
        ...


class PlainView:
    """Implements `firmware.cli.terminal.view.View`."""

    def __init__(self, words: Words, out: Lines) -> None:
        self._words = words
        self._out = out
        self._shown: Status | None = None
        self._heard: list[Ruling] = []

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Keep the rulings until the cards that cause them are shown."""
        self._heard += rulings

    def show(self, status: Status) -> None:
        """Print the changes since the last status, a last card before the result."""
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

    def refuse(self, typed: str) -> None:
        """Say that a word is neither key nor card, and which keys are lit."""
        lit = " ".join(self._shown.keys) if self._shown else ""
        self._say([Text("view.not_typed", {"typed": typed, "lit": lit})])

    def close(self) -> None:
        """Print what the reader has not taken yet, if he does."""
        self._out.close()

    def _say(self, texts: Iterable[Text]) -> None:
        self._write(*map(self._words.say, texts))

    def _write(self, *lines: str) -> None:
        self._out.writelines(f"{line}\n" for line in lines)


def _heading(status: Status, words: Words) -> Iterator[str]:
    yield f"croupier {status.version}, {status.table}"
    for mark in marks(testing=False, chips=words.chips, simulated=status.board == "sim"):
        yield words.say(mark)
    if status.shoe_port:
        yield words.say(Text("view.port", {"path": status.shoe_port}))
    yield from status.notes


def _dealt(before: Status | None, status: Status) -> Iterator[Text]:
    for hand, cards in status.cards.items():
        if _is_told(hand, status):
            continue
        old = before.cards.get(hand, []) if before and before.round == status.round else []
        for card in cards[len(old) :]:
            yield Text("view.dealt", {"hand": hand_name(hand, status.bank), "card": card})


def _is_told(hand: str, status: Status) -> bool:
    """Return whether a hand at a poker table was laid open, which its ruling says."""
    seats = status.room.seats if status.room else {}
    return hand.isdecimal() and int(hand) in seats and seats[int(hand)].shown


def _is_result(ruling: Ruling) -> bool:
    return isinstance(ruling, Announced) and ruling.words.key.startswith(("winner.", "result."))
