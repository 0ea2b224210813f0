"""Another program of the machine, run as a process of its own."""

import subprocess

from hal.errors import BoardUnfit

Process = subprocess.Popen[bytes]


def start_program(program: str, *options: str) -> Process:
    """Start a program that reads and prints nothing. Raises BoardUnfit if it can't be started."""
    try:
        return subprocess.Popen(  # noqa: S603  # words of our own, no shell
            (program, *options),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise BoardUnfit(f"{program} can't be started: {error.strerror}") from error
