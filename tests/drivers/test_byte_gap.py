"""A pause between bytes counts from the last byte, read or not."""

from drivers.byte_gap import ByteGap
from hal.ports import Millis


def test_only_more_than_the_longest_pause_exceeds_it() -> None:
    gap = ByteGap(Millis(50))
    assert not gap.is_exceeded(b":", Millis(50))
    assert not gap.is_exceeded(b"", Millis(100))
    assert gap.is_exceeded(b"", Millis(101))


def test_bytes_after_a_long_pause_exceed_it_once() -> None:
    gap = ByteGap(Millis(50))
    assert gap.is_exceeded(b":", Millis(200))
    assert not gap.is_exceeded(b"", Millis(250))
    assert gap.last_byte_at == 200
