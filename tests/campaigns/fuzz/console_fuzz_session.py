"""Sessions at a console: arbitrary input from the person, arbitrary answers from the table.

The wire has no thread here, it is read when something waits for input: the seed determines
everything. The invariants: no error escapes or is reported as unforeseen, no passphrase appears
anywhere, no typed or received text controls the terminal, nothing is requested of the table without
a right, and no input keeps the console busy for ever.
"""

import logging
import re
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from unittest import mock

import msgspec

from firmware.console.access.accounts import Accounts
from firmware.console.access.passphrases import HashCost
from firmware.console.session.execute import LineOutcome
from firmware.console.session.session import Session
from firmware.console.table.client import NoAnswer
from firmware.console.terminal.terminal import CURSOR_QUERY, Terminal
from firmware.console.wires.reader_thread import WireReader
from firmware.console.wires.wire import InputEnded, LineLost, WireKind
from firmware.core.table.meters import Meters
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from firmware.shell.recall import RecalledRounds
from firmware.shell.sockets.control import PartsReport
from firmware.shell.technician import answers, requests
from firmware.shell.technician.answers import AnyAnswer
from firmware.shell.technician.requests import Person, TechnicianRequest
from firmware.shell.why.spoken_answer import SpokenRounds
from firmware.shell.words.languages import Language, languages_with
from tests.campaigns.fuzz.console_fuzz_typing import MARK, PASSPHRASE, PEOPLE, Typist
from tests.campaigns.fuzz.console_fuzz_values import KEYS, a_struct, a_text

CHEAP = HashCost(memory_kib=8, passes=1, lanes=1)
PORTIONS = 60
"""After so many, more or less, somebody pulls the cable, where nobody has left before."""
POOL = 80
"""Answers of each kind."""
LOSS = 1 / 500
CUT = 0.3
"""How often the cable is pulled while the console draws."""
SILENT = 0.03
ABLE = 0.05
"""How often a terminal at a line does more than print: `console-screen` has only such."""
MOST_CALLS = 1_000_000
CALLS_AN_OCTET = 5_000
"""Python and C calls that an input may come to: drawing a long line again is what costs most."""
CALLS = frozenset({"call", "c_call"})
MOST_ASKED = 100
MOST_SENT = 1 << 20
"""What the table may be asked, and octets that may be sent, for a portion and each of its lines."""

ANSWERS: dict[type[TechnicianRequest], type[answers.Answer]] = {
    requests.ClearFaults: answers.ClearedFaults,
    requests.ScanBus: answers.BusDevices,
    requests.ReadLevels: answers.SensorLevels,
    requests.WatchWires: answers.WireFrames,
    requests.JournalTail: answers.JournalEntries,
    requests.ExportBundle: answers.ExportedBundle,
    requests.VerifyBundle: answers.VerifiedBundle,
    requests.LogRequest: answers.LogLines,
    requests.Configuration: answers.CurrentConfig,
    requests.CompareConfiguration: answers.ConfigComparison,
}
"""To all others that it is done."""
WITHOUT_LOGIN = (requests.SessionReport, requests.ShowCode, requests.EnrolPerson)
TECHNICIAN_ALONE = (
    requests.RestartPart,
    requests.ShowPattern,
    requests.ScanBus,
    requests.SendFrame,
    requests.ReadLevels,
    requests.Calibrate,
    requests.WatchWires,
    requests.ClearFaults,
    requests.ServiceMode,
    requests.ResetMeters,
    requests.RestartService,
    requests.EndService,
    requests.CompareConfiguration,
    requests.ApplyConfiguration,
    requests.RevertConfiguration,
    requests.SealConfiguration,
)
"""By the console's design: a supervisor is the second person and reads, an auditor reads."""

OWN = re.compile(r"\x1b\[(?:\d+(?:;\d+)*)?[mABCDGHJK]|\x1b\[\?(?:\d+)[hl]")
"""The sequences that the console itself draws with."""
HARMLESS = "\r\n\b\u00a0"


class Wrong(Exception):
    """What should not have been."""


class Judge:
    """Hears what is sent, asked and logged, and keeps what should not have been."""

    def __init__(self) -> None:
        self.wrong: Counter[str] = Counter()
        self.first: dict[str, str] = {}
        self.came_to: Counter[str] = Counter()
        self._recent: deque[bytes] = deque(maxlen=3)
        self._sent: list[bytes] = []
        self._asked = 0
        self._calls = 0
        self.most_calls = 0
        self._able = False

    # what happens

    def begin(self, *, able: bool) -> None:
        """A session begins."""
        self._settle()
        self._able = able
        self._recent.clear()

    def typed(self, portion: bytes) -> None:
        """A portion goes out; what came of the one before is complete."""
        self._settle()
        self._recent.append(portion)

    def sent(self, data: bytes) -> None:
        """The console draws."""
        self._sent.append(data)

    def asked(self, request: TechnicianRequest, person: Person | None) -> None:
        """The table is asked, while that person is logged in."""
        self._asked += 1
        self.came_to[type(request).__name__] += 1
        if MARK.encode() in msgspec.json.encode(request):
            self.blame("a passphrase is told to the table", request)
        if isinstance(request, WITHOUT_LOGIN):
            return
        role = request.who.role if request.who else None
        if request.who != person or role is None:
            self.blame("the table is asked in another's name", request)
        if isinstance(request, TECHNICIAN_ALONE) and role != "technician":
            self.blame("the table is asked without a right", request)

    def take_answer(self, answer: bytes) -> None:
        """A socket answers."""
        if MARK.encode() in answer:
            self.blame("a code is told again", answer)

    def blame(self, what: str, where: object) -> None:
        """Keep one thing that is wrong, and where it was first."""
        self.wrong[what] += 1
        self.first.setdefault(what, f"{where!s:.600} after {list(self._recent)!r:.900}")

    def profile(self, _frame: object, event: str, _what: object) -> None:
        """Count a call that is made (see `sys.setprofile`)."""
        if event in CALLS:
            self._calls += 1

    # what came of it

    def _settle(self) -> None:
        octets = b"".join(self._sent)
        typed = self._recent[-1] if self._recent else b""
        shares = 2 + typed.count(b"\r") + typed.count(b"\n")
        if len(octets) > MOST_SENT * shares or self._asked > MOST_ASKED * shares:
            self.blame("an input comes to too much", f"{len(octets)} sent, {self._asked} asked")
        if self._calls > MOST_CALLS * shares + CALLS_AN_OCTET * len(typed):
            self.blame("an input keeps the console busy", f"{self._calls} calls")
        self.most_calls = max(self.most_calls, self._calls)
        self._sent.clear()
        self._asked = self._calls = 0
        if octets:
            self._read(octets)

    def _read(self, octets: bytes) -> None:
        try:
            text = octets.replace(CURSOR_QUERY, b"").decode()
        except UnicodeDecodeError as error:
            self.blame("what is sent is no UTF-8", error)
            return
        seen = OWN.sub("", text) if self._able else text
        raw = [c for c in dict.fromkeys(seen) if not (c.isprintable() or c in HARMLESS)]
        if raw:
            self.blame("a terminal is sent what it obeys", f"{raw!r} in {text!r}")
        if MARK in seen:
            self.blame("a passphrase is echoed", text)


class LogJudge(logging.Handler):
    """Hears what the program logs: errors are none that it foresaw."""

    def __init__(self, judge: Judge) -> None:
        super().__init__()
        self._judge = judge

    def emit(self, record: logging.LogRecord) -> None:
        said = record.getMessage()
        if MARK in said:
            self._judge.blame("a passphrase is logged", said)
        if record.levelno >= logging.ERROR:
            self._judge.blame(f"an unforeseen error: {said.splitlines()[-1]:.90}", said)


class Wire:
    """Implements `firmware.console.wires.wire.Wire`: somebody types when he is waited for."""

    name = "ttyGS0"

    def __init__(self, chance: Random, typist: Typist, judge: Judge, kind: WireKind) -> None:
        self.kind = kind
        self.asks: Callable[[], bytes] = typist.portion
        """What comes next: a line, an answer, a passphrase."""
        self.lines = 0
        self._chance, self._judge = chance, judge
        self._left = chance.randint(1, 2 * PORTIONS)
        self._until_cut = chance.randint(0, 60_000) if chance.random() < CUT else None
        self._queries = 0
        self._able = chance.random() < ABLE if kind == "line" else kind == "terminal"

    @property
    def answers_queries(self) -> bool:
        return self._able

    def read(self, most_s: float) -> bytes:
        if self._queries:
            self._queries -= 1
            return b"\x1b[1;1R" if self._able else b""
        self._left -= 1
        if self._left < 0 or self._chance.random() < LOSS:
            raise (
                InputEnded
                if self.kind == "pipe" and self._chance.random() < 0.5
                else LineLost("pulled")
            )
        portion = self.asks()
        self.lines += max(1, portion.count(b"\r") + portion.count(b"\n"))
        self._judge.typed(portion)
        return portion

    def write(self, data: bytes) -> None:
        if self._until_cut is not None:
            self._until_cut -= len(data)
            if self._until_cut < 0:
                raise LineLost("pulled")
        self._queries += data.count(CURSOR_QUERY)
        self._judge.sent(data)


class OpenEar(WireReader):
    """An ear without a thread: it listens when something is waited for."""

    def __init__(self, wire: Wire, pass_s: Callable[[float], None]) -> None:
        super().__init__(wire)
        self._pass_s = pass_s

    def take_input(self, timeout_s: float | None, max_octets: int = 1 << 18) -> bytes:
        try:
            return super().take_input(timeout_s, max_octets)
        finally:
            if self._listener and not self._unread_octets:
                self._listener()

    def _wait_until(self, timeout_s: float | None, condition: Callable[[], object]) -> None:
        while not condition() and self._input_end is None:
            try:
                data = self._wire.read(timeout_s or 0)
                self._pass_s(1.0)
            except (LineLost, InputEnded) as end:
                self._end_input(end)
                return
            if data:
                self._store_octets(self._normalize_line_ends(data))
            elif timeout_s is not None:
                self._pass_s(timeout_s)
                return


class Sat(Terminal):
    """A terminal at such a wire, whose far end knows what it is asked."""

    def __init__(self, wire: Wire, typist: Typist, clock: "Clock") -> None:
        super().__init__(wire, clock)
        self._wire_reader = OpenEar(wire, clock.go)
        self._at, self._typist = wire, typist

    def ask(self, question: str, *, hidden: bool) -> str:
        self._at.asks = self._typist.passphrase if hidden else self._typist.answer
        try:
            return super().ask(question, hidden=hidden)
        finally:
            self._at.asks = self._typist.portion


class Clock:
    """Seconds that pass where something is waited for."""

    def __init__(self) -> None:
        self.now_s = 1_795_000_000.0

    def __call__(self) -> float:
        return self.now_s

    def go(self, seconds: float) -> None:
        self.now_s += seconds

    def wall_ms(self) -> int:
        return int(self.now_s * 1000)


class CannedTable:
    """Implements `command.Table`: answers of every kind, mostly of the one that fits."""

    def __init__(self, chance: Random, judge: Judge) -> None:
        self.person: Callable[[], Person | None] = lambda: None
        self._chance, self._judge = chance, judge
        self._pools: dict[object, list[object]] = {}
        for kind in (
            Status,
            PartsReport,
            Meters,
            RecalledRounds,
            SpokenRounds,
            *set(ANSWERS.values()),
            AnyAnswer,
        ):
            self._pools[kind] = [a_struct(chance, kind) for _ in range(POOL)]
        for status in self._pools[Status][::2]:
            assert isinstance(status, Status)
            known = msgspec.structs.replace(status, table="Baccara 2", language="en")
            self._pools[Status].append(known)

    def status(self) -> Status:
        return self._one(Status)

    def test(self) -> PartsReport:
        return self._one(PartsReport)

    def meters(self) -> Meters:
        return self._one(Meters)

    def recall(self, rounds: int) -> RecalledRounds:
        return self._one(RecalledRounds)

    def why(self, rounds: int, language: Language) -> SpokenRounds:
        return self._one(SpokenRounds)

    def ask(self, request: TechnicianRequest) -> AnyAnswer:
        self._judge.asked(request, self.person())
        kind = self._chance.random()
        if kind < 0.15:
            raise RequestFailed(Text(self._chance.choice(KEYS), self._values()))
        if kind < 0.18:
            raise RequestFailed(Text(a_text(self._chance), self._values()))
        if isinstance(request, WITHOUT_LOGIN) and kind < 0.9:
            return answers.ActDone()
        wanted = AnyAnswer if kind < 0.25 else ANSWERS.get(type(request), answers.ActDone)
        return self._one(wanted)

    def _values(self) -> dict[str, str | int | Text]:
        names = ("part", "why", "count", "names", "role", "path", "cents", "what", "line")
        return {name: a_text(self._chance) for name in names if self._chance.random() < 0.8}

    def _one(self, kind):
        if self._chance.random() < SILENT:
            raise NoAnswer(Text("console.no_table", {"path": a_text(self._chance)}))
        pool = self._pools.setdefault(kind, []) or self._pools[AnyAnswer]
        return self._chance.choice(pool)


class Watched(Session):
    """A session that counts what came of each line."""

    def __init__(self, judge: Judge, *given, **more) -> None:
        super().__init__(*given, **more)
        self._judge = judge

    def execute(self, line) -> LineOutcome:
        outcome = super().execute(line)
        self._judge.came_to[outcome.name.lower()] += 1
        return outcome


class SessionTarget:
    """One session after the other; `kinds` are the far ends that sit there."""

    def __init__(self, chance: Random, folder: Path, kinds: tuple[WireKind, ...]) -> None:
        self.judge = Judge()
        self.inputs = 0
        self._chance, self._folder, self._kinds = chance, folder, kinds
        self._clock = Clock()
        self._table = CannedTable(chance, self.judge)
        self._typist: Typist | None = None
        for person in PEOPLE:
            self._accounts().add_account(person, PASSPHRASE)

    def act(self) -> None:
        """Serve whoever sits down until he has gone."""
        chance, judge = self._chance, self.judge
        self._typist = self._typist or Typist(chance, self._names())
        wire = Wire(chance, self._typist, judge, chance.choice(self._kinds))
        terminal = Sat(wire, self._typist, self._clock)
        session = Watched(
            judge,
            terminal,
            self._table,
            self._accounts,
            chance.choice((None, *languages_with("console"))),
            chance.choice((30.0, 600.0)),
        )
        self._table.person = lambda: session.person
        self._clock.go(chance.choice((0, 30, 90)))
        self._typist.sit_down()
        judge.begin(able=wire.answers_queries)
        try:
            terminal.wait_for_person()
            session.run()
        except LineLost:
            pass
        except Exception as error:  # noqa: BLE001  # whatever escapes is counted, that is the point
            judge.blame(f"{type(error).__name__} escapes: {error!s:.80}", place_of(error))
        finally:
            terminal.close()
        self._table.person = lambda: None
        judge.typed(b"")
        self.inputs += wire.lines

    def _accounts(self) -> Accounts:
        return Accounts(self._folder, self._clock.wall_ms, CHEAP)

    def _names(self) -> list[str]:
        """The names of all commands, as a session has them."""
        from firmware.console.commands import command_groups

        asked: list[str] = []
        for group in command_groups(mock.Mock(groups={}, commands={})).values():
            asked += [command.name for command in group]
        return asked


def place_of(error: Exception) -> str:
    """Where it was raised, and by what way."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        place, trace = f"{place} {Path(code.co_filename).name}:{trace.tb_lineno}", trace.tb_next
    return place


@contextmanager
def sessions(
    chance: Random, kinds: tuple[WireKind, ...], *, counted: bool = False
) -> Iterator[SessionTarget]:
    """A target in a folder of its own, its calls `counted`; nobody sets this machine's clock."""
    refused = mock.Mock(side_effect=PermissionError)
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(time, "clock_settime", refused):
        target = SessionTarget(chance, Path(folder), kinds)
        log_judge = LogJudge(target.judge)
        logging.getLogger().addHandler(log_judge)
        if counted:
            sys.setprofile(target.judge.profile)
        try:
            yield target
        finally:
            sys.setprofile(None)
            logging.getLogger().removeHandler(log_judge)
