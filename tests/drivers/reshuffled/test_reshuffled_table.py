"""Every row of the table comes to what it says, and the far end can say it."""

import pytest

from drivers.message_log import MessageRow, Outcome
from drivers.reshuffled.message_table import ROWS
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, ShuffleEnded
from sim.machines.reshuffled import SimReShuffled
from tests.kits.drivers.reshuffled_bench import Bench, fault, shuffled
from tests.kits.drivers.reshuffled_orders import Scripted, running
from tests.kits.offenders import each

REPLIES = {"OK": b"OK", "C": b"C52U1", "SJ": b"SJ12"}
"""What is said for a row's reply; any other is said as it is named."""
STATE_BEFORE = {"IN": "SR", "SH": "SR", "CT": "SD", "CA": "SD"}
"""The state in which each word is sent; `CA` follows the count."""


def said(row: MessageRow) -> bytes:
    name = row.name.partition(" → ")[2]
    return REPLIES.get(name, name.encode())


def answered(row: MessageRow) -> tuple[Bench, list[Event]]:
    """Let a unit answer the row's word so, and any other as it should."""
    asked = row.name[:2]
    state = STATE_BEFORE.get(asked, "")
    usual = {b"ST": state.encode(), b"IN": b"OK", b"SH": b"OK", b"CT": b"C52U1", b"CA": b"OK"}
    bench = Bench(Scripted(usual | {asked.encode(): said(row)})).start()
    events = bench.run(600)
    if asked == "SH":
        bench.order()
        events += bench.run(100)
    return bench, events


def results(events: list[Event]) -> list[str]:
    return [
        event.code if isinstance(event, FaultRaised) else type(event).__name__
        for event in events
        if not isinstance(event, FaultEnded)
    ]


def rows(is_asked: bool) -> list[MessageRow]:
    return [row for row in ROWS if (" → " in row.name and "stray" not in row.name) is is_asked]


@each("row", rows(is_asked=True))
def test_each_answer_is_noted_and_comes_to_its_result(row: MessageRow) -> None:
    bench, events = answered(row)
    assert bench.part.messages.counts[row.name] >= 1
    assert not bench.part.messages.unknown
    assert bench.losses == 0
    if row.outcome is Outcome.COUNTED:
        assert "unknown_state" not in results(events)
        assert row.name == "CA → OK" or "shuffler_fault" not in results(events)
    else:
        assert row.result in results(events)


LINES = {"Received a request": "Received a request: :SH#A848D5CA\n"}


@each("row", rows(is_asked=False))
def test_unsolicited_message_is_noted_only(row: MessageRow) -> None:
    bench = running()
    before = bench.part.messages.counts.total()
    if row.name.startswith("stray"):
        bench.far.send_data(said(row))
    else:
        bench.far.send_line(LINES.get(row.name, f"{row.name}\r\n"))
    assert bench.run(5) == []
    assert bench.part.messages.counts[row.name] == 1
    assert bench.part.messages.counts.total() == before + 1
    assert not bench.part.messages.unknown


# --- what the table lacks


@each("code", [b"E0", b"E4", b"E9", b"E11", b"E999"])
def test_unknown_error_is_a_refusal_with_its_number(code: bytes) -> None:
    bench = running()
    bench.far.refusal = code
    assert bench.run() == [fault(code.decode())]
    assert bench.part.messages.unknown[-1].description == code.decode()
    bench.far.refusal = b""
    assert bench.run() == [FaultEnded("shuffler", "shuffler_fault")]


def unknown_state(code: str) -> FaultRaised:
    return FaultRaised("shuffler", "unknown_state", {"code": code})


OVER = FaultEnded("shuffler", "unknown_state")


@each(
    "word, code",
    [
        (b"SX", "S?"),
        (b"SX12", "S?"),
        (b"SR1", "S?"),
        (b"C52", "C?"),
        (b"4SKHTD", "?"),
        (b"E1234", "?"),
        (b"OK", "stray"),
        (b"SH", "Received a request"),
    ],
)
def test_unit_that_says_nothing_known_is_not_lost(word: bytes, code: str) -> None:
    bench = running()
    bench.far.refusal = word
    events = bench.run(3000)
    assert bench.losses == 0
    if word == b"OK":  # by now it may be a unit that reports no state
        assert bench.part.identity == "ReShuffled as published"
        return
    assert events == [unknown_state(code)]
    bench.far.refusal = b""
    assert bench.run(3000) == [OVER]


@pytest.mark.parametrize("word", [b"SX", b"C52", b"4SKHTD"])
def test_unknown_word_is_kept_without_its_octets(word: bytes) -> None:
    bench = running()
    bench.far.send_data(word)
    bench.run(5)
    assert bench.part.health["unknown"] == bench.part.health["unknown_words"] == 1
    assert bench.part.messages.unknown[0].octets == "··"


def test_order_of_the_cards_between_replies_disturbs_nothing() -> None:
    bench = running()
    bench.order()
    for _ in range(20):
        bench.far.send_data(b"4SKHTD")
        assert bench.run(100) == []
    bench.far.finish_shuffle()
    assert bench.run() == [shuffled()]


def test_noise_in_place_of_replies_is_no_silence() -> None:
    bench = running()
    bench.far.damage = lambda _frame: b"\x55\xaa\x55\xaa"
    assert bench.run(3000) == [unknown_state("?")]
    assert bench.losses == 0
    bench.far.damage = None
    assert bench.run(3000) == [OVER]


def test_unit_that_changes_its_program_is_another() -> None:
    bench = running()
    far = SimReShuffled(published=True)
    bench.port._far_end = far
    assert bench.run(5000) in ([], [unknown_state("stray"), OVER])
    assert bench.part.identity == "ReShuffled as published"
    bench.port._far_end = bench.far
    bench.run(5000)
    assert bench.part.identity == "ReShuffled with status"
    bench.far.start_shuffle()
    bench.far.finish_shuffle()
    assert any(isinstance(event, ShuffleEnded) for event in bench.run(5000))
