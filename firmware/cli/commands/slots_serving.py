"""`croupier slots serve`, the host of a bank, and `slots uplink`, which shows it to a pit."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Final

from firmware.cli.args.signature import How
from firmware.cli.args.types import Count, Folder
from firmware.cli.commands.console import accounts_folder
from firmware.cli.commands.engine import sayer, served
from firmware.cli.commands.slots import BAUD
from firmware.console.access.accounts import Accounts
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.device.directories import runtime_directory
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.words.words import Words
from firmware.slots.directories import SOCKET, bank_socket, bank_state
from firmware.slots.journaled_bank import KeptBank
from firmware.slots.open_bank import opened
from firmware.slots.requests import Desk
from firmware.slots.service import Service, wall_ms
from firmware.slots.terms_file import written, written_floor
from hal.clock import MonotonicClock
from hal.pi.ninth_bit_port import NinthBitPort
from hal.ports import SerialPort

ANYBODY: Final = 0o666
LONGEST: Final = 4096


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
    terms, state = written(config), state or bank_state()
    known = Accounts(accounts or accounts_folder(), "slots")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with (
        opened(terms, state, simulated=simulate, lot=lot) as bank,
        _port(bank, seed, simulate=simulate) as port,
    ):
        _serve(bank, port, state, known, words)
    return 0


def uplink(words: Words, *, config: Path, state: Folder | None = None) -> int:
    """Show the bank to the pit of its floor, until stopped."""
    floor = written_floor(config)
    if floor is None:
        raise CannotBeDone(Text("slots.no_floor", {"file": str(config)}))
    from firmware.floor.uplink.bank import serve

    return served(serve(floor, bank_socket(state), sayer(words)))


def _serve(bank: KeptBank, port: SerialPort, state: Path, known: Accounts, words: Words) -> None:
    say: Callable[[Text], None] = lambda said: print(words.say(said), flush=True)  # noqa: E731
    alone = threading.Lock()
    service = Service(port, MonotonicClock(), bank, alone, say)
    answers = Desk(bank, alone, known.check, wall_ms, lambda: service.failures)
    place = runtime_directory(state) / SOCKET
    with closing(LineSocket(place, ANYBODY, answers.answer, longest=LONGEST)):
        say(Text("slots.serving", {"bank": bank.state.terms.name, "port": port.path}))
        if bank.reregistered:
            say(Text("slots.reregistered"))
        for finding in bank.mended:
            say(finding)
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
