"""`croupier slots serve`, the host of a bank, and `slots uplink`, which shows it to a pit."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Final

from firmware.cli.args.signature import Option
from firmware.cli.args.types import FolderPath, PositiveCount
from firmware.cli.commands.console import accounts_folder
from firmware.cli.commands.floor_engine import log_writer
from firmware.cli.commands.slots import SAS_BAUD
from firmware.cli.commands.watched_process import serve_fed
from firmware.console.access.accounts import Accounts
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.directories import runtime_directory
from firmware.shell.service.process_watch import STALE_AFTER_S
from firmware.shell.service.progress import LoopProgress
from firmware.shell.service.watchdog import SystemdNotifier
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.words.words import Words
from firmware.slots.config import load_config
from firmware.slots.directories import SOCKET_NAME, bank_directory, bank_socket
from firmware.slots.journaled_bank import JournaledBank
from firmware.slots.open_bank import open_bank
from firmware.slots.requests import BankRequestHandler
from firmware.slots.service import BankService, unix_time_ms
from hal.clock import MonotonicClock
from hal.pi.ninth_bit_port import NinthBitPort
from hal.ports import SerialPort

SOCKET_MODE: Final = 0o666
MAX_REQUEST_OCTETS: Final = 4096


def serve_bank(
    words: Words,
    *,
    config: Path,
    state: FolderPath | None = None,
    accounts: FolderPath | None = None,
    jackpot: PositiveCount | None = None,
    simulate: bool = False,
    seed: Annotated[int, Option(value_key="command.value.seed")] = 1,
) -> int:
    """Serve a bank until stopped; a new one may begin with the jackpot of a lost one."""
    words.load_all()
    bank_config, state = load_config(config), state or bank_directory()
    words = words.for_house(bank_config.rule_pack.words)
    bank_accounts = Accounts(accounts or accounts_folder())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with (
        open_bank(
            bank_config, state, is_simulated=simulate, first_jackpot_cents=jackpot
        ) as journaled_bank,
        _open_port(journaled_bank, seed, simulate=simulate) as opened_port,
    ):
        _poll_machines(journaled_bank, opened_port, state, bank_accounts, words)
    return 0


def serve_uplink(words: Words, *, config: Path, state: FolderPath | None = None) -> int:
    """Show the bank to the pit of its floor, until stopped."""
    floor_config = load_config(config).floor
    if floor_config is None:
        raise RequestFailed(Text("slots.no_floor", {"file": str(config)}))
    from firmware.floor.uplink.bank import run_bank_uplink

    progress = LoopProgress(STALE_AFTER_S)
    return serve_fed(
        run_bank_uplink(floor_config, bank_socket(state), log_writer(words), progress), progress
    )


def _poll_machines(
    journaled_bank: JournaledBank,
    opened_port: SerialPort,
    state_path: Path,
    bank_accounts: Accounts,
    words: Words,
) -> None:
    def print_text(printed_text: Text) -> None:
        return print(words.render(printed_text), flush=True)

    bank_lock, clock = threading.Lock(), MonotonicClock()
    bank_service = BankService(opened_port, clock, journaled_bank, bank_lock, print_text)
    request_desk = BankRequestHandler(
        journaled_bank,
        bank_lock,
        bank_accounts.authenticate,
        unix_time_ms,
        lambda: bank_service.failures,
        lambda: bank_service.messages,
    )
    socket_path = runtime_directory(state_path) / SOCKET_NAME
    line_socket = LineSocket(
        socket_path, SOCKET_MODE, request_desk.answer_request, longest_request=MAX_REQUEST_OCTETS
    )
    with closing(SystemdNotifier()) as notifier, closing(line_socket):
        for notice in _start_notices(journaled_bank, opened_port):
            print_text(notice)
        notifier.ready(clock.now())
        while True:
            bank_service.run_once()
            notifier.feed(clock.now())


def _start_notices(journaled_bank: JournaledBank, opened_port: SerialPort) -> Iterator[Text]:
    serving_values: TextValues = {
        "bank": journaled_bank.config.terms.name,
        "port": opened_port.path,
    }
    yield Text("slots.serving", serving_values)
    if journaled_bank.registration_changed:
        yield Text("slots.reregistered")
    yield from journaled_bank.journal_repairs


@contextmanager
def _open_port(
    journaled_bank: JournaledBank, random_seed: int, *, simulate: bool
) -> Iterator[SerialPort]:
    if not simulate:
        with closing(
            NinthBitPort(journaled_bank.config.terms.port, SAS_BAUD, exclusive=True)
        ) as real_port:
            yield real_port
        return
    from firmware.slots.simulated_bank import simulated_wire
    from sim.slot_machine.cable import MarkedPort, slot_machine_cable

    simulated_cable = slot_machine_cable(simulated_wire(journaled_bank.state, random_seed))
    with (
        closing(simulated_cable),
        closing(MarkedPort(simulated_cable.path, SAS_BAUD)) as marked_port,
    ):
        yield marked_port
