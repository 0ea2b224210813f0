"""The process of a hall: its journal is opened, its socket served, its clock goes on."""

import asyncio
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from firmware import __version__
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.floor.connection import Say
from firmware.shell.device.directories import journal_directories
from firmware.shell.device.program import program_digest
from firmware.shell.journal import (
    Journal,
    JournalBehind,
    JournalDamaged,
    JournalGone,
    JournalLost,
    JournalTaken,
    OsCopy,
    Stamp,
    TimelyCopy,
)
from firmware.shell.rules.rules import rules_digest
from firmware.shell.trust.own_journal import own_journal
from firmware.tournament.config import HallSetting
from firmware.tournament.journaled_tournament import KeptHall
from firmware.tournament.requests import DISK_PATIENCE_S, SOCKET
from firmware.tournament.service import HallService, HallSocket

TICK_S: Final = 0.2


@contextmanager
def opened(setting: HallSetting, state: Path) -> Iterator[HallService]:
    """Open the hall that has its folder there, and its socket.

    Raises OSError, JournalError, TrustError, ControlError; CannotBeDone if another process serves
    it, or its journal is of another tournament.
    """
    if state.is_file():
        raise CannotBeDone(Text("hall.no_folder", {"path": str(state)}))
    state.mkdir(parents=True, exist_ok=True)
    with closing(_journal(setting, state)) as journal:
        service = HallService(KeptHall(setting.tournament, setting.terms, journal), setting.title)
        with closing(HallSocket(state / SOCKET, service)):
            yield service


def _journal(setting: HallSetting, state: Path) -> Journal:
    stamp = Stamp("pi", __version__, program_digest(), rules_digest(), setting.game)
    first, second = journal_directories(setting.copies, state, simulated=False)
    try:
        return own_journal(state, (_copy(first), _copy(second)), stamp)
    except JournalTaken:
        raise CannotBeDone(Text("hall.taken", {"path": str(state)})) from None
    except JournalGone:
        raise JournalGone(Text("journal.why.hall_gone", {"path": str(state)})) from None
    except JournalDamaged as damaged:
        key = "hall_behind" if isinstance(damaged, JournalBehind) else "hall_damaged"
        values: Values = {"path": str(state), "number": damaged.number}
        raise JournalLost(Text(f"journal.why.{key}", values)) from None


def _copy(path: Path) -> TimelyCopy:
    return TimelyCopy(OsCopy(path), DISK_PATIENCE_S)


async def serve(service: HallService, setting: HallSetting, say: Say) -> None:
    """Let the clock go on, and lead the tables of the floor, for ever. Raises OSError if the
    certificates can't be read; JournalError.
    """
    if setting.floor is None:
        await _keep(service, say)
        return
    from firmware.tournament.floor_link import link

    linking = asyncio.create_task(link(service, setting.floor, setting.tables, say))
    keeping = asyncio.create_task(_keep(service, say))
    for done in asyncio.as_completed((linking, keeping)):
        await done


async def _keep(service: HallService, say: Say) -> None:
    """Say which level or break begins. Raises JournalError."""
    while True:
        for told in await asyncio.to_thread(service.tick):
            say(told)
        await asyncio.sleep(TICK_S)
