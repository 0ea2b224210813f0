"""Archives the day of the archive's tests, and kills itself after a step:

python -m tests.kits.floor.killed_archive URL ARCHIVE KEY-FOLDER STEP
"""

import os
import signal
import sys
from pathlib import Path

from firmware.floor.archive.day_rows import DayEnds
from firmware.floor.archive.detach import archive_day
from firmware.floor.store import open_database
from firmware.shell.trust.keys import DeviceKey
from tests.kits.floor.archive_kit import DAY, TODAY


def main(url: str, archive: str, key_folder: str, step: str) -> None:
    signer = DeviceKey.load(Path(key_folder))
    steps = archive_day(open_database(url), Path(archive), DayEnds.of(DAY), TODAY, signer)
    for number, _ in enumerate(steps):
        if number == int(step):
            os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main(*sys.argv[1:])
