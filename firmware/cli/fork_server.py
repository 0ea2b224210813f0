"""Forks `croupier` commands that start without loading: `python -m firmware.cli.fork_server`.

It imports and reads everything that serving a table needs. For each line of its input, a
`ForkOrder`, it forks a process that runs the command, and prints that process's number. It ends
with its input, and its forks with it, however it ends.

A fork that serves pages has its table's service forked too. It is given a server for that, which is
another fork of this one, so that nothing is imported or read again for each table of a class.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import BinaryIO, Final

import luma.oled.device  # noqa: F401
import msgspec

import firmware.cli.args.run_command
import firmware.cli.commands.run
import firmware.cli.serving.real_time  # noqa: F401
import sim.world.remote_board  # noqa: F401
from firmware.cli.main import main as croupier
from firmware.shell.device.gc_tuning import freeze_objects
from firmware.shell.device.program import program_digest
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_pack import game_module
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.words import Words
from sim.web.bench.forkserver import GIVEN_PIPES

HIGHEST_STANDARD_DESCRIPTOR: Final = 2
PR_SET_PDEATHSIG: Final = 1
"""Of linux/prctl.h: the signal that the kernel sends to a process whose parent has ended."""
PAGE_MODULES: Final = ("firmware.cli.commands.web", "sim.web.server.server", "sim.web.session.host")


class ForkOrder(msgspec.Struct):
    """A command line of `croupier`, its state directory, and the file of its output."""

    arguments: Sequence[str]
    state: str
    log: str
    serves_pages: bool = False


def main() -> int:
    """Fork for each order on standard input."""
    _preload()
    freeze_objects()  # so that forks share these objects' memory
    return serve_orders(sys.stdin.buffer, sys.stdout.buffer)


def serve_orders(order_pipe: BinaryIO, answer_pipe: BinaryIO) -> int:
    """Fork for each order; return the exit status of this process, or of the fork that it is."""
    while order_line := order_pipe.readline():
        _reap_children()
        order = msgspec.json.decode(order_line, type=ForkOrder)
        if order.serves_pages:
            _preload_pages()
        server_id, process_id = os.getpid(), os.fork()
        if not process_id:
            _end_with_parent(server_id)
            _close_pipes(order_pipe, answer_pipe)
            return _run_order(order)
        answer_pipe.write(f"{process_id}\n".encode())
        answer_pipe.flush()
    return 0


def _preload() -> None:
    """Load what every fork shares: the program's digest, the words, the games."""
    program_digest()
    for language in LANGUAGES:
        Words.load(language).load_all()
    for game in default_pack().served_games:
        game_module(game)


def _preload_pages() -> None:
    """Load the modules of a server of pages; at once if they are loaded already."""
    for module_name in PAGE_MODULES:
        import_module(module_name)


def _reap_children() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _run_order(order: ForkOrder) -> int:
    os.environ["STATE_DIRECTORY"] = order.state
    _redirect(os.open(os.devnull, os.O_RDONLY), 0)
    _redirect(os.open(order.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666), 1, 2)
    if not order.serves_pages:
        return croupier(order.arguments)
    order_end, order_descriptor = os.pipe()
    answer_descriptor, answer_end = os.pipe()
    if os.fork():
        os.close(order_end)
        os.close(answer_end)
        os.environ[GIVEN_PIPES] = f"{order_descriptor} {answer_descriptor}"
        return croupier(order.arguments)
    os.close(order_descriptor)  # or the orders would never end
    os.close(answer_descriptor)
    with os.fdopen(order_end, "rb") as order_pipe, os.fdopen(answer_end, "wb") as answer_pipe:
        return serve_orders(order_pipe, answer_pipe)


def _end_with_parent(parent_id: int) -> None:
    """Have this process receive SIGTERM when its parent ends, also by SIGKILL."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent_id:  # it has ended already
        signal.raise_signal(signal.SIGTERM)


def _close_pipes(*pipes: BinaryIO) -> None:
    """Close the server's pipes in a fork; the standard ones are redirected."""
    for pipe in pipes:
        if pipe.fileno() > HIGHEST_STANDARD_DESCRIPTOR:
            pipe.close()


def _redirect(source_descriptor: int, *target_descriptors: int) -> None:
    for target_descriptor in target_descriptors:
        os.dup2(source_descriptor, target_descriptor)
    os.close(source_descriptor)


if __name__ == "__main__":
    sys.exit(main())
