"""Either copy may be damaged anywhere: history comes back whole, or the journal refuses to open.

The segment is of the earlier format, all of whose anchors are in the header block.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.shell.journal import (
    CopyRepaired,
    ForkLeftAside,
    JournalDamaged,
    JournalError,
    JournalForeign,
    MemoryCopy,
    TailCut,
    TailUnacknowledged,
)
from firmware.shell.journal.header import (
    ANCHOR_SLOTS,
    HEADER_OCTETS,
    SegmentHeader,
    packed_anchor,
    slots_by_age,
    sound_anchors,
)
from firmware.shell.journal.records import RECORD_OVERHEAD, ChainHead, encode_record
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.shell.bits import OF_EACH_OCTET, bits_of
from tests.kits.shell.journal_copies import (
    begun_in_format_3,
    copy_of,
    extend,
    image_of,
    opened,
    records_of,
    reopened,
    written,
)

COMMITS = [[b"one", b"two"], [b"three"], [b"four"]]
STORY = [payload for commit in COMMITS for payload in commit]
FIRST, SECOND = written(*COMMITS, begun=begun_in_format_3)
HEADER = SegmentHeader.parse(FIRST) or SegmentHeader(b"")
STAMP_END = len(HEADER.raw)
PLACES = [  # every octet that says something, and some of the padding
    at
    for at in range(len(FIRST))
    if at < STAMP_END
    or any(0 <= at - slot < 44 for slot in ANCHOR_SLOTS)
    or at >= HEADER_OCTETS
    or at % 64 == 0
]
BITS = [at * 8 + bit for at in PLACES for bit in bits_of(at)]
STARTS = [HEADER_OCTETS, HEADER_OCTETS + 59, HEADER_OCTETS + 118, HEADER_OCTETS + 179]


def flipped(image: bytes, *bits: int) -> bytes:
    spoilt = bytearray(image)
    for bit in bits:
        spoilt[bit // 8] ^= 1 << bit % 8
    return bytes(spoilt)


def bad(image: bytes, *numbers: int) -> bytes:
    return flipped(image, *((STARTS[number] + RECORD_OVERHEAD) * 8 for number in numbers))


def blanked(image: bytes, start: int, end: int) -> bytes:
    return image[:start] + bytes(end - start) + image[end:]


def spoilt_at(nth: int) -> tuple[int, ...]:
    """Return which copies are spoilt at a place: eight times the first, then the second; in a
    campaign each of them.
    """
    return examples((nth // 8 % 2,), (0, 1))


def beside(which: int, image: bytes) -> tuple[bytes, bytes]:
    """Return a spoilt copy beside the other one."""
    return (FIRST, image) if which else (image, SECOND)


NOTHING = ChainHead(0, b"")


def of_older_anchor(image: bytes) -> bytes:
    _, newer = slots_by_age(image)
    return blanked(image, newer, newer + len(packed_anchor(NOTHING, NOTHING)))


def continued(*commits: list[bytes]) -> tuple[bytes, bytes]:
    """Both copies after more commits; if they are odd, the second alone has the last anchor."""
    copies = copy_of("A", FIRST), copy_of("B", SECOND)
    journal = opened(*copies)
    for payloads in commits:
        extend(journal, *payloads)
    return image_of(copies[0]), image_of(copies[1])


def outcome(first: bytes | None, second: bytes | None) -> list[bytes] | None:
    """What the journal tells, None where it refuses. A refusal may touch nothing; after an
    opening both copies are alike but for their anchors, and open again with nothing found.
    """
    copies = copy_of("A", first), copy_of("B", second)
    try:
        story = records_of(opened(*copies))
    except JournalError:
        assert (copies[0].read(1), copies[1].read(1)) == (first, second)
        return None
    mended = [image_of(copy) for copy in copies]
    stories = [(image[: ANCHOR_SLOTS[0]], image[HEADER_OCTETS:].rstrip(b"\0")) for image in mended]
    assert stories[0] == stories[1]
    again = opened(*copies)
    assert again.findings == ()
    assert records_of(again) == story
    return story


def test_damaged_places_are_record_starts() -> None:
    assert [FIRST.find(b"\xc7REC", start) for start in STARTS] == STARTS


def test_sound_journal_has_no_findings() -> None:
    journal = reopened(FIRST, SECOND)
    assert (records_of(journal), journal.findings) == (STORY, ())


@each(
    "image, blocks",
    [(FIRST, []), (bad(FIRST, 1), [HEADER_OCTETS]), (FIRST[:100], [0, HEADER_OCTETS])],
)
def test_only_differing_blocks_rewritten(image: bytes, blocks: list[int]) -> None:
    places = []

    class NotedCopy(MemoryCopy):
        def write(self, segment: int, at: int, data: bytes) -> None:
            places.append(at)
            super().write(segment, at, data)

    opened(NotedCopy("A", {1: image}), copy_of("B", SECOND))
    assert places == [*blocks, *slots_by_age(image)]


@pytest.mark.clause("ANZ 1.15.2", "ANZ 1.15.6 restart")
def test_any_bit_of_one_copy_may_flip() -> None:
    for nth, bit in enumerate(BITS):
        for which in spoilt_at(nth):
            assert outcome(*beside(which, flipped((FIRST, SECOND)[which], bit))) == STORY, bit


@pytest.mark.clause("ANZ 1.15.3")
def test_bit_flipped_in_both_noticed_or_harmless() -> None:
    refused = 0
    for bit in BITS:
        story = outcome(flipped(FIRST, bit), flipped(SECOND, bit))
        assert story in (STORY, None), bit
        refused += story is None
    assert refused == (STAMP_END + len(FIRST) - HEADER_OCTETS) * OF_EACH_OCTET


@pytest.mark.clause("ANZ 1.15.2")
def test_one_copy_may_be_cut_or_missing() -> None:
    for nth, length in enumerate(PLACES):
        for which in spoilt_at(nth):
            assert outcome(*beside(which, (FIRST, SECOND)[which][:length])) == STORY, length
    assert outcome(None, SECOND) == STORY
    assert outcome(FIRST, None) == STORY


@pytest.mark.clause("ANZ 1.15.9")
def test_two_cut_copies_lock_the_table() -> None:
    for length in PLACES:
        assert outcome(FIRST[:length], SECOND[:length]) is None, length
    assert outcome(None, b"") is None


def test_two_blanked_copies_lock_the_table() -> None:
    for start in PLACES:
        spoilt = [blanked(image, start, len(image)) for image in (FIRST, SECOND)]
        assert outcome(*spoilt) is None, start


@settings(max_examples=examples(20, 200), deadline=None)
@given(st.one_of(st.none(), st.binary(max_size=6000)), st.integers(0, len(FIRST)))
def test_one_copy_may_be_overwritten(garbage: bytes | None, remaining: int) -> None:
    spoilt = None if garbage is None else FIRST[:remaining] + garbage
    assert outcome(spoilt, SECOND) == STORY
    assert outcome(FIRST, spoilt) == STORY


@settings(max_examples=examples(25, 250), deadline=None)
@given(st.data())
def test_no_damage_forges_a_record(
    data: st.DataObject,
) -> None:
    def spoil(image: bytes) -> bytes:
        image = flipped(image, *data.draw(st.lists(st.sampled_from(BITS), max_size=4)))
        start = data.draw(st.integers(0, len(image)))
        image = blanked(image, start, min(len(image), start + data.draw(st.integers(0, 700))))
        return image[: data.draw(st.integers(HEADER_OCTETS, 2 * len(image)))]

    copies = spoil(FIRST), spoil(SECOND)
    known = max(
        (found.head.records for image in copies for found in sound_anchors(image)), default=0
    )
    story = outcome(*copies)
    assert story is None or (story == STORY[: len(story)] and len(story) >= known)


@pytest.mark.clause("ANZ 1.15.6 restart")
def test_each_copy_completes_the_other() -> None:
    journal = reopened(bad(FIRST, 0, 2), bad(SECOND, 1, 3))
    assert records_of(journal) == STORY
    assert journal.findings == (CopyRepaired("A", 2), CopyRepaired("B", 2))


def test_one_header_serves_other_records() -> None:
    journal = reopened(flipped(FIRST, 0), bad(SECOND, 1))
    assert records_of(journal) == STORY
    assert journal.findings == (CopyRepaired("A", 0), CopyRepaired("B", 1))


@each("number", range(4))
def test_record_lost_in_both_is_named(number: int) -> None:
    with pytest.raises(JournalDamaged, match=f"at record {number}") as raised:
        reopened(bad(FIRST, number), bad(SECOND, number))
    assert raised.value.number == number


def test_next_commit_finds_a_hole() -> None:
    with pytest.raises(JournalDamaged, match="record 3 is there"):
        reopened(*(of_older_anchor(bad(image, 2)) for image in (FIRST, SECOND)))


def test_torn_commit_is_dropped() -> None:
    longer, _ = continued([b"five", b"six"])
    torn = flipped(longer, (len(FIRST) + RECORD_OVERHEAD) * 8)
    journal = reopened(FIRST[:HEADER_OCTETS] + torn[HEADER_OCTETS:], SECOND)
    assert records_of(journal) == STORY
    assert journal.findings == (TailCut("A", len(longer) - len(FIRST)),)


def test_no_anchor_locks_the_table() -> None:
    with pytest.raises(JournalDamaged, match="no anchor"):
        reopened(
            blanked(FIRST, ANCHOR_SLOTS[0], HEADER_OCTETS),
            blanked(SECOND, ANCHOR_SLOTS[0], HEADER_OCTETS),
        )


def test_two_histories_lock_the_table() -> None:
    on_a, _ = continued([b"played on A"], [b"and on"])
    _, on_b = continued([b"played on B"])
    with pytest.raises(JournalDamaged, match=r"different histories.*at record 4"):
        reopened(on_a, on_b)


@pytest.mark.parametrize("turned", [False, True], ids=["A", "B"])
def test_unacknowledged_is_left_aside(*, turned: bool) -> None:
    """The power went in a commit, and the table went on with the other copy alone."""
    cut, _ = continued([b"cut", b"short", b"by the power"])
    _, on_b = continued([b"played on B"])
    images = (on_b, cut) if turned else (cut, on_b)
    journal = reopened(*images)
    name = "B" if turned else "A"
    assert records_of(journal) == [*STORY, b"played on B"]
    assert journal.findings == (ForkLeftAside(name, 3), CopyRepaired(name, 1))
    assert outcome(*images) == [*STORY, b"played on B"]


def test_longer_unanchored_history_wins() -> None:
    shorter, _ = continued([b"a"])
    longer, _ = continued([b"b", b"c"])
    for images in ((shorter, longer), (longer, shorter)):
        journal = reopened(*images)
        assert records_of(journal) == [*STORY, b"b", b"c"]
        assert TailUnacknowledged(2) in journal.findings
        assert ForkLeftAside("AB"[images.index(shorter)], 1) in journal.findings


def test_rewritten_history_contradicts_anchor() -> None:
    head, forged = HEADER.genesis_head, b""
    for payload in [b"one", b"TWO", b"three", b"four"]:
        raw, head = encode_record(payload, head, 0)
        forged += raw
    with pytest.raises(JournalDamaged, match="not the record that was acknowledged"):
        reopened(FIRST[:HEADER_OCTETS] + forged, SECOND[:HEADER_OCTETS] + forged)


def test_two_journals_are_not_mixed() -> None:
    with pytest.raises(JournalForeign, match="two different journals"):
        reopened(FIRST, written(*COMMITS)[1])


def test_garbage_after_the_end_is_cut() -> None:
    journal = reopened(FIRST + b"\xc7RECtorn", SECOND)
    assert records_of(journal) == STORY
    assert journal.findings == (TailCut("A", 8),)


def test_record_in_one_copy_is_flagged() -> None:
    longer, _ = continued([b"five"])
    journal = reopened(FIRST[:HEADER_OCTETS] + longer[HEADER_OCTETS:], SECOND)
    assert records_of(journal) == [*STORY, b"five"]
    assert journal.findings == (TailUnacknowledged(1), CopyRepaired("B", 1))
