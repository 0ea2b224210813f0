"""The command `croupier`."""

import gc
import os
import sys
from collections.abc import Sequence

from firmware import __version__
from firmware.cli.args.exits import EXIT_BROKEN_PIPE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    if arguments is None:
        # nothing that is loaded is garbage, and to look for some takes a fifth of a start:
        # `start_collecting` comes before the command
        gc.disable()
    command_line = sys.argv[1:] if arguments is None else list(arguments)
    try:
        # `--version` imports nothing more: scripts call it, and it must start fast
        exit_status = (
            _print_version()
            if _is_version_request(command_line)
            else _run_command_line(command_line)
        )
        sys.stdout.flush()
    except BrokenPipeError:
        # the interpreter flushes the output at its end, and would complain
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BROKEN_PIPE
    return exit_status


def _is_version_request(command_line: Sequence[str]) -> bool:
    """Return whether the first word is `--version`, after any `--lang`."""
    remaining_words = command_line[2:] if command_line[:1] == ["--lang"] else command_line
    return list(remaining_words[:1]) == ["--version"]


def _print_version() -> int:
    print(f"croupier {__version__}")  # noqa: T201
    return 0


def _run_command_line(command_line: Sequence[str]) -> int:
    from firmware.cli.args.run_command import run

    return run(command_line)


if __name__ == "__main__":
    sys.exit(main())
