"""The technician's acts on the whole table, and the times at which the table forbids them."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from msgspec.structs import replace

from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import (
    CardRead,
    ClearAllowed,
    CorrectionMade,
    FaultRaised,
    KeySwitchTurned,
)
from firmware.core.vocabulary.faults import FAULT_KINDS, FaultCure
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.shell.device.inspection import DeviceCheck, DeviceInspection, FaultValues
from firmware.shell.service.overlay import PATTERNS
from firmware.shell.technician.answers import ActDone, AnyAnswer, ClearedFaults, Refusal
from firmware.shell.technician.one_time_code import (
    CODE_ALPHABET,
    CODE_LENGTH,
    CODE_LIFETIME_S,
    MAX_TRIES,
    OneTimeCode,
)
from firmware.shell.technician.requests import (
    CheckCorrection,
    ClearFaults,
    CorrectRound,
    EndService,
    EnrolPerson,
    InspectDevice,
    Person,
    ResetMeters,
    RestartService,
    ServiceMode,
    SessionReport,
    ShowCode,
    ShowPattern,
    TechnicianRequest,
)
from firmware.shell.technician.table_acts import table_acts
from firmware.shell.words.languages import languages_with
from firmware.shell.words.templates import read_templates
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, bet
from tests.kits.shell.served_table import Served, served, until

MARIE, LUC = Person("marie", "technician"), Person("luc", "supervisor")
KEY_ON = KeySwitchTurned(on=True)
ROUND_OPEN = Refusal(Text("technician.round_open"))
IN_A_ROUND = (CONFIRM, *bet(1, "player", 1000), CLOSE)
CHIPS_LIE = (CONFIRM, *bet(1, "player", 1000))


class Clock:
    """A clock that goes where it is set."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Bench:
    """A table in service and its acts; `wrong` is what its one check finds."""

    def __init__(self, table: Served) -> None:
        self.table, self.clock = table, Clock()
        self.wrong: FaultValues = None
        self.looked = 0
        self.unfit: Text | None = None
        service = table.service
        checks = [DeviceCheck("table", "program_changed", self._look)]
        self.inspection = DeviceInspection(
            checks, service.is_raised, service.put_events, lambda: False, lambda: False, 3600.0
        )
        self.acts = table_acts(
            service, self.inspection, lambda: self.unfit, OneTimeCode(self.clock)
        )

    def _look(self) -> FaultValues:
        self.looked += 1
        return self.wrong

    def ask(self, request: TechnicianRequest) -> AnyAnswer:
        answer = self.acts[type(request)](request)
        texts = [answer.why] if isinstance(answer, Refusal) else getattr(answer, "notes", ())
        assert all(
            Words.load(language).render(text)
            for language in languages_with("technician")
            for text in texts
        )
        return answer

    def code(self) -> str:
        """The code as it stands on the dealer's display."""
        found: list[str] = []

        def read() -> bool:
            found[:] = re.findall(r"CODE (\S+)", " ".join(self.table.watcher.dealer))
            return bool(found)

        until(read)
        return found[0]


@pytest.fixture
def bench() -> Iterator[Bench]:
    with served() as table:
        yield Bench(table)


@contextmanager
def nothing_covers(bench: Bench) -> Iterator[None]:
    yield
    service = bench.table.service
    until(lambda: service._shown_panel is service.loop.panel)


# what a console has seen


@pytest.mark.clause("AGCO 17.1.7(3)")
@pytest.mark.parametrize(
    "what", ["login", "refused", "locked_out", "logout", "idle", "lost", "act"]
)
def test_session_is_journaled_in_words(bench: Bench, what: str) -> None:
    assert bench.ask(SessionReport(MARIE, what, "ttyGS0", "luc\x1b[2J")) == ActDone()  # type: ignore[arg-type]
    note = bench.table.notes()[-1]
    assert note.key == f"technician.{what}"
    for language in languages_with("technician"):
        said = Words.load(language).render(note)
        assert "ttyGS0" in said
        assert "\x1b" not in said


# the one-time code


@pytest.mark.parametrize(("before", "refusal"), [((), "turn_key"), ((KEY_ON, CONFIRM), "in_play")])
def test_code_needs_key_and_closed_table(bench: Bench, before: tuple, refusal: str) -> None:
    bench.table.after(*before)
    for code in (ShowCode(), ShowCode(show=False)):
        assert bench.ask(code) == Refusal(Text(f"technician.{refusal}"))
    assert bench.ask(EnrolPerson(None, "")) == Refusal(Text("technician.no_code"))


def test_code_check_shows_no_code(bench: Bench) -> None:
    bench.table.after(KEY_ON)
    assert bench.ask(ShowCode(show=False)) == ActDone()
    assert bench.ask(EnrolPerson(None, "")) == Refusal(Text("technician.no_code"))


def test_reader_of_the_code_enrolled_once(bench: Bench) -> None:
    bench.table.after(KEY_ON)
    assert isinstance(bench.ask(ShowCode()), ActDone)
    code = bench.code()
    assert len(code.replace("-", "")) == CODE_LENGTH
    assert set(code) <= {*CODE_ALPHABET, "-"}
    with nothing_covers(bench):
        assert bench.ask(EnrolPerson(None, code.lower(), MARIE)) == ActDone()
    assert bench.ask(EnrolPerson(None, code, MARIE)) == Refusal(Text("technician.no_code"))


def test_code_is_only_on_the_display(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.table.after(KEY_ON)
    bench.ask(ShowCode())
    code = bench.code()
    assert code not in repr(bench.table.service.status)
    assert code not in repr(list(map(bytes, bench.table.journal.live_records())))
    assert code not in caplog.text


def test_code_expires_after_wrong_tries(bench: Bench) -> None:
    bench.table.after(KEY_ON)
    bench.ask(ShowCode())
    code = bench.code()
    for _ in range(MAX_TRIES):
        assert bench.ask(EnrolPerson(None, "É" * CODE_LENGTH)) == Refusal(
            Text("technician.wrong_code")
        )
    assert bench.ask(EnrolPerson(None, code)) == Refusal(Text("technician.no_code"))


def test_code_expires_in_time(bench: Bench) -> None:
    bench.table.after(KEY_ON)
    bench.ask(ShowCode())
    code = bench.code()
    bench.clock.now_s = CODE_LIFETIME_S
    assert bench.ask(EnrolPerson(None, code)) == Refusal(Text("technician.no_code"))


def test_there_is_one_code_at_a_time() -> None:
    code = OneTimeCode(lambda: 0.0)
    first, second = code.make_code(), code.make_code()
    assert not code.verify_code(first)
    assert code.verify_code(second)
    assert not code.verify_code(second)


# patterns


@pytest.mark.parametrize("name", list(PATTERNS))
def test_pattern_shown_at_a_closed_table(bench: Bench, name: str) -> None:
    service = bench.table.service
    assert isinstance(bench.ask(ShowPattern(MARIE, name)), ActDone)
    until(lambda: bench.table.bus.target_panel is not service.loop.panel)
    with nothing_covers(bench):
        assert bench.ask(ShowPattern(MARIE, "")) == ActDone()
    until(lambda: bench.table.bus.target_panel is service.loop.panel)


def test_pattern_ends_when_the_table_opens(bench: Bench) -> None:
    bench.ask(ShowPattern(MARIE, "dark"))
    until(lambda: bench.table.bus.target_panel is not bench.table.service.loop.panel)
    with nothing_covers(bench):
        bench.table.after(CONFIRM)


def test_open_table_needs_service_mode(bench: Bench) -> None:
    bench.table.after(CONFIRM)
    assert bench.ask(ShowPattern(MARIE, "dark")) == ROUND_OPEN
    assert bench.ask(ServiceMode(MARIE)) == ActDone()
    bench.table.after(CONFIRM)
    assert isinstance(bench.ask(ShowPattern(MARIE, "dark")), ActDone)


def test_invalid_name_lists_the_valid(bench: Bench) -> None:
    answer = bench.ask(ShowPattern(MARIE, "rainbow"))
    assert answer == Refusal(Text("technician.no_pattern", {"names": ", ".join(PATTERNS)}))


# faults


NAMED = {"on": "player", "door": "shoe", "key": "confirm", "card": "AS", "player": "", "banker": ""}
TEMPLATES = read_templates("en")


def raised(code: str) -> FaultRaised:
    """A fault with all that its words need."""
    names = TEMPLATES[f"fault.{code}"].placeholders | TEMPLATES[f"remedy.{code}"].placeholders
    return FaultRaised("table", code, {name: NAMED.get(name, "1") for name in names - {"part"}})


def last_fault(bench: Bench) -> str | None:
    last = bench.table.service.status.last_fault
    return last.fault.code if last else None


@pytest.mark.clause("OAC 325:85-15-21(2)(B)")
@each("code", sorted(FAULT_KINDS))
def test_one_allows_only_two_person_faults(bench: Bench, code: str) -> None:
    bench.table.after(raised(code))
    until(lambda: last_fault(bench) == code)
    answer, both = bench.ask(ClearFaults(MARIE)), FAULT_KINDS[code].cure is FaultCure.TWO_PERSONS
    assert isinstance(answer, ClearedFaults)
    assert [found.code for found in answer.faults] == ([code] if both else [])
    bench.table.after(KEY_ON)
    until(lambda: not both or ClearAllowed("table", code) in bench.table.events())
    assert (ClearAllowed("table", code) in bench.table.events()) is both


def test_allowed_fault_waits_for_supervisor(bench: Bench) -> None:
    bench.table.after(FaultRaised("meters", "meters_differ", {"rounds": "1"}))
    until(lambda: bool(bench.table.service.status.faults))
    bench.ask(ClearFaults(MARIE))
    until(lambda: bench.table.service.status.faults[0].gone)
    assert bench.ask(ClearFaults(MARIE)) == ClearedFaults()


def test_persisting_fault_not_allowed(bench: Bench) -> None:
    bench.wrong = {"file": "rules.toml"}
    bench.table.after(
        FaultRaised("table", "program_changed", {"file": "rules.toml"}),
        FaultRaised("meters", "meters_differ", {"rounds": "1"}),
    )
    until(lambda: len(bench.table.service.status.faults) == 2)
    answer = bench.ask(ClearFaults(MARIE))
    assert isinstance(answer, ClearedFaults)
    assert [fault.code for fault in answer.faults] == ["meters_differ"]
    assert [fault.code for fault in answer.still] == ["program_changed"]


def test_inspection_is_made_soon(bench: Bench) -> None:
    bench.inspection.start()
    try:
        assert isinstance(bench.ask(InspectDevice(MARIE)), ActDone)
        until(lambda: bench.looked > 0)
    finally:
        bench.inspection.close()


# the table's own rules


def test_service_mode_starts_and_ends(bench: Bench) -> None:
    assert bench.ask(ServiceMode(MARIE, on=True)) == ActDone()
    assert bench.table.service.table.state.testing
    until(lambda: bench.table.service.status.testing)
    assert bench.ask(ServiceMode(MARIE, on=False)) == ActDone()
    assert not bench.table.service.table.state.testing


def test_table_refusal_has_its_reason(bench: Bench) -> None:
    answer = bench.ask(ServiceMode(MARIE, on=False))
    assert answer == Refusal(Text("why.not_testing"))


@pytest.mark.clause("25 CFR 547.9(b)(5)", "AGCO 12 two persons")
@pytest.mark.parametrize(
    ("who", "second"),
    [
        (MARIE, None),
        (MARIE, Person("marie", "supervisor")),
        (MARIE, Person("luc", "technician")),
        (MARIE, Person("luc", "auditor")),
        (None, LUC),
    ],
)
def test_one_person_does_not_reset_meters(
    bench: Bench, who: Person | None, second: Person | None
) -> None:
    answer = bench.ask(ResetMeters(who, second))
    assert answer == Refusal(Text("technician.two_persons"))


@pytest.mark.clause("ANZ key and PIN")
def test_two_persons_reset_the_meters(bench: Bench) -> None:
    assert bench.ask(ResetMeters(MARIE, LUC)) == Refusal(Text("why.supervisor_key"))
    bench.table.after(KEY_ON)
    assert bench.ask(ResetMeters(MARIE, LUC)) == ActDone()
    bench.table.after(CONFIRM)
    assert isinstance(bench.ask(ResetMeters(MARIE, LUC)), Refusal)


@pytest.mark.clause("AGCO 12 two persons")
@pytest.mark.parametrize(
    ("who", "second"),
    [(None, LUC), (MARIE, None), (LUC, LUC), (MARIE, Person("anne", "technician"))],
)
def test_one_person_corrects_no_round(
    bench: Bench, who: Person | None, second: Person | None
) -> None:
    answer = bench.ask(CorrectRound(who, 1, 1, "player", 500, "x", second=second))
    assert answer == Refusal(Text("technician.two_to_correct"))


@pytest.mark.clause("25 CFR 547.9(b)(5)", "NJ 13:69E-1.28P(d)")
def test_two_persons_correct_a_round(bench: Bench) -> None:
    correction = CorrectRound(MARIE, 1, 1, "player", 500, "two chips", second=LUC)
    refused = bench.ask(correction)
    assert isinstance(refused, Refusal)
    bench.table.after(*IN_A_ROUND, *map(CardRead, map(parse_card, ["9S", "TD", "TS", "5H"])))
    check = CheckCorrection(MARIE, 1, 1, "player", 500, "two chips")
    for request in (check, correction):
        assert bench.ask(request) == Refusal(Text("why.round_open"))
    bench.table.after(*bet(1, "player", 2000), CONFIRM)
    assert bench.ask(check) == ActDone()
    too_long = replace(check, reason="x" * 10_000)
    assert bench.ask(too_long) == Refusal(Text("why.reason_too_long", {"count": 200}))
    assert bench.ask(correction) == ActDone()
    place, names = Place(1, "player"), ("marie", "luc")
    assert CorrectionMade(1, place, 500, "two chips", names) in bench.table.events()
    two_lines = replace(correction, reason="two chips\nRound 2 corrected")
    assert bench.ask(two_lines) == Refusal(Text("why.reason_unprintable"))


# how it is served

ENDS: list[Callable[[Person], TechnicianRequest]] = [RestartService, EndService]


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("before", [IN_A_ROUND, CHIPS_LIE])
def test_table_with_chips_is_not_ended(
    bench: Bench, end: Callable[[Person], TechnicianRequest], before: tuple
) -> None:
    bench.table.after(*before)
    assert bench.ask(end(MARIE)) == ROUND_OPEN
    assert not bench.table.service._stopping


@pytest.mark.parametrize("before", [(), (CONFIRM,)])
def test_service_ends_between_rounds(bench: Bench, before: tuple) -> None:
    bench.table.after(*before)
    assert isinstance(bench.ask(EndService(MARIE)), ActDone)
    assert bench.table.service._stopping
    assert bench.table.service.restart_reason is None


def test_service_restarts_between_rounds(bench: Bench) -> None:
    assert isinstance(bench.ask(RestartService(MARIE)), ActDone)
    assert bench.table.service._stopping
    assert bench.table.service.restart_reason == Text("technician.restarted")


def test_bad_file_prevents_restart(bench: Bench) -> None:
    bench.unfit = Text("technician.round_open")
    assert bench.ask(RestartService(MARIE)) == Refusal(bench.unfit)
    assert not bench.table.service._stopping
