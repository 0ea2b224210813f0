"""A service that is loaded before anybody knows for which table: `python -m firmware.cli.spare`.

It imports what serving takes, reads one line, an `Order`, and carries it out; without one it ends.
"""

import os
import sys

import msgspec

import firmware.cli.serving.in_time  # noqa: F401
from firmware.cli.main import main as croupier


class Order(msgspec.Struct):
    """A command line of `croupier`, its state directory, and the file of its output."""

    arguments: list[str]
    state: str
    log: str


def main() -> int:
    """Wait for the order, and carry it out."""
    line = sys.stdin.buffer.readline()
    if not line:
        return 0
    order = msgspec.json.decode(line, type=Order)
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
