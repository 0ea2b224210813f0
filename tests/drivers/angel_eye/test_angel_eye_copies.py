from itertools import permutations

import pytest

from drivers.angel_eye.copies import AGREE_TIMEOUT_MS, LATE_COPY_MS, CopyMatcher, may_follow
from drivers.angel_eye.framer import AngelEyeFrame
from firmware.core.vocabulary.events import FaultRaised
from hal.ports import Millis
from tests.kits.offenders import each

MISSED = FaultRaised("shoe", "missed")
DISAGREEMENT = FaultRaised("shoe", "disagreement")
A = AngelEyeFrame("4", "D", b"\x81\xb8")
WRONG = AngelEyeFrame("4", "D", b"\x81\xb1")
B = AngelEyeFrame("5", "D", b"\x91\xb8")
C = AngelEyeFrame("6", "C")
START = AngelEyeFrame("0", "S")


def matched(
    copies: CopyMatcher, *frames: AngelEyeFrame, now: int = 0
) -> list[AngelEyeFrame | FaultRaised]:
    for frame in frames:
        copies.add(frame, Millis(now))
    return copies.settled_messages(Millis(now))


@pytest.mark.parametrize("needed", [1, 2, 3])
def test_equal_copies_are_one_message(needed: int) -> None:
    copies = CopyMatcher(needed)
    results = [matched(copies, A, now=10 * n) for n in range(3)]
    assert results == [[A] if n == needed - 1 else [] for n in range(3)]
    assert matched(copies, now=10_000) == []


def test_further_copy_is_recognized() -> None:
    copies = CopyMatcher(2)
    assert [copies.add(A, Millis(0)) for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize("order", set(permutations([A, A, WRONG])))
def test_majority_decides(order: tuple[AngelEyeFrame, ...]) -> None:
    assert matched(CopyMatcher(2), *order)[0] == A


def test_lone_copy_missed_after_500_ms() -> None:
    copies = CopyMatcher(2)
    assert matched(copies, A, now=7) == []
    assert matched(copies, now=7 + AGREE_TIMEOUT_MS - 1) == []
    assert matched(copies, now=7 + AGREE_TIMEOUT_MS) == [MISSED]
    assert matched(copies, now=99_999) == []


@pytest.mark.clause("Practice misread")
def test_differing_copies_are_a_fault_after_500_ms() -> None:
    copies = CopyMatcher(2)
    assert matched(copies, A, WRONG) == []
    assert matched(copies, now=AGREE_TIMEOUT_MS) == [DISAGREEMENT]


def test_two_copies_are_not_three() -> None:
    assert matched(copies := CopyMatcher(3), A, A) == []
    assert matched(copies, now=AGREE_TIMEOUT_MS) == [MISSED]
    assert matched(copies := CopyMatcher(3), A, A, WRONG) == []
    assert matched(copies, now=AGREE_TIMEOUT_MS) == [DISAGREEMENT]


def test_first_copies_set_the_order() -> None:
    copies = CopyMatcher(2)
    assert matched(copies, A, B, B, C, C) == []
    assert matched(copies, A) == [A, B, C]


def test_damaged_later_copy_does_not_delay_message() -> None:
    copies = CopyMatcher(2)
    damaged = AngelEyeFrame(C.sequence_char, "P")
    assert matched(copies, damaged, A, A, B, B, C, C) == [A, B, C]
    assert matched(copies, now=AGREE_TIMEOUT_MS) == []


def test_unsettled_message_leaves_first_as_fault() -> None:
    copies = CopyMatcher(2)
    assert matched(copies, A, B, B, now=0) == []
    assert matched(copies, now=AGREE_TIMEOUT_MS) == [MISSED, B]


@pytest.mark.clause("Practice missing card")
def test_gap_is_a_fault_and_next_message_counts() -> None:
    copies = CopyMatcher(2)
    assert matched(copies, A, A, C, C) == [A, MISSED, C]
    assert matched(copies, AngelEyeFrame("7", "P"), AngelEyeFrame("7", "P")) == [
        AngelEyeFrame("7", "P")
    ]


def test_abandoned_message_missed_once() -> None:
    copies = CopyMatcher(2)
    matched(copies, A, A, B)
    assert matched(copies, C, C, now=AGREE_TIMEOUT_MS) == [MISSED, C]


def test_start_has_any_seq_and_the_next_follows() -> None:
    copies = CopyMatcher(2)
    assert matched(copies, B, B, START, START) == [B, START]
    assert matched(copies, START, AngelEyeFrame("1", "C"), AngelEyeFrame("1", "C")) == [
        AngelEyeFrame("1", "C")
    ]


def test_message_not_following_its_start_is_missed() -> None:
    copies = CopyMatcher(2)
    assert matched(copies, START, START, A, A) == [START, MISSED, A]


def test_equal_frame_after_start_is_new() -> None:
    copies, start = CopyMatcher(2), AngelEyeFrame("3", "S")
    assert matched(copies, A, A, start, start, A, A) == [A, start, A]


def test_messages_during_cable_loss_are_missed() -> None:
    copies = CopyMatcher(2)
    assert matched(copies, A, A) == [A]
    copies.restart()
    assert matched(copies, C, C) == [MISSED, C]


def test_equal_frame_one_seq_cycle_later_is_new() -> None:
    copies = CopyMatcher(2)
    assert matched(copies, A, A) == [A]
    assert matched(copies, A, A, now=LATE_COPY_MS) == [MISSED, A]


def test_equal_frame_behind_nine_others_is_new() -> None:
    copies = CopyMatcher(2)
    round_of_seq = [AngelEyeFrame(seq, "P") for seq in "4567890123" for _ in range(3)]
    assert len(matched(copies, *round_of_seq, *round_of_seq)) == 20


def test_restart_drops_only_uncertain_messages() -> None:
    copies = CopyMatcher(2)
    matched(copies, A, B, B)
    copies.restart()
    assert matched(copies, now=1) == [MISSED, B]
    assert matched(copies, WRONG, WRONG, now=2) == [MISSED, WRONG]


def test_frame_after_restart_is_new() -> None:
    copies = CopyMatcher(2)
    assert matched(copies, A, A) == [A]
    copies.restart()
    assert matched(copies, A, A) == [MISSED, A]


def test_copies_across_a_restart_do_not_add_up() -> None:
    copies = CopyMatcher(2)
    matched(copies, A)
    copies.restart()
    assert matched(copies, A) == [MISSED]


@each(
    "last, next_ones",
    [
        ("0", "1"),
        ("8", "9"),
        ("9", "0A:"),
        ("A", "B"),
        ("F", "0G"),
        ("Y", "Z"),
        ("Z", "0A["),
        ("a", "b"),
        ("~", "0 !"),
    ],
)
def test_seq_rises_by_one_or_wraps(last: str, next_ones: str) -> None:
    followers = {chr(code) for code in range(0x20, 0x7F) if may_follow(last, chr(code))}
    assert followers == set(next_ones)
