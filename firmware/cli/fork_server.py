"""Forks `croupier` commands that start without loading: `python -m firmware.cli.fork_server`.

It imports and reads everything that serving a table needs. For each line of its input, a
`ForkOrder`, it forks a process that runs the command, and prints that process's number. It ends
with its input.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

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


class ForkOrder(msgspec.Struct):
    """A command line of `croupier`, its state directory, and the file of its output."""

    arguments: Sequence[str]
    state: str
    log: str


def main() -> int:
    """Fork for each order on standard input."""
    _preload()
    freeze_objects()  # so that forks share these objects' memory
    while order_line := sys.stdin.buffer.readline():
        _reap_children()
        process_id = os.fork()
        if not process_id:
            return _run_order(msgspec.json.decode(order_line, type=ForkOrder))
        sys.stdout.write(f"{process_id}\n")
        sys.stdout.flush()
    return 0


def _preload() -> None:
    """Load what every fork shares: the program's digest, the words, the games."""
    program_digest()
    for language in LANGUAGES:
        Words.load(language).load_all()
    for game in default_pack().served_games:
        game_module(game)


def _reap_children() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _run_order(order: ForkOrder) -> int:
    os.environ["STATE_DIRECTORY"] = order.state
    _redirect(os.open(os.devnull, os.O_RDONLY), 0)
    _redirect(os.open(order.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666), 1, 2)
    return croupier(order.arguments)


def _redirect(source_descriptor: int, *target_descriptors: int) -> None:
    for target_descriptor in target_descriptors:
        os.dup2(source_descriptor, target_descriptor)
    os.close(source_descriptor)


if __name__ == "__main__":
    sys.exit(main())
