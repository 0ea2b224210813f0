"""The command `croupier`."""

import os
import sys
from collections.abc import Sequence

from firmware import __version__
from firmware.cli.args.exits import READER_GONE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    line = sys.argv[1:] if arguments is None else list(arguments)
    try:
        status = _version() if _asks_version(line) else _run(line)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    return status


def _asks_version(line: Sequence[str]) -> bool:
    """Return whether the first word is `--version`, after any language: it is to start fast."""
    asked = line[2:] if line[:1] == ["--lang"] else line
    return list(asked[:1]) == ["--version"]


def _version() -> int:
    print(f"croupier {__version__}")  # noqa: T201
    return 0


def _run(line: Sequence[str]) -> int:
    from firmware.cli.args.run import run

    return run(line)


if __name__ == "__main__":
    sys.exit(main())
