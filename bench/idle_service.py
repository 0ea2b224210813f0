"""The command of `bench.idle`: `croupier run`, and a file that names its threads.

    python -m bench.idle_service FILE ARGUMENT…

Python tells the kernel no thread's name, so that /proc alone does not say whose a thread is.
"""

import json
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from firmware.cli.main import main as croupier

STEADY_S = 5.0
"""Once no thread has begun for so long, all of the service run."""


def thread_numbers() -> dict[str, int | None]:
    """Return each thread's number under its name; a far end's name is that of its terminal."""
    return {
        thread.name.replace("/dev/", "far end ", 1): thread.native_id
        for thread in threading.enumerate()
        if thread is not threading.current_thread()
    }


def write_names(file: Path) -> None:
    """Write the numbers once all threads run; before the service there is the main one alone."""
    before: dict[str, int | None] = {}
    numbers = thread_numbers()
    while len(numbers) < 2 or numbers != before:
        time.sleep(STEADY_S)
        before, numbers = numbers, thread_numbers()
    file.write_text(json.dumps(numbers))


def main(arguments: Sequence[str]) -> int:
    file, *rest = arguments
    threading.Thread(target=write_names, args=(Path(file),), daemon=True).start()
    return croupier(rest)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
