"""The meaning of the Angel Eye's settled messages: events, states of the shoe, unknown messages."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from drivers.angel_eye.errors import ShoeErrors
from drivers.angel_eye.framer import AngelEyeFrame
from drivers.angel_eye.message_table import row_name
from drivers.angel_eye.messages import (
    CARD_MISSED,
    SHOE,
    LockReported,
    PresetChanged,
    ShoeMessage,
    ShoeStandby,
    decode,
    error_number,
    reported_pairs,
)
from drivers.angel_eye.pair_check import PAIRS_DIFFER, PairCheck
from drivers.message_log import MessageLog
from firmware.core.vocabulary.events import (
    CardRead,
    Event,
    FaultEnded,
    FaultRaised,
    ShoeRestarted,
    ShoeResult,
)
from hal.errors import BadReply
from hal.ports import Millis

CARD_LETTERS: Final = frozenset("Dd")
STATE_LETTERS: Final = frozenset("LM")
"""Messages about the shoe itself, on which no bet depends."""
ONE_OCTET_LETTERS: Final = frozenset("EeL")
"""Messages whose one octet names no card."""


class Interpreter:
    """Takes the messages one by one. One that the table lacks stops the deal under its letter, a
    card as `missed`; but not one about the shoe's own lock or settings.
    """

    def __init__(self, log: MessageLog, health: Counter[str]) -> None:
        self.is_locked: bool | None = None
        """The lock as the shoe last reported it."""
        self.preset: str | None = None
        """The setting as the shoe last reported it."""
        self._log = log
        self._health = health
        self.errors = ShoeErrors()
        self._pair_check = PairCheck()

    def events(self, settled: AngelEyeFrame | FaultRaised, now: Millis) -> Iterator[Event]:
        if isinstance(settled, FaultRaised):
            yield settled
            return
        try:
            message = decode(settled.code, settled.payload)
        except BadReply:
            self._health["rejected"] += 1
            yield from self._unknown_events(settled, now)
            return
        if name := row_name(settled):
            self._log.note(name)
        else:
            self._note_unknown(settled, now)
        yield from self._message_events(settled, message)

    def _unknown_events(self, frame: AngelEyeFrame, now: Millis) -> Iterator[Event]:
        self._note_unknown(frame, now)
        if frame.code in CARD_LETTERS:
            # The dealer must compare the table with the felt.
            yield CARD_MISSED
        elif frame.code not in STATE_LETTERS:
            yield FaultRaised(SHOE, "unknown_message", {"code": frame.code})

    def _note_unknown(self, frame: AngelEyeFrame, now: Millis) -> None:
        is_open = frame.code in ONE_OCTET_LETTERS and len(frame.payload) == 1
        self._log.note_unknown(frame.octets, f"message {frame.code}", now, is_secret=not is_open)

    def _message_events(self, frame: AngelEyeFrame, message: ShoeMessage) -> Iterator[Event]:
        match message:
            case CardRead():
                self._pair_check.note_card(message)
            case FaultRaised() if frame.code == "E":
                self.errors.note_raised(error_number(frame.payload), message)
            case FaultEnded():
                yield from self.errors.note_ended(error_number(frame.payload), message)
                return
            case ShoeResult() if self._differs_in_pairs(frame, message):
                yield PAIRS_DIFFER
        if isinstance(message, Event):
            yield message
        yield from self._follow_state(message)

    def _differs_in_pairs(self, frame: AngelEyeFrame, result: ShoeResult) -> bool:
        """Return whether the result's pairs contradict the game's cards; a forced one has none."""
        if result.winner == "forced":
            self._pair_check.forget_game()
            return False
        return self._pair_check.differs(reported_pairs(frame.payload))

    def _follow_state(self, message: ShoeMessage) -> Iterator[Event]:
        match message:
            case ShoeRestarted():
                self._pair_check.forget_game()
                yield from self.errors.end_all()
            case ShoeStandby():
                self._pair_check.forget_game()
            case LockReported(is_locked):
                self.is_locked = is_locked
            case PresetChanged(text):
                self.preset = text
