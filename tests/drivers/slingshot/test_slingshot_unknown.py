"""What the guides don't define: kept, in words, and never reported as silence."""

from drivers.message_log import MessageLog, MessageRow, Outcome
from drivers.slingshot.lines import SlingshotState, WheelWarnings
from drivers.slingshot.message_table import ROWS, status_row_name
from firmware.core.vocabulary import events as vocabulary
from firmware.core.vocabulary.events import FaultEnded, FaultRaised
from firmware.core.vocabulary.faults import FAULT_KINDS
from tests.kits.drivers.slingshot_bench import LOST, UNKNOWN, Bench, line, numbers_of
from tests.kits.drivers.slingshot_lines import CLOSED_BETS, UP_TO, result, rolling
from tests.kits.offenders import each

ENDED = FaultEnded("wheel", "unknown_state")
ODD_LINES = [
    (b"*X;7;012;31;0;172;0\r\n", "7"),
    (b"*X;0;012;31;0;172;0\r\n", "0"),
    (b"*X;2;012;31;10;172;0\r\n", "W 10"),
    (b"*X;2;012;31;0;172;0;99\r\n", "7 fields"),
    (b"*X;2;012; 0;0;172;2\r\n", "D 2"),
    (b"*X;2;012;A1;0;172;0\r\n", "W A1"),
]


def log_of(bench: Bench) -> MessageLog:
    assert bench.wheel.messages is not None
    return bench.wheel.messages


def unknown(code: str) -> FaultRaised:
    return FaultRaised("wheel", "unknown_state", {"code": code})


@each("odd, code", ODD_LINES)
def test_unknown_status_is_told_for_as_long_as_it_lasts(odd: bytes, code: str) -> None:
    bench = Bench()
    bench.be(2)
    assert bench.receive(*[odd] * 200) == [unknown(code)]
    assert bench.wheel.health["unknown"] == 200
    assert log_of(bench).unknown[-1].octets == odd.strip().hex(" ").upper()
    assert bench.be(2) == [ENDED]


def test_ever_changing_unknown_status_is_told_in_4_s() -> None:
    bench = Bench()
    bench.be(2)
    odd = [f"*X;2;012;31;0;172;0;{second}\r\n".encode() for second in range(40)]
    assert bench.receive(*odd[:7]) == []
    assert bench.receive(*odd[7:]) == [unknown("7 fields")]


@each("odd, code", ODD_LINES)
def test_unknown_status_of_another_speed_is_the_same(odd: bytes, code: str) -> None:
    bench = Bench()
    bench.be(2)
    assert bench.receive(odd, odd.replace(b";172;", b";171;")) == [unknown(code)]


@each("odd, code", ODD_LINES)
def test_one_unknown_status_is_damage(odd: bytes, code: str) -> None:
    bench = rolling()
    assert bench.receive(line(4), odd, line(4), odd, line(4)) == []
    assert bench.be(5) == [result("31")]


@each("odd, code", ODD_LINES)
@each("state", [3, 4])
def test_spin_through_an_unknown_state_is_unknown(odd: bytes, code: str, state: int) -> None:
    bench = Bench()
    bench.follow(*UP_TO[state])
    assert bench.receive(odd, odd) == [UNKNOWN, unknown(code)]
    assert numbers_of(bench.follow(*range(state, 6))) == []


def test_spin_after_an_unknown_state_is_reported() -> None:
    bench = Bench()
    bench.be(2)
    bench.receive(*[b"*X;7;012;31;0;172;0\r\n"] * 4)
    assert bench.follow(2, 3, 4, 5) == [ENDED, CLOSED_BETS, result("31")]


def test_number_told_before_an_unknown_state_stands() -> None:
    bench = rolling()
    bench.be(5)
    assert bench.receive(*[b"*X;7;012;31;0;172;0\r\n"] * 4) == [unknown("7")]


@each(
    "said",
    [b"*X;9\r\n", b"\xff\x00\x13", b"*S\r\n", b"*N\r\n", b" 9\r\n", b"x", b"P;;10 Reg \n", b"\r\n"],
)
def test_unit_that_sends_octets_is_never_silent(said: bytes) -> None:
    """A wrong rate, another unit, a mode without a status: it is no cable."""
    bench = Bench()
    bench.be(2)
    events = bench.receive(*[said] * 60)
    assert LOST not in events
    assert [e.code for e in events if isinstance(e, FaultRaised)] == ["unknown_state"]
    assert bench.wheel.health["unknown"] > 0


@each("said", [b"*B 12\r\n", b"*F 99\r\n", b"*Y;9;1\r\n", b"hello\r\n", b"123\r\n", b"*O x\r\n"])
def test_other_unknown_line_is_kept_and_no_fault(said: bytes) -> None:
    bench = rolling()
    assert bench.receive(said, said, line(5), line(5)) == [result("31")]
    assert bench.wheel.health["unknown"] == 2


# --- the table


def test_each_status_has_a_row() -> None:
    names = [row.name for row in ROWS]
    assert len(names) == len(set(names))
    for state in SlingshotState:
        for warnings in range(16):
            assert status_row_name(state, WheelWarnings(warnings)) in names


@each("row", ROWS)
def test_each_result_is_in_the_vocabulary(row: MessageRow) -> None:
    if row.outcome is Outcome.FAULT:
        assert "wheel" in FAULT_KINDS[row.result].part_names
    elif row.outcome is Outcome.EVENT:
        assert hasattr(vocabulary, row.result)


STATUS_ROWS = [row for row in ROWS if row.name.startswith("state ")]


@each("row", STATUS_ROWS)
def test_each_status_does_what_its_row_says(row: MessageRow) -> None:
    _, state_digit, _, sum_digit = row.name.split()
    state, warnings = int(state_digit), int(sum_digit, 16)
    bench = Bench()
    events = bench.follow(*UP_TO[state][:-1])
    events += bench.receive(*[line(state, warned=warnings)] * 14)
    happened = {e.code if isinstance(e, FaultRaised) else type(e).__name__ for e in events}
    assert log_of(bench).counts[row.name] == 14
    assert (happened == set()) if row.outcome is Outcome.COUNTED else (row.result in happened)


SAID = {
    "number in states 4 and 5": (4, b"31"),
    "number in another state": (2, b"31"),
    "V text": (2, b"*V V2.50"),
    "O the table's mode": (2, b"*O 2 1 60 1157"),
    "O other mode": (2, b"*O 2 1 60 1159"),
    "T the table's pockets": (2, b"*T z 37"),
    "T other pockets": (2, b"*T z 38"),
    "T setting": (2, b"*T s 16.0 18.0"),
    "o text": (2, b"*o 1157"),
    "P OK": (2, b"*P OK"),
    "P refused": (2, b"*P NO"),
    "u OK": (2, b"*u OK"),
    "u refused": (2, b"*u NO"),
    "R OK": (2, b"*R OK"),
    "R refused": (2, b"*R NO"),
    "S text": (2, b"*S V2.50"),
    "A text": (2, b"*A 12"),
    "v text": (2, b"*v x"),
    "K text": (2, b"*K CAM"),
    "q text": (2, b"*q OK"),
}


@each("row", [row for row in ROWS if not row.name.startswith("state ")])
def test_each_other_line_is_counted_under_its_row(row: MessageRow) -> None:
    letter, _, code = row.name.partition(" ")
    plain = f"*Y;{code};120" if letter == "Y" else f"*{letter} {code}"
    state, said = SAID.get(row.name, (2, plain.encode()))
    bench = Bench()
    bench.follow(*UP_TO[state])
    bench.receive(said + b"\r\n")
    assert log_of(bench).counts[row.name] == 1
    assert bench.wheel.health["unknown"] == 0
