"""The roster on the floor's wire: published by the ledgers, followed by whoever has no database.

An enrolment proves itself by the signatures of two people, so it is published as it is. A table
follows the services of its property, a tournament the tables too; both begin from the files of
their house (`read_roster`).
"""

import asyncio
from typing import Final

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg

from firmware.floor.connection import publish_best_effort
from firmware.floor.envelope import MessageRejected
from firmware.floor.quarantine import Quarantine, guarded
from firmware.floor.roster.enrolment import SERVICES, SignedEnrolment
from firmware.floor.roster.roster import Roster
from firmware.floor.roster.roster_store import RosterStore

CYCLE_S: Final = 5.0
"""Within this time each enrolment is published once."""


def roster_subject(property_name: str, kind: str, key: str) -> str:
    """Return the subject of an enrolment: `kind` is "service" or "place"; "*" matches any."""
    return f"floor.roster.{property_name}.{kind}.{key}"


async def publish_roster(client: Client, roster_store: RosterStore) -> None:
    """Publish the roster, for ever. Raises SQLAlchemyError."""
    while True:
        signed_enrolments = [*await asyncio.to_thread(roster_store.refresh)]
        for signed in signed_enrolments:
            kind = "service" if signed.enrolment.role in SERVICES else "place"
            subject = roster_subject(
                signed.enrolment.property_name, kind, signed.enrolment.key[:16]
            )
            await publish_best_effort(client, subject, msgspec.json.encode(signed))
            await asyncio.sleep(CYCLE_S / len(signed_enrolments))
        if not signed_enrolments:
            await asyncio.sleep(CYCLE_S)


async def follow_roster(
    client: Client,
    roster: Roster,
    property_name: str,
    quarantine: Quarantine,
    kind: str = "service",
) -> None:
    """Subscribe to the enrolments of a property, and admit them as they come."""

    async def on_enrolment(message: Msg) -> None:
        signed = msgspec.json.decode(message.data, type=SignedEnrolment)
        known = roster.enrolment(signed.enrolment.key)
        is_known = known is not None and known.number >= signed.enrolment.number
        if not roster.admit(signed) and not is_known:
            raise MessageRejected("unsigned_enrolment", signed.enrolment.name)

    subject = roster_subject(property_name, kind, "*")
    await client.subscribe(subject, cb=guarded(on_enrolment, quarantine))
