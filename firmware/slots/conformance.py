"""Replays a capture of a slot machine to the host that polls it.

The capture has plain octets; the ninth bit is of the wire alone. The host asks for much that a
capture does not have: a machine of which that is asked says nothing has happened, or refuses, as
one that does not know the poll.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from drivers.sas.message_table import ROWS
from drivers.sas.polls import ALL_MACHINES, GENERAL_POLL_BIT
from firmware.core.games.slot_machine import GAME
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.conformance.captured_line import CapturedLine
from firmware.shell.conformance.event_notation import ReplayedEvent, struct_notation
from firmware.shell.conformance.exchange_window import ExchangeWindow
from firmware.shell.conformance.exchanges import group_exchanges
from firmware.shell.conformance.line_result import LineResult, Reaction
from firmware.shell.conformance.log_growth import LogGrowth
from firmware.shell.conformance.replay_clock import ReplayClock
from firmware.shell.conformance.replay_port import ReplayPort
from firmware.shell.conformance.serial_replay import SerialReplay
from firmware.shell.journal import Journal, JournalStamp, MemoryCopy
from firmware.slots.config import BankConfig
from firmware.slots.entries import BankCheckpoint, BankEntry, BankRegistered, ExceptionReported
from firmware.slots.host import BankHost
from firmware.slots.journaled_bank import JournaledBank
from firmware.slots.message_keys import EXCEPTION_NAME_KEYS
from firmware.slots.terms import BankTerms, MachineTerms
from hal.ninth_bit import Octet, encode_octet
from hal.ports import Millis

UNIX_MS: Final = 1_790_000_000_000
"""The time of day at which a capture begins: it has none."""
ADDRESS_OPTION: Final = "address"
MACHINE: Final = MachineTerms(denomination=1, coins=1, pay_table="capture", return_=9000)
NOTHING_HAPPENED: Final = b"\0"
_HIDDEN_FIELDS: Final = frozenset({"time_ms", "machine", "elapsed_ms", "recorded_meaning"})


class _ListeningBank(JournaledBank):
    """A bank that keeps what it takes until it is asked."""

    def __init__(self, config: BankConfig, journal: Journal) -> None:
        self.taken: list[BankEntry] = []
        super().__init__(config, journal)

    def take_entry(self, entry: BankEntry) -> bool:
        """Journal and apply an entry; return whether it changed the state."""
        is_change = super().take_entry(entry)
        if is_change and not isinstance(entry, BankCheckpoint | BankRegistered):
            self.taken.append(entry)
        return is_change


class _PolledMachine:
    """Implements `firmware.shell.conformance.serial_replay.ObservedUnit`: the host of one."""

    def __init__(self, address: int, port: ReplayPort, clock: ReplayClock) -> None:
        copies = MemoryCopy("a"), MemoryCopy("b")
        journal = Journal.open(copies, JournalStamp("sim", "", "", "", GAME))
        config = BankConfig(BankTerms("capture", "/dev/capture", {address: MACHINE}))
        self._bank = _ListeningBank(config, journal)
        self._host = BankHost(self._bank, lambda: UNIX_MS + clock.now(), clock.now())
        self._growth = LogGrowth(self._host.messages[address])
        self._port = port
        port.reopen()

    def due_at(self) -> Millis:
        """Return when the host wants its next turn."""
        return self._host.due_at

    def turn(self, now: Millis, *, wire_active: bool) -> bool:  # noqa: ARG002
        """Let the host take what came, and poll; return whether it journaled anything."""
        arrived = b"".join(encode_octet(Octet(value)) for value in self._port.read())
        self._host.receive(arrived, now)
        if message := self._host.next_message(now):
            self._port.write(message)
        return bool(self._bank.taken)

    def reaction(self) -> Reaction:
        """Return what the host did since the last call."""
        events = tuple(map(_replayed_entry, self._bank.taken))
        self._bank.taken.clear()
        rows, unknown = self._growth.take()
        return Reaction(events, rows, unknown)


class SasReplay:
    """Implements `firmware.shell.conformance.part_replay.UnitReplay`."""

    def __init__(self, lines: Iterable[CapturedLine], options: Mapping[str, Any]) -> None:
        """Raise RequestFailed on an option that no machine has."""
        address = _read_address(options)
        clock = ReplayClock()
        port = ReplayPort(clock)
        self._replay = SerialReplay(
            _PolledMachine(address, port, clock),
            port,
            clock,
            ExchangeWindow(group_exchanges(lines), is_queried=True),
            _idle_reply,
        )
        self.unanswered: Counter[bytes] = Counter()
        self.rows = ROWS

    def results(self) -> Iterator[LineResult]:
        """Replay, and yield what became of each line."""
        return self._replay.results()


def _read_address(options: Mapping[str, Any]) -> int:
    address = options.get(ADDRESS_OPTION, 1)
    is_sound = isinstance(address, int) and 0 < address < GENERAL_POLL_BIT
    if options.keys() - {ADDRESS_OPTION} or not is_sound:
        given = ", ".join(f"{name}={value}" for name, value in options.items())
        raise RequestFailed(Text("capture.unfit_machine", {"given": given}))
    return int(address)


def _idle_reply(request: bytes) -> bytes:
    address = request[0] & ~GENERAL_POLL_BIT
    if address == ALL_MACHINES:
        return b""
    return NOTHING_HAPPENED if len(request) == 1 else bytes((GENERAL_POLL_BIT | address,))


def _replayed_entry(entry: BankEntry) -> ReplayedEvent:
    notation = struct_notation(entry, _HIDDEN_FIELDS)
    if isinstance(entry, ExceptionReported) and entry.exception_code in EXCEPTION_NAME_KEYS:
        return ReplayedEvent(notation, Text(EXCEPTION_NAME_KEYS[entry.exception_code]))
    return ReplayedEvent(notation, Text("capture.entry", {"name": type(entry).__name__}))
