"""The process of a tournament: opens its journal and socket, and runs its clock."""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from firmware import __version__
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.log import WriteLog
from firmware.shell.device.directories import journal_directories
from firmware.shell.device.program import program_digest
from firmware.shell.evidence.pack_archive import archive_pack
from firmware.shell.journal import (
    DeadlineCopy,
    DirectoryCopy,
    Journal,
    JournalDamaged,
    JournalInUse,
    JournalLost,
    JournalMissing,
    JournalStale,
    JournalStamp,
)
from firmware.shell.service.progress import LoopProgress
from firmware.shell.trust.device_journal import open_device_journal
from firmware.tournament.config import TournamentConfig
from firmware.tournament.journaled_tournament import JournaledTournament
from firmware.tournament.requests import DISK_TIMEOUT_S, SOCKET_NAME
from firmware.tournament.service import TournamentService, TournamentSocket

TICK_INTERVAL_S: Final = 0.2


@contextmanager
def open_tournament(config: TournamentConfig, state_directory: Path) -> Iterator[TournamentService]:
    """Open the tournament with this state directory, and its socket.

    Raises OSError, JournalError, TrustRefused, ControlError; RequestFailed if another process
    serves it, or its journal is of another tournament.
    """
    if state_directory.is_file():
        raise RequestFailed(Text("hall.no_folder", {"path": str(state_directory)}))
    state_directory.mkdir(parents=True, exist_ok=True)
    with closing(_journal(config, state_directory)) as journal:
        copies = journal_directories(config.copies, state_directory, simulated=False)
        for error in archive_pack(config.rule_pack, copies):
            logging.getLogger(__name__).warning("rule pack: %s", error)
        service = TournamentService(JournaledTournament(config, journal))
        with closing(TournamentSocket(state_directory / SOCKET_NAME, service)):
            yield service


def _journal(config: TournamentConfig, state_directory: Path) -> Journal:
    stamp = JournalStamp("pi", __version__, program_digest(), config.rule_pack.digest, config.game)
    first_copy, second_copy = journal_directories(config.copies, state_directory, simulated=False)
    try:
        return open_device_journal(
            state_directory, (_open_copy(first_copy), _open_copy(second_copy)), stamp
        )
    # the same errors as at a machine, in sentences that name the directory of the tournament
    except JournalInUse:
        raise RequestFailed(Text("hall.taken", {"path": str(state_directory)})) from None
    except JournalMissing:
        raise JournalMissing(
            Text("journal.why.hall_gone", {"path": str(state_directory)})
        ) from None
    except JournalDamaged as damaged:
        is_stale = isinstance(damaged, JournalStale)
        message_key = "journal.why.hall_behind" if is_stale else "journal.why.hall_damaged"
        values: TextValues = {"path": str(state_directory), "number": damaged.number}
        raise JournalLost(Text(message_key, values)) from None


def _open_copy(path: Path) -> DeadlineCopy:
    return DeadlineCopy(DirectoryCopy(path), DISK_TIMEOUT_S)


async def serve(
    service: TournamentService,
    config: TournamentConfig,
    announce: WriteLog,
    progress: LoopProgress,
    *more_tasks: Coroutine[Any, Any, None],
) -> None:
    """Run the clock, the tables of the floor, and what else the desk has, until cancelled.

    Raises OSError if the certificates cannot be read; JournalError.
    """
    coroutines = [_run_clock(service, announce, progress), *more_tasks]
    if config.floor is not None:  # else NATS need not be installed
        from firmware.tournament.nats_link import run_nats_link

        coroutines.append(run_nats_link(service, config, announce))
    # none ends by itself; the first to fail ends the service
    for finished in asyncio.as_completed([*map(asyncio.create_task, coroutines)]):
        await finished


async def _run_clock(
    service: TournamentService, announce: WriteLog, progress: LoopProgress
) -> None:
    """Announce each level, break and alarm. Raises JournalError."""
    while True:
        progress.note_turn("clock")
        for text in await asyncio.to_thread(service.tick):
            announce(text)
        await asyncio.sleep(TICK_INTERVAL_S)
