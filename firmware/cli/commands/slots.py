"""`croupier slots`: the host of a bank of slot machines, and what persons ask of it."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from getpass import getpass
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from firmware.cli.commands.board import LOOPBACK, port_number
from firmware.cli.commands.console import accounts_folder
from firmware.cli.line.answering import CannotServe, complain
from firmware.cli.line.exits import UNWELL
from firmware.cli.line.kinds import Count, Folder, Name
from firmware.cli.line.signature import How
from firmware.console.access.accounts import Accounts
from firmware.core.vocabulary.panel import Text, Values
from firmware.shell.device.directories import (
    given_directory,
    own_directory,
    runtime_directory,
)
from firmware.shell.sockets.line_client import NoTable
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.words.os_words import os_reason
from firmware.shell.words.words import Words
from firmware.slots import desk
from firmware.slots.desk import Answer, Desk, Refused, Request, ask_bank
from firmware.slots.kept_bank import KeptBank
from firmware.slots.loop_back import send_across
from firmware.slots.opening import opened
from firmware.slots.service import Service, wall_ms
from firmware.slots.status import MachineStatus, Status
from firmware.slots.terms_file import written
from hal.clock import MonotonicClock
from hal.pi.ninth_bit_port import NinthBitPort
from hal.ports import SerialPort

SOCKET: Final = "machines.sock"
UNIT: Final = Path("/run/croupier-slots")
"""Where the unit's socket is."""
ANYBODY: Final = 0o666
LONGEST: Final = 4096
BAUD: Final = 19_200

PANEL_PORT: Final = 8091

Port = Annotated[str, How(value="port")]


def serve(
    words: Words,
    *,
    config: Path,
    state: Folder | None = None,
    accounts: Folder | None = None,
    lot: Count | None = None,
    simulate: bool = False,
    seed: Annotated[int, How(value="seed")] = 1,
) -> int:
    """Serve a bank until stopped; a new one may begin with the lot of one that is lost."""
    terms, state = written(config), state or _state()
    known = Accounts(accounts or accounts_folder(), "slots")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with (
        opened(terms, state, simulated=simulate, lot=lot) as bank,
        _port(bank, seed, simulate=simulate) as port,
    ):
        _serve(bank, port, state, known, words)
    return 0


def status(words: Words, *, state: Folder | None = None, json: bool = False) -> int:
    """Print how the bank is; return 1 if anything is wrong."""
    found = _asked(state, desk.How())
    if not isinstance(found, Status):
        return _said(found, words)
    if json:
        print(msgspec.json.encode(found).decode())
    else:
        print("\n".join(told(found, words)))
    return UNWELL if found.alarms else 0


def panel(
    words: Words,
    *,
    port: Annotated[int, How(read=port_number)] = PANEL_PORT,
    state: Folder | None = None,
) -> int:
    """Serve the panel to this machine until stopped; it only reads, and waits for a bank."""
    from firmware.slots.panel.server import PanelServer

    try:
        server = PanelServer((LOOPBACK, port), _socket(state), words)
    except OSError as error:
        at: Values = {"address": f"{LOOPBACK}:{port}", "why": os_reason(error)}
        raise CannotServe(Text("board.no_port", at)) from None
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with server:
        print(words.say(Text("slots.panel_at", {"address": server.address})), flush=True)
        server.serve_forever()
    return 0


def looked(words: Words, *, machine: Count, name: Name, state: Folder | None = None) -> int:
    """Say that you have looked at a machine."""
    return _said(_asked(state, desk.Look(machine, name, _passphrase(words))), words)


def decide(
    words: Words,
    *,
    machine: Count,
    name: Name,
    by: Literal["machine", "player"],
    cents: Count | None = None,
    state: Folder | None = None,
) -> int:
    """Decide on the oldest defective game of a machine."""
    asked = desk.Decide(machine, name, _passphrase(words), by, cents)
    return _said(_asked(state, asked), words)


def loop_back(words: Words, sends: Port, hears: Port) -> int:
    """Say whether a port sends the ninth bit; return 1 if it does not."""
    ports = NinthBitPort(sends, BAUD), NinthBitPort(hears, BAUD)
    with closing(ports[0]), closing(ports[1]):
        good, found = send_across(*ports, MonotonicClock())
    print(words.say(found))
    return 0 if good else UNWELL


def told(found: Status, words: Words) -> Iterator[str]:
    """Yield the lines that say how a bank is."""
    head = Text("slots.head", {"bank": found.bank, "machines": len(found.machines)})
    for line in (head, found.panel):
        if line:
            yield words.say(line)
    for one in found.machines:
        yield words.say(_line(one, words))
    for text in (*found.alarms, *found.notes) or (Text("slots.well"),):
        yield words.say(text)


def _line(one: MachineStatus, words: Words) -> Text:
    amounts = {
        "coin_in": words.money(one.coin_in_cents) if one.coin_in_cents is not None else "–",
        "paid": words.money(one.paid_cents) if one.paid_cents is not None else "–",
        "plays": "–" if one.plays is None else str(one.plays),
    }
    link = Text(f"slots.link.{one.link}")
    return Text("slots.machine", {"machine": one.machine, "link": link, **amounts})


def _serve(bank: KeptBank, port: SerialPort, state: Path, known: Accounts, words: Words) -> None:
    say: Callable[[Text], None] = lambda said: print(words.say(said), flush=True)  # noqa: E731
    alone = threading.Lock()
    service = Service(port, MonotonicClock(), bank, alone, say)
    answers = Desk(bank, alone, known.check, wall_ms, lambda: service.failure)
    place = runtime_directory(state) / SOCKET
    with closing(LineSocket(place, ANYBODY, answers.answer, longest=LONGEST)):
        say(Text("slots.serving", {"bank": bank.state.terms.name, "port": port.path}))
        if bank.registered_anew:
            say(Text("slots.registered_anew"))
        while True:
            service.once()


@contextmanager
def _port(bank: KeptBank, seed: int, *, simulate: bool) -> Iterator[SerialPort]:
    if not simulate:
        with closing(NinthBitPort(bank.state.terms.port, BAUD, alone=True)) as real:
            yield real
        return
    from firmware.slots.simulated import simulated
    from sim.slot_machine.cable import MarkedPort, cable

    wire = cable(simulated(bank.state, seed))
    with closing(wire), closing(MarkedPort(wire.path, BAUD)) as port:
        yield port


def _asked(state: Path | None, request: Request) -> Answer:
    place = _socket(state)
    try:
        return ask_bank(place, request)
    except NoTable:
        raise CannotServe(Text("slots.no_service", {"path": str(place)})) from None


def _said(answer: Answer, words: Words) -> int:
    """Print that it is done, or why it is refused; return 1 if it is."""
    if isinstance(answer, Refused):
        return complain("slots", UNWELL, words.say(answer.why))
    if not isinstance(answer, Status):
        print(words.say(answer.said))
    return 0


def _passphrase(words: Words) -> str:
    if sys.stdin.isatty():
        return getpass(words.say(Text("console.ask_passphrase")))
    return sys.stdin.readline().rstrip("\n")


def _socket(state: Path | None) -> Path:
    """Return the socket of the bank of a state; without one that of the unit, if it runs."""
    if state is None and UNIT.exists():
        return UNIT / SOCKET
    return runtime_directory(state or _state()) / SOCKET


def _state() -> Path:
    return given_directory() or own_directory() / "slots"
