"""Archives the day of the archive's tests in a process that kills itself after a step.

The processes are forked from one that has all modules loaded, which takes longer than a step.
"""

import os
import signal
from multiprocessing import get_context
from pathlib import Path

from sqlalchemy import Engine

from firmware.floor.archive.day_rows import DayEnds
from firmware.floor.archive.detach import archive_day
from firmware.floor.store import open_database
from firmware.shell.trust.keys import DeviceKey
from tests.kits.floor.archive_kit import DAY, TODAY

LOADED = get_context("forkserver")
LOADED.set_forkserver_preload([__name__])


def archive_and_kill(store: Engine, archive: Path, key_folder: Path, step: int) -> None:
    """Archive the day until this step, numbered from 0, is done."""
    url = store.url.render_as_string(hide_password=False)
    process = LOADED.Process(target=_archive, args=(url, archive, key_folder, step))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL


def _archive(url: str, archive: Path, key_folder: Path, step: int) -> None:
    signer = DeviceKey.load(key_folder)
    steps = archive_day(open_database(url), archive, DayEnds.of(DAY), TODAY, signer)
    for number, _ in enumerate(steps):
        if number == step:
            os.kill(os.getpid(), signal.SIGKILL)
