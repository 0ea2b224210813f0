"""Arbitrary requests to the technician's socket and the control socket of a real service.

The invariants: every line gets one answer, none is an unforeseen error, a code appears nowhere, and
a refused request has not reached the table: no event in its journal, no change of its state, its
meters, its parts or its configuration's file. The rights are listed here a second time.
"""

import json
import logging
import os
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest import mock

import msgspec
from msgspec.structs import replace

from firmware.core.table.checkpoint import Checkpoint
from firmware.core.vocabulary.events import CutCardSeen, FaultEnded, FaultRaised, KeySwitchTurned
from firmware.core.vocabulary.panel import PanelSound, Text
from firmware.shell.config.config import load_config
from firmware.shell.config_change.config_file import ConfigFile
from firmware.shell.device.inspection import DeviceInspection
from firmware.shell.device.log_ring import LogRing
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import DirectoryCopy, Journal, JournalReader
from firmware.shell.service.loop import TableLoop
from firmware.shell.sheets.posted_sheet import rules_poster
from firmware.shell.sockets import line_socket
from firmware.shell.sockets.control import ControlSocket
from firmware.shell.sockets.line_client import send_request
from firmware.shell.technician import requests
from firmware.shell.technician import technician_socket as technician
from firmware.shell.technician.answers import Refusal
from firmware.shell.technician.config_acts import config_acts
from firmware.shell.technician.journal_acts import EXPORT_DIRECTORY, journal_acts
from firmware.shell.technician.one_time_code import OneTimeCode
from firmware.shell.technician.requests import AnyRequest
from firmware.shell.technician.table_acts import is_between_rounds, is_idle, table_acts
from firmware.shell.technician.technician_socket import (
    LONGEST_REQUEST,
    UNRECORDED_REQUESTS,
    TechnicianSocket,
)
from firmware.shell.trust.keys import DeviceKey
from hal.gauges import LinuxGauges
from hal.ports import Millis
from tests.campaigns.fuzz.console_fuzz_session import TECHNICIAN_ALONE, Judge, LogJudge, place_of
from tests.campaigns.fuzz.console_fuzz_typing import MARK
from tests.campaigns.fuzz.console_fuzz_values import HOSTILE, HUGE, a_text, a_value
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, SETTING, STAMP, UNDO, bet, cards, do, table
from tests.kits.shell.part_bench import EXAMPLES, PartBench
from tests.kits.shell.served_table import Served, served, until

LIVES = 2_000
"""Inputs after which another table is served: a journal in memory only grows."""
MOVES = (
    (KeySwitchTurned(on=True),), (KeySwitchTurned(on=False),),
    (CONFIRM,), (CONFIRM,), (CLOSE,), (UNDO,),
    tuple(bet(1, "player", 1000)), tuple(bet(1, "player", 0)), tuple(cards("4S KD 2H 7C")),
    (FaultRaised("meters", "meters_differ", {"rounds": "1"}),), (FaultRaised("shoe", "lost"),),
    (FaultEnded("shoe", "lost"),), (CutCardSeen(),),
)  # fmt: skip
"""What happens at the table meanwhile."""
KNOWN: dict[str, tuple[object, ...]] = {
    "part": ("shoe", "chips", "lights", "keys", "presence", "host", "i2c"),
    "frame": ("version", "status", "VERSION", "stand_by"),
    "name": ("walk", "dark", "each_light", "lea", "account remove sam", ""),
    "bundle": ("a.evidence", "../state/device.key", ".."),
    "code": (MARK, MARK[:8]),
    "on": (True, False),
    "what": ("login", "act", "lost"),
    "count": (1, 20, 500),
    "first": (None, 1, 2),
    "last": (None, 1, 2),
    "after": (-1, 0, 5),
}
"""Values that come to something."""
WHO = (
    None, {"name": "lea", "role": "technician"}, {"name": "lea", "role": "technician"},
    {"name": "sam", "role": "supervisor"}, {"name": "ann", "role": "auditor"},
    {"name": "lea", "role": "supervisor"},
)  # fmt: skip
LAST = ("restart", "shutdown", "apply", "revert")
"""With these a service ends; the next one takes long to begin."""
BY_THE_TABLE = "why."
"""What the table itself refuses, by its rules, is a thing that happened at it."""
READS = ("status", "test", "meters", "recall")
OTHERS = (None, True, 0, -1, 1e308, "", "x", [], {}, [[]], {"role": "technician"}, 2**70)
NUMBERS = (
    b"1e999",
    b"-0",
    b"1.5",
    b"9" * 400,
    b"-" + b"9" * 20,
    b"0x10",
    b"NaN",
    b"Infinity",
    b"007",
)


class Asker:
    """Makes lines; `request` gives what the socket understands."""

    def __init__(self, chance: Random, request: Callable[[], Any], longest: int) -> None:
        self._chance, self._request, self._longest = chance, request, longest

    def line(self) -> bytes:
        made = self._chance.choices(
            (self._right, self._otherwise, self._harmed, self._deep, self._number, self._noise,
             self._long),
            (48, 16, 18, 4, 5, 8, 1),
        )[0]  # fmt: skip
        return made().replace(b"\n", b" ")[: self._longest - 1] + b"\n"

    def _right(self) -> bytes:
        return _encoded(self._request())

    def _otherwise(self) -> bytes:
        """A request with a value of another type, a key too many, or one twice."""
        chance, made = self._chance, self._request()
        name = chance.choice([*made, "who", "act", "second", "extra", a_text(chance, 20)])
        made[name] = chance.choice(
            (*OTHERS, *WHO, chance.choice(HUGE), [dict(made)], {"who": dict(made)})
        )
        octets = _encoded(made)
        return octets[:-1] + b"," + octets[1:] if chance.random() < 0.2 else octets

    def _harmed(self) -> bytes:
        chance, octets = self._chance, bytearray(self._right())
        for _ in range(chance.choice((1, 1, 2, 4))):
            at = chance.randrange(len(octets) + 1)
            harm = (
                chance.choice(HOSTILE).encode(),
                chance.randbytes(2),
                b'"',
                b"{",
                b"\\ud800",
                b"",
            )
            octets[at : at + chance.choice((0, 1, 3))] = chance.choice(harm)
        return bytes(octets)

    def _deep(self) -> bytes:
        chance = self._chance
        piece = chance.choice((b"[", b'{"act":', b'{"who":', b'[{"a":'))
        inner = piece * chance.choice((5, 200, 1500, 20_000))
        return chance.choice((inner, b'{"act":"said","name":' + inner, b'{"get":' + inner))

    def _number(self) -> bytes:
        number = self._chance.choice((*NUMBERS, str(self._chance.choice(HUGE)).encode()))
        name = self._chance.choice(("count", "rounds", "first", "last", "after", "name", "act"))
        head = self._right()[:-1] if self._chance.random() < 0.7 else b'{"get":"recall"'
        return head + b',"' + name.encode() + b'":' + number + b"}"

    def _noise(self) -> bytes:
        return self._chance.randbytes(self._chance.randint(0, 80))

    def _long(self) -> bytes:
        return _encoded(
            {**self._request(), "name": "x" * self._chance.choice((65, 4000, self._longest))}
        )


def _encoded(made: object) -> bytes:
    return json.dumps(made).encode()


class State(NamedTuple):
    """All that a refused request must have left as it was."""

    events: int
    table: Checkpoint
    meters: object
    parts: tuple[tuple[int, int, bool], ...]
    configuration: bytes
    ending: bool


class Nothing(msgspec.Struct):
    """Asks for nothing; who has come before is served before."""


class Far:
    """A table in service with everything that may be asked of it, in a folder of its own."""

    def __init__(self, chance: Random, folder: Path, stack: ExitStack, judge: Judge) -> None:
        self.chance = chance
        self.judge = judge
        self.notes = self.events = 0
        self.table: Served = stack.enter_context(served())
        self._before = len(self.table.events())
        loop = self.table.service.loop
        loop._listeners = (*loop._listeners, self._count_event)
        self.bench = PartBench()
        self.bench.sim.shoe.power_on()
        self.bench.run(1500)
        self._path = folder / "table.toml"
        self.text = (EXAMPLES / "baccarat.toml").read_text().replace("/etc/croupier", str(folder))
        self._path.write_text(self.text)
        shutil.copy(EXAMPLES / "chips.csv", folder)
        self._exports = folder / EXPORT_DIRECTORY
        copies = [folder / "a", folder / "b"]
        _play(copies)
        self.reader = JournalReader(copies)
        service = self.table.service
        never = DeviceInspection(
            [], service.is_raised, service.put_events, lambda: False, lambda: False, 3600.0
        )
        between = partial(is_between_rounds, service.table)
        file = ConfigFile(self._path, folder, load_config(self._path))
        acts = {
            **table_acts(service, never, lambda: None, OneTimeCode(lambda: 0.0)),
            **self.bench.acts,
            **config_acts(file, between, self.record, service.end_in_order, lambda: None),
            **journal_acts(copies, folder, DeviceKey.enrol(folder), LogRing(), LinuxGauges()),
        }
        self.technician = TechnicianSocket(folder / "technician", acts, self.record)
        stack.enter_context(closing(self.technician))
        self.control = ControlSocket(
            folder / "control",
            lambda _: service.status,
            service.buses.test_parts,
            lambda: service.table.state.meters,
            self.reader,
            rules_poster(file.served_config),
        )
        stack.enter_context(closing(self.control))

    def _count_event(self, _event: object, _rulings: object) -> None:
        self.events += 1

    def check_journal(self) -> None:
        """Hold what the table was sent to what stands in its journal in the end."""
        if self.ending:
            self.table.loop.join()
        else:
            self.table.service.record_note(Text("technician.inspect"))
        found = len(self.table.events()) - self._before
        if found != self.events:
            self.judge.blame("the journal has other events", f"{found} for {self.events}")

    def record(self, note: Any) -> None:
        self.notes += 1
        if MARK in repr(note):
            self.judge.blame("a code is kept in the journal", note)
        self.table.service.record_note(note)

    def move(self) -> None:
        """Have something happen at the table."""
        for event in self.chance.choice(MOVES):
            self.table.service.handle(event)
        self.bench.idle = is_idle(self.table.service.table)
        self.settle()

    def settle(self) -> None:
        """Wait until all that was sent to the table has been handled."""
        if not self.ending:
            for _ in range(2):
                self.table.service._inbox.call_and_wait(lambda: None, 10.0)
        self.bench.events.clear()
        self.bench.turns.clear()

    @property
    def ending(self) -> bool:
        return self.table.service._stopping

    def state(self) -> State:
        table = self.table.service.table
        attached = [one for bus in self.bench.buses for one in bus.attached]
        return State(
            self.events,
            table.checkpoint(),
            table.state.meters,
            tuple((one.selftest.test_count, one.losses, one.is_up) for one in attached),
            self._path.read_bytes(),
            self.ending,
        )

    def tidy(self) -> None:
        """Throw away what was exported."""
        shutil.rmtree(self._exports, ignore_errors=True)


def _play(copies: list[Path]) -> None:
    """Leave a journal of two rounds."""
    files = (DirectoryCopy(copies[0]), DirectoryCopy(copies[1]))
    loop = TableLoop(table(), Ledger(Journal.open(files, STAMP), SETTING))
    loop.begin(Millis(0))
    do(loop, CONFIRM)
    for _ in range(2):
        do(
            loop,
            *bet(1, "banker", 1000),
            CLOSE,
            *cards("4S KD 2H 7C"),
            *bet(1, "banker", 0),
            CONFIRM,
        )


class SocketTarget:
    """A socket that is asked line by line, and now and then over its wire."""

    longest: int

    def __init__(self, chance: Random) -> None:
        self.judge = Judge()
        self.inputs = 0
        self._chance = chance
        self._asker = Asker(chance, self._request, self.longest)

    def act(self) -> None:
        """Serve one table until it is asked to end, or has been asked enough."""
        end = self.inputs + LIVES
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            self.far = Far(self._chance, folder, stack, self.judge)
            while self.inputs < end and not self.far.ending:
                self._step()
            self.far.check_journal()
            del self.far

    def _step(self) -> None:
        kind = self._chance.random()
        if kind < 0.05:
            self.far.move()
        if kind > 0.995:
            self._visit()
        else:
            line = self._asker.line()
            self.judge.typed(line)
            self.inputs += 1
            self._ask(line)

    def _ask(self, line: bytes) -> None:
        raise NotImplementedError

    def _request(self) -> Any:
        raise NotImplementedError

    @property
    def _served(self) -> line_socket.LineSocket:
        raise NotImplementedError

    def _answered(self, answer: Callable[[bytes, int], msgspec.Struct], line: bytes) -> Any:
        try:
            found = answer(line, os.getuid())
            self.judge.came_to[type(found).__name__] += 1
            self.judge.take_answer(msgspec.json.encode(found))
        except Exception as error:  # noqa: BLE001  # whatever escapes is counted, that is the point
            self.judge.blame(f"{type(error).__name__} escapes: {error!s:.80}", place_of(error))
            return None
        return found

    # over the wire

    def _visit(self) -> None:
        """Be a client: well-behaved, one who goes away, one who never reads."""
        lines = [self._asker.line()[:4000] for _ in range(self._chance.randint(1, 30))]
        sent = b"".join(line for line in lines if line.endswith(b"\n") and not _ends(line))
        manner = self._chance.choice(("whole", "whole", "cut", "gone"))
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(60)
            client.connect(os.fspath(self._served._path))
            sent = sent[:-1] if manner == "cut" else sent
            with suppress(ConnectionError):
                client.sendall(sent)
            if manner != "gone":
                client.shutdown(socket.SHUT_WR)
                self._check_answers(b"".join(iter(lambda: client.recv(65536), b"")), sent)
        self.inputs += sent.count(b"\n")
        send_request(self._served._path, Nothing(), msgspec.Raw)
        until(lambda: not self._served._clients)
        self.far.settle()

    def _check_answers(self, received: bytes, sent: bytes) -> None:
        answers = received.split(b"\n")[:-1]
        if len(answers) != len(sent.removesuffix(b"\n").split(b"\n")) * bool(sent):
            self.judge.blame("a line is not answered", f"{len(answers)} answers to {sent!r}")
        for answer in answers:
            json.loads(answer)


def _ends(line: bytes) -> bool:
    """Whether a line may have the service end, which is asked without a wire."""
    return any(word.encode() in line for word in LAST)


class TechnicianTarget(SocketTarget):
    """What acts, and for whom."""

    longest = LONGEST_REQUEST

    @property
    def _served(self) -> line_socket.LineSocket:
        return self.far.technician

    def _request(self) -> Any:
        chance, made = self._chance, a_value(self._chance, AnyRequest)
        while made["act"] in LAST and chance.random() < 0.9:
            made = a_value(chance, AnyRequest)
        for name in made:
            if name in ("who", "second", "account") and chance.random() < 0.9:
                made[name] = chance.choice(WHO)
            elif name == "text" and chance.random() < 0.7:
                made[name] = self._text()
            elif name in KNOWN and chance.random() < 0.6:
                made[name] = chance.choice(KNOWN[name])
        return made

    def _text(self) -> str:
        """A configuration, whole or not."""
        chance, text = self._chance, self.far.text
        at = chance.randrange(len(text))
        return chance.choice((
            text,
            text.replace('name = "', f'name = "{chance.randint(1, 9)} ', 1),
            text[:at],
            text[:at] + chance.choice(HOSTILE) + text[at:],
            f"{text}\n[{chance.choice(HOSTILE)}]\n",
            "[" * 400,
        ))  # fmt: skip

    def _ask(self, line: bytes) -> None:
        far = self.far
        before, notes = far.state(), far.notes
        far.bench.turns.clear()
        answer = self._answered(far.technician._answer_request, line)
        if answer is None:
            return
        if isinstance(answer, Refusal):
            self._check_refused(answer, before, notes)
        else:
            self._check_right(line, before)
            far.settle()

    def _check_refused(self, answer: Refusal, before: State, notes: int) -> None:
        key, judge = answer.why.key, self.judge
        judge.came_to[key] += 1
        if key in ("technician.failed", "technician.no_turn"):
            judge.blame(f"an act fails: {answer.why.values}", answer)
        after = self.far.state()
        if key.startswith(BY_THE_TABLE):
            before, after = _but_for_its_refusal(before), _but_for_its_refusal(after)
        if after != before:
            judge.blame("what is refused has changed something", f"{answer} {before}")
        if key == "technician.malformed" and self.far.notes != notes:
            judge.blame("what is no request is in the journal", answer)
        if key in ("technician.malformed", "technician.not_yours") and self.far.bench.turns:
            judge.blame("what is refused has reached a bus", answer)

    def _check_right(self, line: bytes, before: State) -> None:
        request = msgspec.json.decode(line, type=AnyRequest)
        self.judge.came_to[f"done: {type(request).__name__}"] += 1
        role = request.who.role if request.who else "technician"
        if isinstance(request, TECHNICIAN_ALONE) and role != "technician":
            self.judge.blame("done without a right", request)
        if isinstance(request, requests.ResetMeters) and not _two(request):
            self.judge.blame("one person has reset the meters", request)
        looks_only = type(request) in UNRECORDED_REQUESTS and not isinstance(
            request, requests.ReadLevels
        )
        if looks_only and self.far.state() != before:
            self.judge.blame("a look has changed something", request)


def _but_for_its_refusal(state: State) -> State:
    """The table journals what it refuses itself, and says so by a sound."""
    table = state.table
    silent = replace(table, device=replace(table.device, sound=PanelSound()))
    return state._replace(events=0, table=silent)


def _two(request: requests.ResetMeters) -> bool:
    who, second = request.who, request.second
    if who is None or second is None or who.name == second.name:
        return False
    return (who.role, second.role) == ("technician", "supervisor")


class ControlTarget(SocketTarget):
    """What is only read, by anybody."""

    longest = line_socket.LONGEST_REQUEST

    @property
    def _served(self) -> line_socket.LineSocket:
        return self.far.control

    def _request(self) -> Any:
        chance = self._chance
        name = chance.choices((*READS, a_text(chance)), (30, 10, 40, 2, 18))[0]
        rounds = chance.choice((1, 2, 10, *HUGE))
        return {"get": name, "rounds": rounds} if chance.random() < 0.3 else {"get": name}

    def _ask(self, line: bytes) -> None:
        before = self.far.state()
        self._answered(self.far.control._answer_query, line)
        if self.far.state() != before:
            self.judge.blame("what is read has changed something", before)


@contextmanager
def asked(
    chance: Random, kind: type[SocketTarget], *, counted: bool = False
) -> Iterator[SocketTarget]:
    """A target whose sockets answer as fast as they can. Calls are not counted in their threads."""
    with ExitStack() as stack:
        for place, name, value in (
            (technician, "ACTS_A_SECOND", 10**6),
            (line_socket, "ANSWERS_A_SECOND", 10**6),
            (line_socket, "REST_FACTOR", 0),
        ):
            stack.enter_context(mock.patch.object(place, name, value))
        target = kind(chance)
        log_judge = LogJudge(target.judge)
        logging.getLogger().addHandler(log_judge)
        stack.callback(logging.getLogger().removeHandler, log_judge)
        yield target
