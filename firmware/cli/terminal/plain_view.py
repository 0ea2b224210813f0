"""The table as plain lines, one for each ruling or card."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, Ruling
from firmware.core.vocabulary.status import Status, hand_words
from firmware.shell.words.ruling_words import ruling_texts
from firmware.shell.words.screens import display_marks
from firmware.shell.words.words import Words


class LineSink(Protocol):
    """Takes lines; `OutputQueue` never waits for their reader."""

    def writelines(self, output_lines: Iterable[str], /) -> object:
        """Take lines, each with its end."""
        ...

    def close(self) -> None:
        """Take no more."""
        ...


class PlainView:
    """Implements `TableView`."""

    def __init__(self, words: Words, line_sink: LineSink) -> None:
        self._words = words
        self._line_sink = line_sink
        self._last_status: Status | None = None
        self._pending_rulings: list[Ruling] = []

    def take_rulings(self, rulings: Sequence[Ruling]) -> None:
        """Store the rulings until the cards that led to them are shown."""
        self._pending_rulings += rulings

    def show(self, status: Status) -> None:
        """Print the changes since the last status; new cards come before the result."""
        previous_status, self._last_status = self._last_status, status
        if previous_status is None:
            self._write_lines(*_heading_lines(status, self._words))
        pending_rulings, self._pending_rulings = self._pending_rulings, []
        # cards are in the status, not in rulings: they are printed before the result they led to
        result_index = next(
            (
                ruling_index
                for ruling_index, ruling in enumerate(pending_rulings)
                if _is_result_ruling(ruling)
            ),
            len(pending_rulings),
        )
        self._print_texts(
            ruling_text
            for ruling in pending_rulings[:result_index]
            for ruling_text in ruling_texts(ruling)
        )
        self._print_texts(_new_cards(previous_status, status))
        self._print_texts(
            ruling_text
            for ruling in pending_rulings[result_index:]
            for ruling_text in ruling_texts(ruling)
        )
        # a fault is in every status while it lasts, and its remedy is printed once
        known_faults = (
            {(fault.part, fault.code) for fault in previous_status.faults}
            if previous_status
            else set()
        )
        new_faults = [
            fault for fault in status.faults if (fault.part, fault.code) not in known_faults
        ]
        self._print_texts(Text("view.remedy", {"words": fault.remedy}) for fault in new_faults)

    def refuse_word(self, typed_word: str) -> None:
        """Print that a word is neither key nor card, and which keys are lit."""
        keys_lit = " ".join(self._last_status.keys) if self._last_status else ""
        self._print_texts([Text("view.not_typed", {"typed": typed_word, "lit": keys_lit})])

    def close(self) -> None:
        """Print the lines that the reader has not taken yet."""
        self._line_sink.close()

    def _print_texts(self, printed_texts: Iterable[Text]) -> None:
        self._write_lines(*map(self._words.render, printed_texts))

    def _write_lines(self, *output_lines: str) -> None:
        self._line_sink.writelines(f"{output_line}\n" for output_line in output_lines)


def _heading_lines(status: Status, words: Words) -> Iterator[str]:
    yield f"croupier {status.version}, {status.table}"
    for status_mark in display_marks(
        testing=False, chips=words.chips, simulated=status.board == "sim"
    ):
        yield words.render(status_mark)
    if status.shoe_port:
        yield words.render(Text("view.port", {"path": status.shoe_port}))
    yield from status.notes


def _new_cards(previous_status: Status | None, status: Status) -> Iterator[Text]:
    for hand_key, cards in status.cards.items():
        if _is_shown_by_ruling(hand_key, status):
            continue
        old_cards = (
            previous_status.cards.get(hand_key, [])
            # a hand of a new round has the same key: all of its cards are new
            if previous_status and previous_status.round == status.round
            else []
        )
        for card in cards[len(old_cards) :]:
            yield Text("view.dealt", {"hand": hand_words(hand_key, status.bank), "card": card})


def _is_shown_by_ruling(hand_key: str, status: Status) -> bool:
    """Return whether a poker hand was shown: its ruling has printed the cards already."""
    room_seats = status.room.seats if status.room else {}
    return hand_key.isdecimal() and int(hand_key) in room_seats and room_seats[int(hand_key)].shown


def _is_result_ruling(ruling: Ruling) -> bool:
    return isinstance(ruling, Announced) and ruling.words.key.startswith(("winner.", "result."))
