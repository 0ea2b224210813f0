"""What no row of a protocol's table defines is unknown: counted, and shown with its octets."""

from collections import Counter

import pytest

from drivers.message_log import (
    UNKNOWN_OCTETS,
    UNKNOWN_SHOWN,
    Basis,
    MessageLog,
    MessageRow,
    Outcome,
    UnknownMessage,
)
from drivers.trace import BLANK_OCTETS
from hal.ports import Millis

CLOSED = MessageRow("state 6", Outcome.FAULT, "wheel_closed", Basis.STATED, "guide, 4.2")


@pytest.fixture
def health() -> Counter[str]:
    return Counter()


@pytest.fixture
def log(health: Counter[str]) -> MessageLog:
    return MessageLog([CLOSED], health)


def test_counts_a_row_by_its_name(log: MessageLog) -> None:
    assert [log.note("state 6"), log.note("state 6")] == [CLOSED, CLOSED]
    assert log.counts == {"state 6": 2}


def test_a_name_without_a_row_is_no_message(log: MessageLog) -> None:
    with pytest.raises(KeyError):
        log.note("state 7")
    assert not log.counts


def test_unknown_is_counted_with_its_octets(log: MessageLog, health: Counter[str]) -> None:
    log.note_unknown(b"*X;7", "state 7", Millis(40))
    assert [*log.unknown] == [UnknownMessage(Millis(40), "2A 58 3B 37", "state 7")]
    assert health == {"unknown": 1}


def test_octets_of_a_secret_are_masked(log: MessageLog) -> None:
    log.note_unknown(b"<Card:4S>", "token", Millis(0), is_secret=True)
    assert [message.octets for message in log.unknown] == [BLANK_OCTETS]


def test_a_flood_of_unknowns_is_bounded(log: MessageLog, health: Counter[str]) -> None:
    for number in range(1000):
        log.note_unknown(bytes(UNKNOWN_OCTETS * 2), str(number), Millis(number))
    assert len(log.unknown) == UNKNOWN_SHOWN
    assert max(len(message.octets) for message in log.unknown) < 3 * UNKNOWN_OCTETS
    assert health["unknown"] == 1000
