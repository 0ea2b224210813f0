"""At a ledger's start the rows of an old database are brought up to its facts, while the ledger
already stores messages.
"""

import asyncio
import time
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from firmware.core.vocabulary.panel import Text
from firmware.floor.connection import RETRY_INTERVAL_S
from firmware.floor.ledger.ledger import Ledger
from firmware.floor.ledger.rebuild_rows import RowProgress, catch_up_rows
from firmware.floor.log import WriteLog

LOG_INTERVAL_S: Final = 10.0


class CatchUpLog:
    """Writes how far the rows are, at most once in an interval."""

    def __init__(self, write_log: WriteLog) -> None:
        self._write_log = write_log
        self._logged_s = time.monotonic()
        self._latest: RowProgress | None = None

    def note(self, progress: RowProgress) -> None:
        self._latest = progress
        if time.monotonic() - self._logged_s >= LOG_INTERVAL_S:
            self._logged_s = time.monotonic()
            left = progress.journals - progress.done
            values = {"left": left, "journals": progress.journals, "facts": progress.facts}
            self._write_log(Text("floor.rows.behind", dict(values)))

    def end(self) -> None:
        """Write that the rows are up to date, unless they were before."""
        if self._latest is not None:
            values = {"journals": self._latest.journals, "facts": self._latest.facts}
            self._write_log(Text("floor.rows.caught_up", dict(values)))


async def catch_up(ledger: Ledger, write_log: WriteLog) -> None:
    """Fold the facts that are in no rows; a database that fails is tried again."""
    log = CatchUpLog(write_log)
    while True:
        try:
            await asyncio.to_thread(catch_up_rows, ledger.database, ledger.find_edges, log.note)
        except SQLAlchemyError:
            await asyncio.sleep(RETRY_INTERVAL_S)
        else:
            return log.end()
