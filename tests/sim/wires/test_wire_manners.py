"""How bad wires carry bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.errors import PortLost
from sim.wires.impairments import (
    BYTES_PER_DAMAGE,
    ByteByByte,
    DelayedWire,
    FaultyLink,
    FlippedWire,
    LateWire,
    LossyWire,
    MergedWire,
    RepeatedWire,
)
from sim.wires.memory_port import Impairment, MemoryPort, PerfectWire

LINE = b"*X;4;002;31;0;172;0\r\n" * 20


class Tape:
    """A far end that plays a list, one piece a time, and keeps what it is sent."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = list(pieces)
        self.received = b""

    def receive(self, data: bytes) -> None:
        self.received += data

    def transmit(self) -> bytes:
        return self.pieces.pop(0) if self.pieces else b""


def read_all(manner: Impairment, *pieces: bytes, reads: int) -> list[bytes]:
    tape = Tape()
    port = MemoryPort(tape, impairment=manner)
    port.reopen()
    tape.pieces = list(pieces)
    return [port.read() for _ in range(reads)]


def test_good_wire_changes_nothing() -> None:
    assert read_all(PerfectWire(), b"ab", b"", b"c", reads=4) == [b"ab", b"", b"c", b""]


def test_byte_by_byte_gives_one_a_read() -> None:
    assert read_all(ByteByByte(), b"ab", b"c", reads=4) == [b"a", b"b", b"c", b""]


def test_merged_wire_waits_for_enough() -> None:
    assert read_all(MergedWire(4), b"ab", b"c", b"de", b"f", reads=4) == [b"", b"", b"abcde", b""]


def test_delay_is_counted_in_reads() -> None:
    assert read_all(DelayedWire(2), b"ab", b"c", reads=5) == [b"", b"", b"ab", b"c", b""]


pieces = st.lists(st.binary(max_size=8), max_size=12)


@given(
    pieces,
    st.sampled_from([PerfectWire, ByteByByte, lambda: MergedWire(1), lambda: DelayedWire(3)]),
)
def test_delays_lose_nothing(sent: list[bytes], manner: type[Impairment]) -> None:
    assert b"".join(read_all(manner(), *sent, reads=120)) == b"".join(sent)


@pytest.mark.parametrize("seed", range(5))
def test_lossy_wire_only_drops_bytes(seed: int) -> None:
    got = LossyWire(seed).carry(LINE)
    assert 0 < len(got) < len(LINE)
    rest = iter(LINE)
    assert all(byte in rest for byte in got), "what arrives is a subsequence"


@pytest.mark.parametrize("seed", range(5))
def test_flipping_wire_changes_one_bit(seed: int) -> None:
    got = FlippedWire(seed).carry(LINE)
    assert len(got) == len(LINE)
    changed = [(a ^ b).bit_count() for a, b in zip(got, LINE, strict=True) if a != b]
    assert changed
    assert set(changed) == {1}


@pytest.mark.parametrize("seed", range(5))
def test_repeating_wire_doubles_bytes(seed: int) -> None:
    numbered = bytes(range(256))
    got = RepeatedWire(seed).carry(numbered)
    assert len(got) > 256
    assert bytes(sorted(set(got))) == numbered
    assert list(got) == sorted(got)


@pytest.mark.parametrize("kind", [LossyWire, FlippedWire, RepeatedWire])
def test_same_seed_does_the_same(
    kind: type[LossyWire | FlippedWire | RepeatedWire],
) -> None:
    assert kind(1).carry(LINE) == kind(1).carry(LINE)
    assert kind(1).carry(LINE) != kind(2).carry(LINE)


def test_one_in_one_damages_every_byte() -> None:
    assert LossyWire(1, bytes_per_damage=1).carry(b"ab") == b""
    assert RepeatedWire(1, bytes_per_damage=1).carry(b"ab") == b"aabb"
    flipped = FlippedWire(1, bytes_per_damage=1).carry(LINE)
    assert all((a ^ b).bit_count() == 1 for a, b in zip(flipped, LINE, strict=True))


@pytest.mark.parametrize("kind", [LossyWire, FlippedWire, RepeatedWire])
def test_one_in_very_many_hardly_damages(
    kind: type[LossyWire | FlippedWire | RepeatedWire],
) -> None:
    assert kind(1, bytes_per_damage=10**9).carry(LINE) == LINE


@pytest.mark.parametrize("manner", [ByteByByte(), MergedWire(99), DelayedWire(1)])
def test_pulled_plug_loses_delayed(manner: Impairment) -> None:
    tape = Tape()
    port = MemoryPort(tape, impairment=manner)
    port.reopen()
    tape.pieces = [b"old"]
    port.read()
    port.unplug()
    port.plug()
    port.reopen()
    assert [port.read() for _ in range(5)] == [b""] * 5


def test_host_output_is_not_damaged() -> None:
    tape = Tape()
    port = MemoryPort(tape, impairment=LossyWire(0, bytes_per_damage=1))
    port.reopen()
    port.write(b"*P 1\r\n")
    assert tape.received == b"*P 1\r\n"


def test_pulled_cable_delivers_nothing() -> None:
    tape = Tape()
    port = MemoryPort(tape, path="shoe")
    port.reopen()
    port.unplug()
    with pytest.raises(PortLost, match="shoe"):
        port.write(b"x")
    assert tape.received == b""


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.ms = 0

    def now(self) -> int:
        return self.ms


pieces = st.lists(st.tuples(st.integers(0, 50), st.binary(max_size=4)), max_size=20)


@given(pieces, st.integers(0, 120))
def test_late_wire_delivers_in_order(sent: list[tuple[int, bytes]], late_ms: int) -> None:
    time, due, arrived = Time(), [], b""
    wire = LateWire(time.now, late_ms)
    for passed, piece in sent:
        time.ms += passed
        due.append((time.ms + late_ms, piece))
        arrived += wire.carry(piece)
        assert arrived == b"".join(held for at, held in due if at <= time.ms)
    time.ms += late_ms
    assert arrived + wire.carry(b"") == b"".join(piece for _, piece in sent)


def test_end_of_lateness_delivers_at_once() -> None:
    wire = FaultyLink(Time().now)
    wire.late_ms = 500
    assert wire.carry(b"ab") == b""
    wire.late_ms = 0
    assert wire.carry(b"c") == b"abc"


def test_pulled_plug_loses_late_bytes() -> None:
    wire = FaultyLink(Time().now)
    wire.late_ms = 500
    wire.carry(b"ab")
    wire.forget()
    wire.late_ms = 0
    assert wire.carry(b"c") == b"c"


def test_silent_wire_loses_its_bytes() -> None:
    wire = FaultyLink(Time().now)
    wire.is_silent = True
    assert wire.carry(b"ab") == b""
    wire.is_silent = False
    assert wire.carry(b"c") == b"c"


def test_noisy_wire_damages_at_its_rate() -> None:
    wire, sent = FaultyLink(Time().now), bytes(BYTES_PER_DAMAGE * 100)
    wire.is_noisy = True
    arrived = wire.carry(sent)
    assert 50 < len(sent) - len(arrived) < 150
    assert 50 < sum(map(bool, arrived)) < 150
    wire.is_noisy = False
    assert wire.carry(LINE) == LINE
