"""Sends a table's journal to the engine. The table's service is not involved."""

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from nats.aio.client import Client
from nats.errors import Error as NatsError

from firmware.floor.connection import RETRY_INTERVAL_S
from firmware.floor.envelope import Sender
from firmware.floor.log import WriteLog
from firmware.floor.places import Place
from firmware.floor.uplink.journal_tail import segments_in
from firmware.floor.uplink.lag import Lag
from firmware.floor.uplink.lane_sources import FactSource, RecordSource
from firmware.floor.uplink.nats_engine import JetStreamEngine
from firmware.floor.uplink.outbox import Outbox, OutboxIdentity, PublishMessage
from firmware.floor.uplink.watermark_reader import WatermarkReader
from firmware.floor.wire import MAX_LANE_OCTETS_PER_S
from firmware.shell.journal import JournalError

JOURNAL_INTERVAL_S: Final = 0.05
"""How often the journal is read."""
WATERMARK_INTERVAL_S: Final = 2.0
"""How often the watermark is read, and the identity of the journal checked."""


class LedgerLink(NamedTuple):
    """A table's place, who signs its messages, and what tells up to where the ledger has them."""

    place: Place
    sender: Sender
    watermark_reader: WatermarkReader


async def send_journal(
    client: Client,
    copies: Sequence[Path],
    ledger_link: LedgerLink,
    lag: Lag,
    write_log: WriteLog,
    on_turn: Callable[[], None] = lambda: None,
) -> None:
    """Send the journal, for ever, and note its lag; `on_turn` is called as long as this gets on."""
    logged_reason = None
    while True:
        on_turn()
        try:
            journal_sender = _JournalSender(copies, ledger_link, lag, on_turn)
            await journal_sender.run(JetStreamEngine(client))
        except JournalError as error:
            if error.why != logged_reason:
                write_log(error.why)
            logged_reason = error.why
            await asyncio.sleep(RETRY_INTERVAL_S)


def _journal_identity(copies: Sequence[Path]) -> str:
    return segments_in(copies).live_header.identity.hex()


class _JournalSender:
    """Both outboxes of one journal, as long as it is the table's."""

    def __init__(
        self,
        copies: Sequence[Path],
        ledger_link: LedgerLink,
        lag: Lag,
        on_turn: Callable[[], None],
    ) -> None:
        self._copies, self._on_turn = copies, on_turn
        self._journal = _journal_identity(copies)
        self._watermark_reader = ledger_link.watermark_reader
        self._lag = lag
        lag.reset()
        fact_source = FactSource(copies)
        identity = OutboxIdentity(ledger_link.place, self._journal, ledger_link.sender)
        record_source = RecordSource(copies, fact_source)
        self._outboxes = (
            Outbox("fact", identity, fact_source),
            Outbox("record", identity, record_source),
        )

    async def run(self, engine: JetStreamEngine) -> None:
        """Send until the table has another journal. Raises JournalError if it can't be read."""
        watermark_read_s = float("-inf")
        while True:
            self._on_turn()
            now_s = time.monotonic()
            if now_s - watermark_read_s >= WATERMARK_INTERVAL_S:
                watermark_read_s = now_s
                await self._read_watermark(now_s)
                if _journal_identity(self._copies) != self._journal:
                    return
            actions = [self._perform_next(engine, outbox) for outbox in self._outboxes]
            has_progress = any(await asyncio.gather(*actions))
            for outbox in self._outboxes:
                outbox.report_lag(self._lag, now_s)
            if not has_progress:
                await asyncio.sleep(JOURNAL_INTERVAL_S)

    async def _perform_next(self, engine: JetStreamEngine, outbox: Outbox) -> bool:
        """Perform the next action of an outbox, if it has one; return whether there was
        an answer.
        """
        action = outbox.next_action()
        if action is None:
            return False
        is_answered = await engine.perform(outbox, action)
        octets = len(action.payload) if isinstance(action, PublishMessage) else 0
        await asyncio.sleep(octets / MAX_LANE_OCTETS_PER_S if is_answered else RETRY_INTERVAL_S)
        return is_answered

    async def _read_watermark(self, now_s: float) -> None:
        """Read the ledger's watermark, if the engine answers."""
        try:
            watermark = await self._watermark_reader.read()
        except (NatsError, OSError, TimeoutError):
            return
        for outbox in self._outboxes:
            if watermark is not None and not outbox.set_watermark(watermark, now_s):
                self._watermark_reader.reject_jump()
            outbox.check_progress(now_s)
