"""The places of the floor, and the subjects on which their messages travel.

    floor.fact.PROPERTY.PIT.NAME     floor.seen.PROPERTY.PIT.NAME
    floor.record.PROPERTY.PIT.NAME   floor.up.PROPERTY.PIT.NAME
    floor.kept.PROPERTY.PIT.NAME     floor.down.PROPERTY.PIT.NAME.clock
    floor.lot.LOT.shown              floor.lot.LOT.ask.PROPERTY.PIT.NAME
    floor.lot.LOT.line               floor.lot.LOT.cursor.PROPERTY.PIT.NAME
    floor.roster.PROPERTY.KIND.KEY

A name may change, and so may its pit: neither is the identity of a journal.
"""

from typing import Final, NamedTuple

ROOT: Final = "floor"
ANY_PLACE: Final = "*.*.*"
"""Matches the tokens of every place in a subscription."""
CLOCK: Final = "clock"


class Place(NamedTuple):
    """A table, a bank, a tournament or a service: property, pit and name, each a token."""

    property_name: str
    pit: str
    name: str

    def __str__(self) -> str:
        return ".".join(self)


def place_subject(kind: str, place: Place | str) -> str:
    """Return the subject of a place's messages: `fact`, `record`, `kept`, `seen` or `up`."""
    return f"{ROOT}.{kind}.{place}"


def clock_subject(place: Place | str) -> str:
    """Return the subject on which a table receives its level."""
    return f"{ROOT}.down.{place}.{CLOCK}"


def jackpot_subject(jackpot_name: str, message_kind: str) -> str:
    """Return the subject of one kind of a jackpot's messages: `shown`, `terms`, `line`."""
    return f"{ROOT}.lot.{jackpot_name}.{message_kind}"


def query_subject(jackpot_name: str, place: Place | str) -> str:
    """Return the subject of a table's queries to the keeper of a jackpot."""
    return f"{ROOT}.lot.{jackpot_name}.ask.{place}"


def cursor_subject(jackpot_name: str, place: Place | str) -> str:
    """Return the subject of the keeper's messages to one table: its updates and its grants."""
    return f"{ROOT}.lot.{jackpot_name}.cursor.{place}"


def subject_kind(subject: str) -> str:
    """Return the second token of a subject, "" if there is none."""
    tokens = subject.split(".")
    return tokens[1] if len(tokens) > 1 else ""


def place_of_subject(subject: str) -> Place | None:
    """Return the place that a subject names; None if it names none."""
    match subject.split("."):
        case [_, "fact" | "record" | "kept" | "seen" | "up", property_name, pit, name]:
            return Place(property_name, pit, name)
        case [_, "down", property_name, pit, name, _]:
            return Place(property_name, pit, name)
        case [_, "lot", _, "ask", property_name, pit, name]:
            return Place(property_name, pit, name)
    return None
