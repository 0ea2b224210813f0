"""Polling and listening: changes are reported at once, and only changes; none is missed.

The service is a real socket that gives the test's answers.
"""

import math
import queue
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.health import HostStatus, PartStatus
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act, NextStep
from firmware.core.vocabulary.status import ShoeStatus, Status
from firmware.shell.config.defaults import default_table
from firmware.shell.parts.wire_tap import WireFrame
from firmware.shell.recall.round_record import RoundItem
from firmware.shell.sockets.control import StatusQuery
from firmware.shell.sockets.line_client import ControlError, NoServiceError
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.technician.answers import JournalEntries, WireFrames
from sim.web.session import journal_poller, status_poller
from sim.web.session.journal_poller import JournalPoller, new_entries
from sim.web.session.service_connection import ServiceConnection
from sim.web.session.status_poller import StatusPoller
from sim.web.session.wire_load import WireLoad
from tests.kits.waiting import PATIENCE_S

LIGHTS = PartStatus("lights", "pca9685", up=True, losses=0, last_error="")
STATUS = Status(
    version="1", board="sim", table="T", game="baccarat", language="fr", phase="open",
    stopped=False, round=1, ask=NextStep(Act.PLACE_BETS), spots={}, cards={},
    shoe=ShoeStatus(1, 1, cut=False), dealer=(), players=(), figures=None, keys=(), late=(),
    faults=(), results=(), parts=(LIGHTS,),
)  # fmt: skip


class Service:
    """Answers at a socket, until it is cut off; `told` by the kind of what is asked."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.answers: dict[str, msgspec.Struct] = {"status": STATUS}
        self.asked: queue.Queue[dict[str, Any]] = queue.Queue()
        self.start()

    def start(self) -> None:
        self.socket = LineSocket(self.path, 0o600, self._answer)

    def cut(self) -> None:
        self.socket.close()

    def _answer(self, line: bytes, _uid: int) -> msgspec.Struct:
        request = msgspec.json.decode(line)
        self.asked.put(request)
        return self.answers[request.get("get") or request["act"]]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path / "s")
    yield service
    service.cut()


class Ears:
    """Takes whatever it is report, from any thread."""

    def __init__(self) -> None:
        self._reports: queue.Queue[Any] = queue.Queue()

    def __call__(self, *report: Any, **more: Any) -> None:
        self._reports.put((*report, *more.values()) if len(report) + len(more) > 1 else report[0])

    def next(self) -> Any:
        return self._reports.get(timeout=PATIENCE_S)

    def until(self, wanted: Any) -> list[Any]:
        """Return what was reported before what is wanted."""
        before = []
        while (reported := self.next()) != wanted:
            before.append(reported)
        return before


# a line


def test_many_requests_on_one_line(service: Service) -> None:
    with closing(ServiceConnection(service.path)) as line:
        for number in range(3):
            service.answers["status"] = replace(STATUS, round=number)
            answer = line.send_request(StatusQuery("status"), msgspec.json.Decoder(Status))
            assert answer.round == number


def test_missing_service_is_an_error(tmp_path: Path) -> None:
    with closing(ServiceConnection(tmp_path / "nobody")) as line, pytest.raises(ControlError):
        line.send_request(StatusQuery("status"), msgspec.json.Decoder(Status))


def test_line_reopens_after_restart(service: Service) -> None:
    with closing(ServiceConnection(service.path)) as line:
        line.send_request(StatusQuery("status"), msgspec.json.Decoder(Status))
        service.cut()
        service.start()
        line.send_request(StatusQuery("status"), msgspec.json.Decoder(Status))


def test_invalid_answer_ends_the_line(service: Service) -> None:
    with closing(ServiceConnection(service.path)) as line:
        service.answers["status"] = JournalEntries(())
        with pytest.raises(ControlError):
            line.send_request(StatusQuery("status"), msgspec.json.Decoder(Status))
        service.answers["status"] = STATUS
        assert line.send_request(StatusQuery("status"), msgspec.json.Decoder(Status)) == STATUS


def test_service_hanging_up_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "s"
    service, line = LineSocket(path, 0o600, _hang_up), ServiceConnection(path)
    with closing(service), closing(line), pytest.raises(NoServiceError):
        line.send_request(StatusQuery("status"), msgspec.json.Decoder(Status))


def _hang_up(_line: bytes, _uid: int) -> msgspec.Struct:
    raise OSError


# the status


@pytest.fixture
def changed() -> Ears:
    return Ears()


@pytest.fixture
def seen() -> Ears:
    return Ears()


@pytest.fixture
def watcher(service: Service, changed: Ears, seen: Ears) -> Iterator[StatusPoller]:
    with closing(StatusPoller(service.path, seen, changed, lambda: True)) as watcher:
        watcher.start()
        yield watcher


@pytest.mark.usefixtures("watcher")
def test_only_changes_are_reported(service: Service, changed: Ears) -> None:
    assert changed.next() == STATUS
    service.answers["status"] = closed = replace(STATUS, phase="closed")
    assert changed.until(closed) == []


@pytest.mark.usefixtures("watcher")
def test_silence_is_reported_at_once(service: Service, changed: Ears) -> None:
    assert changed.next() == STATUS
    service.cut()
    assert changed.next() is None
    service.start()
    assert changed.next() == STATUS


AGED = replace(
    STATUS,
    parts=(
        replace(LIGHTS, last_seen_ms_ago=1, bytes_out=1, bytes_in=1, transfers=1, round_trip_ms=1),
    ),
    machine=HostStatus("2026-01-01", 1, {}, None, None),
)
"""What has changed in it changes by itself."""


def test_ageing_not_reported_every_time(
    service: Service, changed: Ears, seen: Ears, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status_poller, "AGEING_S", math.inf)
    with closing(StatusPoller(service.path, seen, changed, lambda: True)) as watcher:
        watcher.start()
        assert changed.next() == STATUS
        service.answers["status"] = AGED
        seen.until(AGED)
        service.answers["status"] = closed = replace(AGED, phase="closed")
        assert changed.until(closed) == []


@pytest.mark.usefixtures("watcher")
def test_ageing_is_reported_in_time(service: Service, changed: Ears) -> None:
    assert changed.next() == STATUS
    service.answers["status"] = AGED
    assert changed.until(AGED) == []


@pytest.mark.usefixtures("watcher")
def test_lost_part_is_reported_at_once(service: Service, changed: Ears) -> None:
    assert changed.next() == STATUS
    service.answers["status"] = lost = replace(STATUS, parts=(replace(LIGHTS, up=False, losses=1),))
    assert changed.until(lost) == []


def test_closed_poller_has_no_status(watcher: StatusPoller, changed: Ears) -> None:
    assert changed.next() == STATUS
    watcher.close()
    assert watcher.status is watcher.reported is changed.next() is None


# the journal and the wires


def tail_items(*records: int) -> tuple[RoundItem, ...]:
    return tuple(RoundItem(n, "", event=KeyPressed(Key.CONFIRM)) for n in records)


@pytest.fixture
def noted() -> Ears:
    return Ears()


@pytest.fixture
def carried() -> Ears:
    return Ears()


@pytest.fixture
def inside() -> list[bool]:
    """Whether somebody looks inside, as long as there is something in it."""
    return []


@pytest.fixture
def listener(
    service: Service, watcher: StatusPoller, noted: Ears, carried: Ears, inside: list[bool]
) -> Iterator[JournalPoller]:
    service.answers |= {"tail": JournalEntries(tail_items(1, 2)), "watch": WireFrames((), 7)}
    load = WireLoad(default_table("baccarat").wiring)
    with closing(
        JournalPoller(
            service.path, watcher, noted, carried, load, lambda: True, lambda: bool(inside)
        )
    ) as listener:
        listener.start()
        yield listener


@pytest.mark.usefixtures("listener")
def test_journal_entry_is_reported_once(service: Service, noted: Ears) -> None:
    assert noted.next() == (tail_items(1, 2), True)
    service.answers["tail"] = JournalEntries(tail_items(1, 2, 3, 3, 4))
    service.answers["status"] = replace(STATUS, round=2)
    assert noted.next() == (tail_items(3, 3, 4), False)


@pytest.fixture
def seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no look come by itself while a test lasts."""
    monkeypatch.setattr(journal_poller, "POLL_INTERVAL_S", threading.TIMEOUT_MAX)


@pytest.mark.usefixtures("seldom")
def test_woken_poller_reads_at_once(
    service: Service, changed: Ears, listener: JournalPoller, noted: Ears
) -> None:
    assert changed.next() == STATUS
    listener.wake()
    assert noted.next() == (tail_items(1, 2), True)
    service.answers["tail"] = JournalEntries(tail_items(1, 2, 3))
    service.answers["status"] = locked = replace(STATUS, round=2)
    changed.until(locked)
    listener.wake()
    assert noted.next() == (tail_items(3), False)


@pytest.mark.usefixtures("listener")
def test_shorter_journal_starts_over(service: Service, noted: Ears) -> None:
    assert noted.next() == (tail_items(1, 2), True)
    service.answers["tail"] = JournalEntries(tail_items(1))
    service.answers["status"] = replace(STATUS, round=0)
    assert noted.next() == (tail_items(1), True)


@pytest.mark.usefixtures("listener")
def test_only_open_panels_tap_wires(
    service: Service, noted: Ears, carried: Ears, inside: list[bool]
) -> None:
    noted.next()
    assert all(asked.get("act") != "watch" for asked in list(service.asked.queue))
    inside.append(True)
    assert carried.next() == (WireFrames((), 7), {})
    frame = WireFrame(8, 1, "lights", "out", "00", "")
    service.answers["watch"] = frames = WireFrames((frame,), 8)
    while carried.next()[0] != frames:
        pass
    after = [asked["after"] for asked in list(service.asked.queue) if asked.get("act") == "watch"]
    assert after[0] == -1
    assert set(after[1:]) <= {7, 8}


records = st.lists(st.integers(1, 3), max_size=12).map(
    lambda steps: [sum(steps[: n + 1]) for n in range(len(steps))]
)


@given(records, st.integers(0, 12), st.integers(1, 12))
def test_growing_journal_reported_once(numbers: list[int], read: int, remaining: int) -> None:
    whole = tail_items(*numbers)
    before, now = whole[:read][-remaining:], whole[-remaining:]
    fresh = new_entries(before, now)
    if fresh is None:  # all is reported again
        return
    assert (*whole[:read], *fresh) == whole


@given(records, st.integers(0, 11))
def test_changed_journal_starts_over(numbers: list[int], at: int) -> None:
    whole = tail_items(*numbers)
    if at < len(whole) and whole[at].record > whole[0].record:
        other = (*whole[:at], replace(whole[at], undone=True), *whole[at + 1 :])
        assert new_entries(whole, other) is None


def test_no_new_entries() -> None:
    assert new_entries((), ()) == ()
    assert new_entries(tail_items(1), tail_items(1)) == ()


# the load


def test_load_is_the_busy_share() -> None:
    """400 kHz and nine bits an octet are 44 444 octets a second; 19200 baud and ten are 1920."""
    load = WireLoad(default_table("baccarat").wiring)
    chips = PartStatus("chips", "rr3036", up=True, losses=0, last_error="")
    assert load.busy_shares((LIGHTS, chips), 10.0) == {}
    busy = (
        replace(LIGHTS, bytes_out=10_000, bytes_in=11_000, transfers=1_222),
        replace(chips, bytes_out=96, bytes_in=960),
    )
    assert load.busy_shares(busy, 10.5) == {}
    shares = load.busy_shares(busy, 11.0)
    assert shares["i2c"] == pytest.approx(0.5, abs=0.001)
    assert shares["chips"] == pytest.approx(0.5)
    assert load.busy_shares((LIGHTS, chips), 12.0)["i2c"] == 0.0
    load.restart()
    assert load.busy_shares(busy, 20.0) == {}


def test_load_of_a_shoe_is_hidden() -> None:
    load = WireLoad(default_table("baccarat").wiring)
    shoe = PartStatus("shoe", "angel-eye", up=True, losses=0, last_error="", bytes_in=None)
    load.busy_shares((shoe,), 0.0)
    assert load.busy_shares((shoe,), 1.0)["shoe"] == 0.0
