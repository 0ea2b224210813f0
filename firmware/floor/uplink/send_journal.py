"""Carries a table's journal to the engine. The table itself is asked nothing."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.errors import NotFoundError

from firmware.floor.connection import AGAIN_S, Say
from firmware.floor.streams import stream_of
from firmware.floor.uplink.lag import Behind
from firmware.floor.uplink.nats_engine import NatsEngine
from firmware.floor.uplink.outbox import Identity, Lane
from firmware.floor.uplink.sources import FactSource, RecordSource
from firmware.floor.uplink.tail import kept
from firmware.floor.wire import Kept
from firmware.shell.config.settings import FloorSetting
from firmware.shell.journal import JournalError

LOOK_S: Final = 0.05
"""How often the journal is looked at."""
KEPT_S: Final = 2.0
"""How often the ledger's word is looked at, and whether the journal is still the same."""


async def carry(
    client: Client, copies: Sequence[Path], floor: FloorSetting, behind: Behind, say: Say
) -> None:
    """Send what the journal has, for ever; `behind` follows."""
    said = None
    while True:
        try:
            whose = Identity(floor.house, floor.name, _identity(copies))
            carrying = _Carrying(copies, whose, client.jetstream(), behind)
            await carrying.run(NatsEngine(client))
        except JournalError as error:
            if error.why != said:
                say(error.why)
            said = error.why
            await asyncio.sleep(AGAIN_S)


def _identity(copies: Sequence[Path]) -> str:
    return kept(copies).live.identity.hex()


class _Carrying:
    """Both lanes of one journal, as long as it is the table's."""

    def __init__(
        self, copies: Sequence[Path], whose: Identity, streams: JetStreamContext, behind: Behind
    ) -> None:
        self._copies = copies
        self._whose = whose
        self._streams = streams
        self._behind = behind
        behind.begin()
        facts = FactSource(copies)
        records = RecordSource(copies, facts)
        self._lanes = (Lane("fact", whose, facts), Lane("record", whose, records))

    async def run(self, engine: NatsEngine) -> None:
        """Raise JournalError if the journal can't be read; return if it is another one."""
        asked = float("-inf")
        while True:
            now = time.monotonic()
            if now - asked >= KEPT_S:
                asked = now
                await self._hear(now)
                if _identity(self._copies) != self._whose.journal:
                    return
            acts = [self._step(engine, lane) for lane in self._lanes]
            moved = any(await asyncio.gather(*acts))
            for lane in self._lanes:
                lane.tell(self._behind, now)
            if not moved:
                await asyncio.sleep(LOOK_S)

    async def _step(self, engine: NatsEngine, lane: Lane) -> bool:
        """Do the next act of a lane, if it has one and there is an answer."""
        act = lane.next()
        if act is None:
            return False
        answered = await engine.do(lane, act)
        if not answered:
            await asyncio.sleep(AGAIN_S)
        return answered

    async def _hear(self, now: float) -> None:
        """Hear how far the ledger is, if it can be heard."""
        subject = f"floor.kept.{self._whose.table}"
        try:
            last = await self._streams.get_last_msg(stream_of(subject), subject, direct=True)
            found = msgspec.json.decode(last.data or b"", type=Kept)
        except (NatsError, NotFoundError, OSError, TimeoutError, msgspec.MsgspecError):
            return
        for lane in self._lanes:
            lane.kept(found, now)
            lane.waited(now)
