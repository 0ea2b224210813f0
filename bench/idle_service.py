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

STARTED_S = 5.0
"""After this every thread of the service runs."""


def write_names(file: Path) -> None:
    """Write each thread's number under its name; a far end's name is that of its terminal."""
    time.sleep(STARTED_S)
    names = {}
    for thread in threading.enumerate():
        name = thread.name.replace("/dev/", "far end ", 1)
        if thread is not threading.current_thread():
            names[name] = thread.native_id
    file.write_text(json.dumps(names))


def main(arguments: Sequence[str]) -> int:
    file, *rest = arguments
    threading.Thread(target=write_names, args=(Path(file),), daemon=True).start()
    return croupier(rest)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
