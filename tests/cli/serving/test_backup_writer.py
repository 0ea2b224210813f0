"""The backup is written between rounds: after the start, and on request; never in a round."""

import threading
from contextlib import closing

from firmware.cli.serving.backup_writer import BackupWriter
from tests.kits.waiting import until


class Stick:
    """Counts how often it was written, and whether a round was open then."""

    def __init__(self) -> None:
        self.between_rounds = threading.Event()
        self.asked = threading.Event()
        self.written: list[bool] = []

    def is_between_rounds(self) -> bool:
        self.asked.set()
        return self.between_rounds.is_set()

    def refresh(self) -> None:
        self.written.append(self.between_rounds.is_set())


def test_start_and_each_request_write_once() -> None:
    stick = Stick()
    stick.between_rounds.set()
    with closing(BackupWriter(stick.refresh, stick.is_between_rounds)) as writer:
        until("the first one", lambda: stick.written == [True])
        writer.request()
        until("the second one", lambda: stick.written == [True, True])


def test_round_is_waited_for() -> None:
    stick = Stick()
    with closing(BackupWriter(stick.refresh, stick.is_between_rounds)):
        assert stick.asked.wait(10)
        assert stick.written == []
        stick.between_rounds.set()
        until("the end of the round", lambda: stick.written == [True])


def test_end_in_a_round_writes_nothing() -> None:
    stick = Stick()
    with closing(BackupWriter(stick.refresh, stick.is_between_rounds)):
        assert stick.asked.wait(10)
    assert stick.written == []
