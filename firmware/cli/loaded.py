"""Services that need not be loaded: `python -m firmware.cli.loaded`, each a fork of this process.

It imports and reads what serving takes. For every line that it reads, an `Order`, it forks, and
writes the number of the process that carries the order out. It ends with its input.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

import luma.oled.device  # noqa: F401
import msgspec

import firmware.cli.args.run
import firmware.cli.commands.run
import firmware.cli.serving.real_time  # noqa: F401
import sim.world.remote  # noqa: F401
from firmware.cli.main import main as croupier
from firmware.shell.device.gc_tuning import take_for_lasting
from firmware.shell.device.program import program_digest
from firmware.shell.rules.rules import game_module, served_games
from firmware.shell.words.words import LANGUAGES, Words


class Order(msgspec.Struct):
    """A command line of `croupier`, its state directory, and the file of its output."""

    arguments: Sequence[str]
    state: str
    log: str


def main() -> int:
    """Carry orders out."""
    _prepare()
    take_for_lasting()  # so that forks share these objects' memory
    while line := sys.stdin.buffer.readline():
        _forget_the_ended()
        number = os.fork()
        if not number:
            return _carry_out(msgspec.json.decode(line, type=Order))
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
    return 0


def _prepare() -> None:
    """Read what is kept once read, and the same for every table."""
    program_digest()
    for language in LANGUAGES:
        Words.load(language).prepare()
    for game in served_games():
        game_module(game)


def _forget_the_ended() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _carry_out(order: Order) -> int:
    os.environ["STATE_DIRECTORY"] = order.state
    _redirect(os.open(os.devnull, os.O_RDONLY), 0)
    _redirect(os.open(order.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666), 1, 2)
    return croupier(order.arguments)


def _redirect(file: int, *streams: int) -> None:
    for stream in streams:
        os.dup2(file, stream)
    os.close(file)


if __name__ == "__main__":
    sys.exit(main())
