"""A bank of slot machines: its wire, and the lines at its socket.

A bank takes no message of the floor, to which its uplink only sends; from outside come the octets
of its machines. Some of them answer whatever they like, with a valid CRC or without. One is honest:
its link must stay up, and at the end the host must have each coin of it.
"""

import threading
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import ClassVar, Final

import msgspec

from drivers.sas.crc_bcd import CRC_SIZE, encode_bcd, with_crc
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.requests import Person
from firmware.slots.alarms import bank_alarms
from firmware.slots.requests import (
    AcknowledgeRequest,
    BankRequestHandler,
    DecisionRequest,
    StatusRequest,
)
from firmware.slots.status import BankStatus
from firmware.slots.terms import WHOLE_MACHINE
from hal.ninth_bit import Octet, encode_octet
from sim.play.virtual_bank import VirtualBank
from sim.slot_machine.machine import Cabinet, SimSlotMachine
from sim.slot_machine.players import SimPlayer
from sim.slot_machine.wire import SimSlotWire
from sim.world.virtual_clock import VirtualClock
from tests.campaigns.fuzz.floor.absurd_json import absurd_text, damaged
from tests.campaigns.slots.slots_day import COUNTED
from tests.kits.slots.bank_world import terms

HONEST: Final = 1
MACHINES: Final = 6
QUIET_MS: Final = 60_000
NEXT_ANSWER_MS: Final = 1000
LINE_SHARE: Final = 0.2
WORST_MS: Final = 600_000
"""In this time a batch is answered on a wire of this many machines."""
REQUESTS: Final = (
    StatusRequest(),
    AcknowledgeRequest(2, "anne", "right"),
    AcknowledgeRequest(3, "luc", "right"),
    DecisionRequest(2, "anne", "right", "machine", 75),
    DecisionRequest(3, "anne", "wrong", "player"),
)


class Answer(msgspec.Struct, frozen=True):
    """How a hostile machine answers the next poll; `seed` decides between harms."""

    seed: int


class HostileWire(SimSlotWire):
    """A wire of which all machines but the honest one answer as they are given."""

    def __init__(self, machines: Sequence[SimSlotMachine], clock: VirtualClock) -> None:
        super().__init__(machines, clock.now)
        self.answers: deque[Answer] = deque()

    def _deliver_message(self, message: bytes) -> None:
        with suppress(IndexError):  # a game that only the host believes in
            super()._deliver_message(message)
        address = message[0] & 0x7F
        if address > HONEST and self.answers:
            real, chance = bytes(self._outgoing_octets), Random(self.answers.popleft().seed)
            self._outgoing_octets[:] = marked(chance, absurd_answer(chance, real, message))


def absurd_answer(chance: Random, real: bytes, poll: bytes) -> bytes:
    """Return an answer to a poll: most of them have its form and a valid CRC."""
    if len(poll) == 1:
        return chance.randbytes(chance.choice((1, 1, 1, 1, 0, 2)))
    match chance.randrange(8):
        case 0:
            return damaged(chance, real)[:300]
        case 1:
            return with_crc(poll[:2] + chance.randbytes(max(0, len(real) - 4)))
        case 2:
            return chance.choice((b"", poll[:1], bytes([poll[0] | 0x80]), poll[:1] + b"\0"))
    body = bytearray(real[:-CRC_SIZE] or poll[:2])
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(len(body))
        digits = chance.choice((0, 1, 99_999_999, chance.randrange(10**8)))
        field = chance.choice((chance.randbytes(1), encode_bcd(digits, 4)))
        body[at : at + len(field)] = field
    return with_crc(bytes(body[: max(2, len(real) - CRC_SIZE)]))


def marked(chance: Random, octets: bytes) -> bytes:
    """Return octets as a port gives them; now and then one is spoilt, or a chirp."""
    is_marked = [chance.random() < 0.005 for _ in octets]
    return b"".join(map(encode_octet, map(Octet, octets, is_marked)))


class FedBank:
    """A bank whose time passes as its machines answer."""

    MESSAGES_A_RUN: ClassVar = 10_000
    BATCH: ClassVar = 500

    def __init__(self, chance: Random) -> None:
        self._chance, clock = chance, VirtualClock()
        machines = [SimSlotMachine(Cabinet(at)) for at in range(1, MACHINES + 1)]
        self._honest = machines[0]
        self._player = SimPlayer(self._honest, chance)
        self._wire = HostileWire(machines, clock)
        self._bank = VirtualBank(terms(MACHINES), self._wire, clock)
        self._requests = BankRequestHandler(
            self._bank.bank, threading.Lock(), _verified, self._bank.wall_clock
        )
        self._refused = Counter[str]()
        self._bank.run(5000)

    def hostile(self) -> Iterator[Answer | bytes]:
        while True:
            if self._chance.random() < LINE_SHARE:
                request = msgspec.json.encode(self._chance.choice(REQUESTS))
                yield absurd_text(self._chance, request)
            else:
                yield Answer(self._chance.randrange(1 << 60))

    def good(self) -> Sequence[bytes]:
        return [msgspec.json.encode(StatusRequest())]

    def feed(self, deliveries: Sequence[object]) -> None:
        self._answered = 0
        for delivery in deliveries:
            if isinstance(delivery, bytes):
                self._answer_line(delivery)
            elif isinstance(delivery, Answer):
                self._wire.answers.append(delivery)
        self._bank.run(WORST_MS, self._is_over)
        # nothing on a wire proves whose a chirp is: an honest machine is deaf until its next answer
        self._bank.run(NEXT_ANSWER_MS)
        bank_alarms(self._bank.state)

    def _answer_line(self, line: bytes) -> None:
        answer = self._requests.answer_request(line)
        msgspec.json.encode(answer)
        self._answered += isinstance(answer, BankStatus)
        self._refused[type(answer).__name__] += 1

    def _is_over(self) -> bool:
        self._player.perform_due_action(self._bank.now)
        return not self._wire.answers

    def untaken(self) -> Sequence[str]:
        faults = [f"{len(self._wire.answers)} polls did not come"] if self._wire.answers else []
        link = self._bank.state.machines[HONEST].conditions.link_state
        return faults + ([f"the honest machine is {link}"] if link != "up" else [])

    def reasons(self) -> Mapping[str, int]:
        return self._refused + Counter({"journal entries": self._bank.bank.entries_taken})

    def differences(self) -> Iterator[str]:
        """Yield each meter of the honest machine that the host has otherwise."""
        self._player.stays_away = True
        self._bank.run(QUIET_MS, self._finishes_game)
        known = self._bank.state.machines[HONEST]
        for meter in COUNTED:
            counted = self._honest.meters[WHOLE_MACHINE][meter]
            if known.meter_total(meter) != counted:
                yield f"meter {meter}: {known.meter_total(meter)}, not {counted}"

    def _finishes_game(self) -> bool:
        self._player.perform_due_action(self._bank.now)
        return False


def _verified(name: str, passphrase: str) -> Person:
    if name not in ("anne", "luc") or passphrase != "right":  # noqa: S105 - of this test
        raise RequestFailed(Text("slots.role", {"who": name}))
    return Person(name, "supervisor")


@contextmanager
def open_slots(chance: Random, _: Path) -> Iterator[FedBank]:
    yield FedBank(chance)
