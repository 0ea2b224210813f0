"""The engine's users: an account for each table and bank, so that none reaches another.

A server delivers an answer on whatever subject its request names. Within an account of its own that
concerns that table alone: the account sends on the subjects of its place, and receives levels, its
jackpots' messages and the roster. A user is known by the name in his certificate.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.places import (
    clock_subject,
    cursor_subject,
    jackpot_subject,
    place_subject,
    query_subject,
)
from firmware.floor.roster.enrolment import Enrolment, Role
from firmware.floor.roster_feed import roster_subject

FLOOR_ACCOUNT: Final = "FLOOR"
"""The account of the streams and of the services."""
DIRECT_GET: Final = "$JS.API.DIRECT.GET"
"""The request for a stream's last message on a subject: the uplink's, at its start."""
EXPORTED_SERVICES: Final = (
    "floor.fact.>",
    "floor.record.>",
    "floor.seen.>",
    "floor.up.>",
    "floor.lot.*.ask.>",
    *(f"{DIRECT_GET}.{stream}.>" for stream in ("FACT", "RECORD", "KEPT")),
)
EXPORTED_STREAMS: Final = (
    "floor.down.>",
    "floor.lot.*.shown",
    "floor.lot.*.cursor.>",
    "floor.roster.>",
)
RESPONSE_THRESHOLD: Final = "10s"
"""For how long the engine remembers who is to have an answer: longer than an uplink waits."""
ACCOUNT_LIMITS: Final = "max_connections: 8, max_subscriptions: 64, max_payload: 1MB"
"""Of a table's account; the streams limit what it may store."""
PLACES: Final[frozenset[Role]] = frozenset({"table", "bank"})
"""The roles that have an account of their own."""


def users_configuration(enrolments: Iterable[Enrolment], jackpots: Sequence[str]) -> str:
    """Return users.conf. Raises RequestFailed if two enrolled places have one name."""
    enrolled = sorted(
        (enrolment for enrolment in enrolments if enrolment.state == "enrolled"),
        key=lambda enrolment: enrolment.place,
    )
    _require_distinct_names(enrolled)
    return "\n".join(_lines(enrolled, jackpots)) + "\n"


def _require_distinct_names(enrolled: Sequence[Enrolment]) -> None:
    # two keys of one place are of one certificate's name: the older may be about to be retired
    places = {enrolment.place for enrolment in enrolled}
    for name, count in Counter(place.name for place in places).items():
        if count > 1:
            raise RequestFailed(Text("floor.users.one_name", {"name": name}))


def _lines(enrolled: Sequence[Enrolment], jackpots: Sequence[str]) -> Iterator[str]:
    services = [enrolment for enrolment in enrolled if enrolment.role not in PLACES]
    places = [enrolment for enrolment in enrolled if enrolment.role in PLACES]
    yield "# written by croupier floor users"
    yield "accounts {"
    yield f"  {FLOOR_ACCOUNT} {{"
    yield "    jetstream: enabled"
    yield "    users: ["
    yield from dict.fromkeys(map(_service_user, services))
    yield "    ]"
    yield "    exports: ["
    for subject in EXPORTED_SERVICES:
        yield f'      {{ service: "{subject}", response_threshold: "{RESPONSE_THRESHOLD}" }}'
    for subject in EXPORTED_STREAMS:
        yield f'      {{ stream: "{subject}" }}'
    yield "    ]"
    yield "  }"
    for place in {enrolment.place: enrolment for enrolment in places}.values():
        yield from _place_account(place, jackpots)
    yield "}"


def _place_account(enrolment: Enrolment, jackpots: Sequence[str]) -> Iterator[str]:
    yield f'  "{enrolment.place}" {{'
    yield f'    users: [{{ user: "CN={enrolment.name}" }}]'
    yield f"    limits {{ {ACCOUNT_LIMITS} }}"
    yield "    imports: ["
    for subject in _sent_subjects(enrolment, jackpots):
        yield f'      {{ service: {{ account: {FLOOR_ACCOUNT}, subject: "{subject}" }} }}'
    for subject in _received_subjects(enrolment, jackpots):
        yield f'      {{ stream: {{ account: {FLOOR_ACCOUNT}, subject: "{subject}" }} }}'
    yield "    ]"
    yield "  }"


def _sent_subjects(enrolment: Enrolment, jackpots: Sequence[str]) -> Iterator[str]:
    place = enrolment.place
    yield place_subject("seen", place)
    if enrolment.role == "table":
        yield from (place_subject(kind, place) for kind in ("fact", "record", "up"))
        yield from (query_subject(jackpot_name, place) for jackpot_name in jackpots)
        for kind in ("fact", "record", "kept"):
            yield f"{DIRECT_GET}.{kind.upper()}.{place_subject(kind, place)}"


def _received_subjects(enrolment: Enrolment, jackpots: Sequence[str]) -> Iterator[str]:
    if enrolment.role == "table":
        yield clock_subject(enrolment.place)
        for jackpot_name in jackpots:
            yield jackpot_subject(jackpot_name, "shown")
            yield cursor_subject(jackpot_name, enrolment.place)
        yield roster_subject(enrolment.property_name, "service", "*")


def _service_user(enrolment: Enrolment) -> str:
    permissions = SERVICE_PERMISSIONS[enrolment.role].format(
        property=enrolment.property_name, place=enrolment.place, name=enrolment.name
    )
    return f'      {{ user: "CN={enrolment.name}"{permissions} }}'


SERVICE_PERMISSIONS: Final[dict[Role, str]] = {
    "ledger": "",
    "keeper": ', permissions: {{ publish: {{ deny: ["floor.fact.>", "floor.record.>",'
    ' "floor.kept.>", "floor.seen.>", "floor.up.>", "floor.down.>", "floor.roster.>",'
    ' "$JS.API.STREAM.DELETE.>", "$JS.API.STREAM.PURGE.>"] }} }}',
    "pit": ', permissions: {{ publish: {{ deny: ">" }}, subscribe: ["floor.seen.>"] }}',
    "tournament": ', permissions: {{ publish: ["floor.down.{property}.*.*.clock",'
    ' "floor.seen.{place}"], subscribe: ["_INBOX.{name}.>", "floor.up.{property}.>",'
    ' "floor.down.{property}.*.*.clock", "floor.roster.{property}.>"] }}',
}
"""By role: what its user may do in the floor's account."""
