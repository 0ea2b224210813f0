"""The ledgers publish the roster: an enrolment proves itself, so it goes as it is."""

import asyncio
from contextlib import suppress
from typing import Final

import msgspec
from nats.aio.client import Client
from sqlalchemy.exc import SQLAlchemyError

from firmware.floor.connection import publish_best_effort
from firmware.floor.roster.enrolment import SERVICES
from firmware.floor.roster.roster_store import RosterStore
from firmware.floor.roster_feed import roster_subject

CYCLE_S: Final = 5.0
"""Within this time each enrolment is published once."""


async def publish_roster(client: Client, roster_store: RosterStore) -> None:
    """Publish the roster, for ever. Without the database the last one is published."""
    while True:
        with suppress(SQLAlchemyError):
            await asyncio.to_thread(roster_store.refresh)
        signed_enrolments = [*roster_store.roster]
        for signed in signed_enrolments:
            kind = "service" if signed.enrolment.role in SERVICES else "place"
            subject = roster_subject(
                signed.enrolment.property_name, kind, signed.enrolment.key[:16]
            )
            await publish_best_effort(client, subject, msgspec.json.encode(signed))
            await asyncio.sleep(CYCLE_S / len(signed_enrolments))
        if not signed_enrolments:
            await asyncio.sleep(CYCLE_S)
