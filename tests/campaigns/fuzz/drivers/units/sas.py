"""The host of a bank, and two machines that answer its polls with all that SAS allows.

An answer has the form of its poll, with boundary and absurd values, or is one of the frames that
may come instead: an event, the signature of a ROM, busy, a refusal, another answer, nothing. The
second machine's address is the number of an exception (an opened door).

On a damaged wire an exception may be another one, since it has no CRC; an amount may not.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, Final

from drivers.part import Part
from firmware.core.vocabulary.events import Event
from firmware.shell.journal import Journal, MemoryCopy, RetentionPolicy
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from firmware.slots.config import BankConfig
from firmware.slots.entries import BankEntry, HandPayReported, JackpotWinReported, MetersRead
from firmware.slots.host import BankHost
from firmware.slots.journaled_bank import JournaledBank
from firmware.slots.status import make_bank_status
from firmware.slots.terms import BankTerms, Progressive
from hal.ninth_bit import Octet, Unmarker, encode_message, encode_octet
from hal.ports import Millis
from sim.play.virtual_bank import STAMP, START_MS
from sim.slot_machine.crc16 import crc16
from sim.slot_machine.wire import is_complete_message
from sim.wires.memory_port import Impairment, MemoryPort
from tests.kits.slots.bank_world import BASE, REGISTERED

ADDRESSES: Final = (0x01, 0x11)
SEGMENTS: Final = RetentionPolicy(segment_bytes=1_000_000, keep_bytes=4_000_000)
SHOWN_EACH: Final = 97
"""The status is rendered once in so many turns."""
LEVELS: Final = (0x00, 0x01, 0x20, 0x21, 0x40, 0x41, 0x80, 0x81, 0xFF)
WORDS: Final = tuple(Words.load(language) for language in languages_with("slots"))
COMMANDS_ACKNOWLEDGED: Final = (0x01, 0x02, 0x04, 0x06, 0x0B, 0x0E, 0xAA)


class HostPart(Part):
    """The host in the form of a part; its events are the entries of its journal."""

    def __init__(self, port: MemoryPort, terms: BankTerms) -> None:
        self._port = port
        journal = Journal.open((MemoryCopy("a"), MemoryCopy("b")), STAMP, SEGMENTS)
        self.bank = JournaledBank(BankConfig(terms), journal)
        self._entries: list[BankEntry] = []
        take_entry = self.bank.take_entry

        def take_and_collect(entry: BankEntry) -> bool:
            is_taken = take_entry(entry)
            self._entries += [entry] * is_taken
            return is_taken

        self.bank.take_entry = take_and_collect  # type: ignore[method-assign]

    @property
    def health(self) -> Counter[str]:  # type: ignore[override]
        """The unknown messages of all machines."""
        logs = self.host.messages.values()
        return sum((log._health for log in logs), Counter())

    def start(self, now: Millis) -> None:
        self._port.reopen()
        self.host = BankHost(self.bank, lambda: START_MS + self.due, now)
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        self.host.receive(self._port.read(), now)
        if message := self.host.next_message(now):
            self._port.write(encode_message(message))
            self.host.receive(self._port.read(), now)
        self.due = self.host.due_at
        entries, self._entries = self._entries, []
        return entries  # type: ignore[return-value]


class UnusualMachines:
    """The far end: it answers each poll of its addresses by the grammar."""

    def __init__(self, chance: Random) -> None:
        self._chance, self._unmarker = chance, Unmarker()
        self._message = self._outgoing = b""
        self.sent_messages = 0
        self.sent_amounts: set[tuple[str, Any]] = set()
        """Each meter, win and hand pay that was sent."""

    def receive(self, received_octets: bytes) -> None:
        for octet in self._unmarker.decode_octets(received_octets):
            self._message = b"" if octet.is_marked else self._message
            self._message += bytes([octet.value])
            if is_complete_message(self._message):
                self._answer(self._message)
                self._message = b""

    def transmit(self) -> bytes:
        outgoing, self._outgoing = self._outgoing, b""
        return outgoing

    def chirp(self) -> None:
        self._outgoing += encode_octet(Octet(self._chance.choice(ADDRESSES), is_marked=True))

    def _answer(self, message: bytes) -> None:
        address = message[0] & 0x7F
        if address not in ADDRESSES:
            return
        self.sent_messages += 1
        reply = self._reply(address, message[1] if len(message) > 1 else None, message)
        self._outgoing += b"".join(encode_octet(Octet(octet)) for octet in reply)

    def _reply(self, address: int, command: int | None, message: bytes) -> bytes:
        chance = self._chance
        if chance.random() < 0.3:
            return chance.choice(UNASKED)(self, address, command)
        if command is None:
            return bytes([chance.choice((0, 0x51, 0x52, 0x7E, 0x7F, chance.randrange(256)))])
        if command in COMMANDS_ACKNOWLEDGED:
            return bytes([address])
        return self.sealed(address, command, PAYLOADS[command](self, message))

    # frames in place of answers

    def event(self, address: int, _command: int | None) -> bytes:
        code = self._chance.choice((*EVENT_CODES, self._chance.randrange(256)))
        size = self._chance.choice((EVENT_CODES.get(code, 0), 0, 1, 12))
        return self.sealed(address, 0xFF, bytes([code]) + self._chance.randbytes(size))

    def signature(self, address: int, _command: int | None) -> bytes:
        return self.sealed(address, 0x21, self._chance.randbytes(2))

    def busy(self, address: int, _command: int | None) -> bytes:
        return bytes([address, 0])

    def refusal(self, address: int, _command: int | None) -> bytes:
        return bytes([0x80 | address])

    def silence(self, _address: int, _command: int | None) -> bytes:
        return b""

    def other_answer(self, address: int, command: int | None) -> bytes:
        others = [one for one in range(256) if one not in (command, 0x00, 0x21, 0xFF)]
        return self.sealed(address, self._chance.choice(others), self._chance.randbytes(9))

    def other_machine(self, address: int, command: int | None) -> bytes:
        others = [one for one in range(1, 128) if one != address]
        return self.sealed(self._chance.choice(others), command or 0x19, bytes(20))

    @staticmethod
    def sealed(address: int, command: int, payload: bytes) -> bytes:
        octets = bytes([address, command]) + payload
        return octets + crc16(octets)

    # payloads

    def digits(self, octets: int) -> bytes:
        """Return packed BCD at a boundary or anywhere, and now and then no decimal number."""
        most = 10 ** (2 * octets) - 1
        number = self._chance.choice((0, 1, most, most - 1, self._chance.randint(0, most)))
        packed = bytes.fromhex(f"{number:0{2 * octets}}")
        return packed if self._chance.random() < 0.95 else self._chance.randbytes(octets)

    def basic_meters(self, _message: bytes) -> bytes:
        meters = [self.digits(4) for _ in range(5)]
        self.sent_amounts |= {("meter", meter.hex()) for meter in meters}
        return b"".join(meters)

    def extended_meters(self, message: bytes) -> bytes:
        payload = message[3:5] if self._chance.random() < 0.9 else self.digits(2)
        for code in self._chance.sample(range(0x30), self._chance.randrange(12)):
            meter = self.digits(self._chance.choice((0, 4, 5, 9))) if code else b""
            self.sent_amounts.add(("meter", meter.hex()))
            payload += code.to_bytes(2, "little") + bytes([len(meter)]) + meter
        return bytes([len(payload)]) + payload

    def hand_pay(self, _message: bytes) -> bytes:
        group, level = self._chance.choice((0, 1, 255)), self._chance.choice(LEVELS)
        amount, partial = self.digits(5), self.digits(2)
        payload = bytes([group, level]) + amount + partial + bytes([self._chance.choice((0, 1, 9))])
        if self._chance.random() < 0.3:
            payload, amount = bytes(10), bytes(5)
        self.sent_amounts.add(("hand pay", amount.hex()))
        return payload + bytes(self._chance.choice((10, 10, 10, 0)))

    def win(self, _message: bytes) -> bytes:
        amount = self.digits(5)
        self.sent_amounts.add(("win", amount.hex()))
        return bytes([self._chance.choice((0, 1, 255)), 1]) + amount

    def identity(self, message: bytes) -> bytes:
        chance = self._chance
        text = b"PT90129012" if chance.random() < 0.5 else chance.randbytes(10)
        numbers = bytes([chance.choice((0, 4, 0x1A, 255)), chance.choice((0, 3, 255)), 1, 0, 0])
        game = b"" if message[1] == 0x1F else message[2:4]
        return game + b"IG000" + numbers + text

    def counted(self, payload: bytes) -> bytes:
        return bytes([len(payload)]) + payload

    def version(self, _message: bytes) -> bytes:
        size = self._chance.choice((0, 3, 11, 43))
        return self.counted(
            (b"602SIM" + bytes(40))[:size]
            if self._chance.random() < 0.7
            else self._chance.randbytes(size)
        )

    def games(self, _message: bytes) -> bytes:
        number = self._chance.choice((0, 1, 2, 3))
        payload = bytes([self._chance.choice((number, 255))]) + bytes(2 * number)
        return self.counted(payload)

    def game_count(self, _message: bytes) -> bytes:
        return self._chance.choice((b"\0\0", b"\0\1", b"\0\3", b"\x0a\0"))

    def status(self, _message: bytes) -> bytes:
        return self.counted(self._chance.randbytes(self._chance.choice((0, 5, 10, 35))))

    def features(self, message: bytes) -> bytes:
        return message[2:4] + self._chance.randbytes(6)

    def one_octet(self, _message: bytes) -> bytes:
        return self._chance.randbytes(1)


EVENT_CODES: Final = {0x4F: 6, 0x7C: 10, 0x7E: 8, 0x7F: 4, 0x88: 2, 0x8A: 4, 0x8B: 1, 0x8C: 2}
UNASKED: Final[tuple[Callable[[UnusualMachines, int, int | None], bytes], ...]] = (
    *(UnusualMachines.event, UnusualMachines.signature, UnusualMachines.busy),
    *(UnusualMachines.refusal, UnusualMachines.silence, UnusualMachines.other_answer),
    UnusualMachines.other_machine,
)
PAYLOADS: Final[dict[int, Callable[[UnusualMachines, bytes], bytes]]] = {
    0x19: UnusualMachines.basic_meters,
    0x1B: UnusualMachines.hand_pay,
    0x1F: UnusualMachines.identity,
    0x51: UnusualMachines.game_count,
    0x53: UnusualMachines.identity,
    0x54: UnusualMachines.version,
    0x56: UnusualMachines.games,
    0x6F: UnusualMachines.extended_meters,
    0x74: UnusualMachines.status,
    0x7B: UnusualMachines.status,
    0x84: UnusualMachines.win,
    0x85: UnusualMachines.win,
    0xA0: UnusualMachines.features,
    0xA8: UnusualMachines.one_octet,
}


class UnusualBank:
    """Implements `UnusualUnit`."""

    SPAN_MS: ClassVar[int] = 400

    def __init__(self, chance: Random, impairment: Impairment) -> None:
        self._chance, self._machines = chance, UnusualMachines(chance)
        terms = BankTerms(
            "fuzz",
            "/dev/sas",
            dict.fromkeys(ADDRESSES, REGISTERED),
            Progressive(ADDRESSES, base=BASE, permille=10),
        )
        port = MemoryPort(self._machines, impairment=impairment)
        self.part = HostPart(port, terms)
        self._turns = 0

    @property
    def sent_messages(self) -> int:
        return self._machines.sent_messages

    def speak(self) -> None:
        """Chirp now and then, and show the bank in each language."""
        self._turns += 1
        if self._chance.random() < 0.05:
            self._machines.chirp()
        if self._turns % SHOWN_EACH == 0:
            status = make_bank_status(self.part.bank, messages=self.part.host.messages)
            for words in WORDS:
                assert all(map(words.render, (*status.alarms, *status.notes)))

    def is_invented(self, event: Event) -> bool:
        """Return whether an entry has an amount that no machine has sent."""
        amounts: set[tuple[str, Any]] = set()
        match event:
            case MetersRead(readings=readings):
                amounts |= {
                    ("meter", f"{reading.value:0{reading.digits}}") for reading in readings.values()
                }
            case JackpotWinReported(amount_cents=amount) if amount:
                amounts |= {("win", f"{amount:010}")}
            case HandPayReported(report=report):
                amounts |= {("hand pay", f"{report.amount:010}")}
        return not amounts <= self._machines.sent_amounts


def open_unit(chance: Random, impairment: Impairment) -> UnusualBank:
    """Open a bank whose machines' octets arrive over that wire."""
    return UnusualBank(chance, impairment)
