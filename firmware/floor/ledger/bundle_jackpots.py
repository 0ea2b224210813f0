"""A bundle's jackpot messages and grants against the database's rows of its journal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec
from sqlalchemy import Connection

from firmware.core.vocabulary.jackpot import JackpotGrant, JackpotGrantReceived
from firmware.core.vocabulary.panel import Text
from firmware.floor.facts import Fact, LanePosition
from firmware.floor.jackpot_tables import JACKPOT_GRANT_TABLE, JACKPOT_MESSAGE_TABLE
from firmware.floor.store import select_rows
from firmware.shell.history.journal_entries import Attested, Entry, Happened

MessageKey = tuple[str, int]
"""The jackpot of a message, and its number in its journal."""


@dataclass
class BundleJackpots:
    """The messages and grants that a bundle has recorded, taken record by record."""

    messages: dict[MessageKey, str] = field(default_factory=dict)
    grants: list[JackpotGrant] = field(default_factory=list)
    _positions: dict[MessageKey, LanePosition] = field(default_factory=dict)
    """Of the facts that carry the messages, as far as the bundle gives their positions."""

    def take(self, entry: Entry, facts: Sequence[Fact]) -> None:
        """Take the next entry, and the facts that it gives."""
        match entry:
            case Attested(message=message):
                key = message.jackpot, message.message_number
                self.messages[key] = msgspec.json.encode(entry).decode()
                if facts:
                    self._positions[key] = facts[0].position
            case Happened(event=JackpotGrantReceived(granted=grant)):
                self.grants.append(grant)

    def difference(
        self, connection: Connection, journal: str, looked_through: LanePosition
    ) -> Text | None:
        """Return the first row that is not as recorded, None if all are. `looked_through` is up to
        where the keeper has looked for messages.
        """
        rows = select_rows(connection, JACKPOT_MESSAGE_TABLE, journal=journal)
        stored = {(row["jackpot"], row["number"]): row["body"] for row in rows}
        expected = {key for key, at in self._positions.items() if at <= looked_through}
        for jackpot, number in sorted(expected | self._within(stored.keys())):
            if stored.get((jackpot, number)) != self.messages.get((jackpot, number)):
                return Text("floor.audit.jackpot_message", {"number": number, "jackpot": jackpot})
        for grant in self.grants:
            key = {"jackpot": grant.jackpot, "hit_number": grant.order}
            grant_rows = select_rows(connection, JACKPOT_GRANT_TABLE, **key)
            if [row["body"] for row in grant_rows] != [msgspec.json.encode(grant).decode()]:
                return Text("floor.audit.grant", {"number": grant.order, "jackpot": grant.jackpot})
        return None

    def _within(self, stored_keys: Iterable[MessageKey]) -> set[MessageKey]:
        """Return the stored messages that are neither before the bundle nor after it."""
        return {
            (jackpot, number)
            for jackpot, number in stored_keys
            if any(name == jackpot and n <= number for name, n in self.messages)
            and any(name == jackpot and n >= number for name, n in self.messages)
        }
