"""The command `croupier`."""

import os
import sys
from collections.abc import Sequence

from firmware import __version__
from firmware.cli.line.exits import READER_GONE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    line = sys.argv[1:] if arguments is None else arguments
    try:
        status = _version() if list(line) == ["--version"] else _run(line)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    return status


def _version() -> int:
    print(f"croupier {__version__}")  # noqa: T201
    return 0


def _run(line: Sequence[str]) -> int:
    from firmware.cli.line.running import run

    return run(line)


if __name__ == "__main__":
    sys.exit(main())
