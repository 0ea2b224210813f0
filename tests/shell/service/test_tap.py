"""A tap traces the wires while it is on, reports lost frames, and reveals no card."""

import threading
from collections.abc import Iterator
from itertools import islice

import pytest

from drivers.lights.pca9685 import CHIP
from firmware.core.vocabulary.cards import parse_card
from firmware.shell.config.parts import PART_KINDS
from firmware.shell.parts.metering import MeteredBus, MeteredPort, WireMeter
from firmware.shell.parts.wire_tap import (
    MAX_ENTRIES,
    MAX_FRAMES,
    TRACE_OPEN_MS,
    WireFrame,
    WireTap,
)
from hal.errors import DeviceSilent
from hal.ports import Millis
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.pca9685 import SimPca9685
from sim.world.virtual_clock import VirtualClock
from tests.kits.offenders import each
from tests.kits.shell.part_bench import PartBench

LIGHTS = b"\x12\x00\x10\x00\x00"


class Tapped:
    """A PCA9685 on a bus that a technician may watch."""

    def __init__(self) -> None:
        self.clock = VirtualClock(1000)
        self.tap = WireTap(
            self.clock.now, lambda: {"lights": CHIP.trace(), "figures": CHIP.trace()}
        )
        self.chip = SimPca9685()
        self.sim = SimI2CBus(self.chip)
        self.bus = self.of("lights")

    def of(self, part: str) -> MeteredBus:
        return MeteredBus(self.sim, WireMeter(self.clock), self.tap, part)

    def watched(self) -> "Tapped":
        assert self.tap.frames_after((), -1).frames == ()
        return self

    def write(self, count: int) -> None:
        for _ in range(count):
            self.bus.write(0x40, LIGHTS)

    def everything(self) -> Iterator[WireFrame]:
        after, frames = 0, self.tap.frames_after((), 0)
        while frames.frames:
            yield from frames.frames
            after = frames.next_number
            frames = self.tap.frames_after((), after)


def test_nothing_recorded_before_a_watch() -> None:
    tapped = Tapped()
    tapped.write(3)
    assert not tapped.tap.is_open
    begun = tapped.tap.frames_after((), -1)
    assert (begun.frames, begun.next_number, begun.lost_frames) == ((), 0, 0)
    assert tapped.tap.is_open
    assert list(tapped.everything()) == []


def test_transfer_has_part_time_and_words() -> None:
    tapped = Tapped().watched()
    tapped.clock.advance(7)
    tapped.write(1)
    tapped.bus.write_read(0x40, b"\xfe", 1)
    assert list(tapped.everything()) == [
        WireFrame(1, 1007, "lights", "out", "12 00 10 00 00", "write 0x40 LED3_ON_L = 00 10 00 00"),
        WireFrame(2, 1007, "lights", "in", "1E", "read 0x40 PRE_SCALE = 1E", "FE"),
    ]


def test_unacknowledged_transfer_is_listed() -> None:
    tapped = Tapped().watched()
    tapped.sim.unplugged.add(tapped.chip)
    with pytest.raises(DeviceSilent):
        tapped.write(1)
    (frame,) = tapped.everything()
    assert (frame.way, frame.said) == ("dropped", "write 0x40 NAK")


def test_each_watched_frame_is_listed_once() -> None:
    tapped = Tapped().watched()
    tapped.write(2)
    tapped.of("figures").write(0x40, LIGHTS)
    first = tapped.tap.frames_after(("figures",), 0)
    assert [frame.number for frame in first.frames] == [3]
    assert tapped.tap.frames_after(("figures",), first.next_number).frames == ()
    assert [frame.number for frame in tapped.tap.frames_after((), 1).frames] == [2, 3]


def test_watch_ends_after_ten_idle_seconds() -> None:
    tapped = Tapped().watched()
    tapped.clock.advance(TRACE_OPEN_MS - 1)
    tapped.write(1)
    assert tapped.tap.is_open
    tapped.clock.advance(1)
    tapped.write(1)
    assert not tapped.tap.is_open
    begun = tapped.tap.frames_after((), -1)
    assert tapped.tap.frames_after((), begun.next_number).frames == ()


def test_dropped_frames_are_counted() -> None:
    tapped = Tapped().watched()
    tapped.write(MAX_ENTRIES + 7)
    frames = tapped.tap.frames_after((), 0)
    assert (frames.lost_frames, frames.frames[0].number) == (7, 8)
    assert tapped.tap.frames_after((), frames.next_number).lost_frames == 0
    tapped.write(MAX_ENTRIES // 2)
    frames = tapped.tap.frames_after((), 0)
    assert (frames.lost_frames, frames.frames[0].number) == (
        7 + MAX_ENTRIES // 2,
        8 + MAX_ENTRIES // 2,
    )


def test_answer_is_bounded() -> None:
    tapped = Tapped().watched()
    tapped.write(MAX_FRAMES + 3)
    frames = tapped.tap.frames_after((), 0)
    assert (len(frames.frames), frames.next_number) == (MAX_FRAMES, MAX_FRAMES)
    frames = tapped.tap.frames_after((), frames.next_number)
    assert (len(frames.frames), frames.next_number) == (3, MAX_FRAMES + 3)


def test_query_past_the_end_is_answered() -> None:
    tapped = Tapped().watched()
    tapped.write(2)
    frames = tapped.tap.frames_after((), 1000)
    assert (frames.frames, frames.next_number, frames.lost_frames) == ((), 2, 0)


def test_no_frame_is_lost_uncounted() -> None:
    tapped = Tapped().watched()
    buses = [threading.Thread(target=tapped.write, args=(MAX_ENTRIES,)) for _ in range(3)]
    for bus in buses:
        bus.start()
    reported, lost, after = 0, 0, 0
    while any(bus.is_alive() for bus in buses) or after < 3 * MAX_ENTRIES:
        found = tapped.tap.frames_after((), after)
        reported, lost, after = (
            reported + len(found.frames),
            lost + found.lost_frames,
            found.next_number,
        )
    assert reported + lost == 3 * MAX_ENTRIES


def test_port_lists_data_and_reopening() -> None:
    stored: list[tuple[object, ...]] = []

    class Line:
        def trace(self, carried: tuple[object, ...]) -> tuple[()]:
            stored.append(carried[1:3])
            return ()

        def flush(self, now: Millis) -> tuple[()]:
            return ()

    class Port:
        path = "memory"
        reopen = close = lambda self: None
        read = lambda self: b"in"  # noqa: E731
        write = wait = lambda self, what: None

    clock = VirtualClock()
    tap = WireTap(clock.now, lambda: {"shoe": Line()})
    port = MeteredPort(Port(), WireMeter(clock), tap, "shoe")
    port.write(b"before")
    tap.frames_after((), -1)
    port.reopen()
    port.write(b"out")
    port.read()
    tap.frames_after((), 0)
    assert stored == [(b"", b""), (b"out", b""), (b"", b"in")]


WIRES = ("i2c", "serial")


# no card

NATURALS = [
    "9S 2D KH QC",
    "TH 4C 8D 3S",
    "4D 3D 5H 4H",
    "AC 8S QD AD",
    "7H KS AS 9C",
    "QS 2H 9D JC",
]
"""Rounds of two cards a hand, won by either: as many words as any other of them on any shoe."""
CARD_READERS = {
    "baccarat": "angel-eye",
    "odds-only": "bee-tek",
    "rfid": "pn532-hsu",
    "budget": "pn532-i2c",
}


def shoe_frames(example: str, cards: str) -> tuple[WireFrame, ...]:
    bench = PartBench(example)
    shoe, tap = bench.sim.shoe, bench.wires.wire_tap
    tap.frames_after((), -1)
    shoe.power_on()
    bench.run(500)
    frames: list[WireFrame] = []
    for name in cards.split():
        shoe.draw(parse_card(name))
        bench.run(max(shoe.dwell_ms, 200))
        shoe.remove_card()
        bench.run(max(shoe.gap_ms, 200))
        tapped_frames = tap.frames_after(("shoe", "shuffler"), frames[-1].number if frames else 0)
        frames += tapped_frames.frames
    return tuple(_without_numbers(frames))


def _without_numbers(frames: list[WireFrame]) -> Iterator[WireFrame]:
    """Yield them numbered by themselves: what lies between is the table's, not the shoe's."""
    for number, frame in enumerate(frames):
        yield WireFrame(
            number, frame.at_ms, *(getattr(frame, f) for f in ("part", "way", "octets", "said"))
        )


@each("example", CARD_READERS)
def test_shoe_trace_hides_cards(example: str) -> None:
    assert PartBench(example).wires.kind_by_section["shoe"].word == CARD_READERS[example]
    first = shoe_frames(example, NATURALS[0])
    assert any("ard" in one.said.lower() or "NbTg 1" in one.said for one in first)
    for cards in NATURALS[1:]:
        assert shoe_frames(example, cards) == first


def test_every_wire_can_be_traced() -> None:
    kinds = (kind for section in PART_KINDS.values() for kind in section if kind.bus_type in WIRES)
    assert [kind.word for kind in kinds if kind.trace is None] == []


def test_trace_is_plain_single_lines() -> None:
    bench = PartBench("rfid")
    bench.wires.wire_tap.frames_after((), -1)
    bench.run(1000)
    for frame in islice(bench.wires.wire_tap.frames_after((), 0).frames, MAX_FRAMES):
        assert frame.said.isprintable()
        assert all(pair == "··" or bytes.fromhex(pair) for pair in frame.octets.split())
