"""The roster on the floor's wire: for programs without a database.

An enrolment proves itself by the signatures of two people, so it is published as it is. A table
follows the services of its property, a tournament the tables too; both begin from the files of
their house (`read_roster`).
"""

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg

from firmware.floor.envelope import MessageRejected
from firmware.floor.quarantine import Quarantine, guarded
from firmware.floor.roster.enrolment import SignedEnrolment
from firmware.floor.roster.roster import Roster


def roster_subject(property_name: str, kind: str, key: str) -> str:
    """Return the subject of an enrolment: `kind` is "service" or "place"; "*" matches any."""
    return f"floor.roster.{property_name}.{kind}.{key}"


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
