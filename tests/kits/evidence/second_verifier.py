"""A verifier of bundles, from docs/en/evidence.md, journal.md and records.md alone.

Nothing of the program is imported: only Python's library and `cryptography`.
"""

import base64
import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, TypeAlias

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

FIRST_LINE = b"Croupier evidence 1\n"
TURN = 10**10
TURN_OF_SQUARES = 10**18
Json: TypeAlias = Any


class Wrong(Exception):
    """The bundle is not as its device has signed it."""


@dataclass(frozen=True)
class Verified:
    """The result: what a person compares, and the recounted meters."""

    fingerprint: str
    head: str
    last: int
    meters: Mapping[str, Json]


def verify(data: bytes) -> Verified:
    """Verify a bundle. Raises Wrong."""
    try:
        return _verify(data)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, struct.error) as error:
        raise Wrong(repr(error)) from error


def _verify(data: bytes) -> Verified:
    statement, key, parts = _statement(data)
    links = list(_links(parts["journal"]))
    _check_chain(statement, links, parts["digests"])
    recounted = _recounted([link.payload for link in links if link.payload is not None])
    stated = _whole(json.loads(parts["meters.json"])["meters"])
    if recounted not in (None, stated):
        raise Wrong("the bundle's meters are not those of the last round")
    _balance(stated)
    last = statement["first"] + statement["records"] - 1
    return Verified(_fingerprint(key), statement["head"], last, stated)


def _statement(data: bytes) -> tuple[Json, bytes, dict[str, bytes]]:
    at = len(FIRST_LINE) + 4
    if data[: len(FIRST_LINE)] != FIRST_LINE:
        raise Wrong("no bundle")
    (size,) = struct.unpack(">I", data[len(FIRST_LINE) : at])
    text, signature = data[at : at + size], data[at + size : at + size + 64]
    statement = json.loads(text)
    key = bytes.fromhex(statement["device"])
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except InvalidSignature:
        raise Wrong("the signature") from None
    return statement, key, _parts(data, at + size + 64, statement["parts"])


def _parts(data: bytes, at: int, listed: Json) -> dict[str, bytes]:
    parts = {}
    for part in listed:
        octets = data[at : at + part["size"]]
        if len(octets) != part["size"] or sha256(octets).hexdigest() != part["sha256"]:
            raise Wrong(f"the part {part['name']}")
        parts[part["name"]] = octets
        at += part["size"]
    if at != len(data):
        raise Wrong("octets after the end")
    return parts


def _fingerprint(key: bytes) -> str:
    text = base64.b32encode(sha256(key).digest()[:20]).decode()
    return " ".join(text[at : at + 4] for at in range(0, 32, 4))


# links


@dataclass(frozen=True)
class Link:
    """A segment's header, or a record with its payload."""

    raw: bytes
    payload: Json = None

    @property
    def digest(self) -> bytes:
        return sha256(self.raw).digest()


def _links(journal: bytes) -> Iterator[Link]:
    at = 0
    while at < len(journal):
        header = journal[at : at + 8] == b"CROUPIER"
        link = _header(journal, at) if header else _record(journal, at)
        yield link
        at += len(link.raw)


def _header(journal: bytes, at: int) -> Link:
    (size,) = struct.unpack(">H", journal[at + 14 : at + 16])
    raw = journal[at : at + size]
    if len(raw) != size or size < 88 or _number(raw, 8, 4) != zlib.crc32(raw[12:]):
        raise Wrong("a header")
    return Link(raw)


def _record(journal: bytes, at: int) -> Link:
    size = 56 + _number(journal, at + 8, 4)
    raw = journal[at : at + size]
    if raw[:4] != b"\xc7REC" or len(raw) != size or _number(raw, 4, 4) != zlib.crc32(raw[8:]):
        raise Wrong("a record")
    return Link(raw, json.loads(raw[56:]))


def _number(octets: bytes, at: int, size: int) -> int:
    return int.from_bytes(octets[at : at + size], "big")


def _check_chain(statement: Json, links: list[Link], digests: bytes) -> None:
    if digests != b"".join(link.digest for link in links):
        raise Wrong("the list of digests")
    number, last_record, begins = statement["first"], None, []
    for before, link in zip([None, *links], links, strict=False):
        if link.payload is None:
            begins.append(number)
            _check_header(link, number, last_record)
        else:
            _check_record(link, number, before)
            last_record, number = link.digest, number + 1
    if begins != statement["segments"] or number != statement["first"] + statement["records"]:
        raise Wrong("the number of links")
    if not links or links[-1].digest.hex() != statement["head"]:
        raise Wrong("the head")


def _check_header(header: Link, number: int, last_record: bytes | None) -> None:
    continues = last_record in (None, header.raw[56:88])
    if not continues or _number(header.raw, 48, 8) != number:
        raise Wrong(f"the header before record {number} does not continue the chain")


def _check_record(record: Link, number: int, before: Link | None) -> None:
    continues = before is not None and record.raw[24:56] == before.digest
    if not continues or _number(record.raw, 16, 8) != number:
        raise Wrong(f"record {number} does not continue the chain")


# the recount


@dataclass(frozen=True)
class Count:
    """The meters, and the round that is going on."""

    meters: Json
    testing: bool = False
    locked: frozenset[Json] | None = None
    lines: tuple[Json, ...] = ()
    banked: bool = False


def _recounted(records: list[Json]) -> Json:
    """Return the meters as the last round opened, None if no round did. Raises Wrong."""
    happened: list[tuple[Json, list[Json]]] = []
    count: Count | None = None
    for record in records:
        match record["type"]:
            case "Happened":
                happened.append((record["event"], []))
            case "Ruled" if record.get("back", 0) < len(happened):
                happened[-1 - record.get("back", 0)][1][:] = record["rulings"]
            case "Checked":
                opened = len(happened) - record["since"]
                before, happened = happened[: max(opened, 0)], happened[max(opened, 0) :]
                count = _checked(count, before, record["table"], comparable=opened >= 0)
    return count.meters if count else None


def _checked(
    count: Count | None, before: list[tuple[Json, list[Json]]], table: Json, *, comparable: bool
) -> Count:
    recorded = _whole(table.get("meters", {}))
    _balance(recorded)
    if count is None or not comparable:
        return Count(recorded, testing=table.get("aside") is not None)
    after = _counted(count, before)
    if after.meters != recorded:
        raise Wrong(f"the meters of round {table.get('round', 0)}")
    return Count(recorded, testing=after.testing)


def _counted(count: Count, happened: list[tuple[Json, list[Json]]]) -> Count:
    counts = [count]
    for event, rulings in happened:
        now = counts[-1]
        for ruling in rulings:
            if ruling["ruling"] == "Undone":
                now = counts[max(len(counts) - 1 - ruling.get("back", 1), 0)]
            else:
                now = _ruled(now, ruling, event)
        counts.append(now)
    return counts[-1]


def _ruled(count: Count, ruling: Json, event: Json) -> Count:
    kind = ruling["ruling"]
    if kind in ("TestOpened", "TestClosed"):
        return Count(count.meters, testing=kind == "TestOpened")
    if kind == "MetersBegan":
        return replace(count, meters=_whole({}))
    if count.testing:
        return count
    return _money(_advanced(count, kind, event), ruling)


def _advanced(count: Count, kind: str, event: Json) -> Count:
    by_supervisor = event["event"] == "KeyPressed" and event["key"] in ("clear", "void")
    name = {
        "LateBet": "late_bets",
        "RoundVoided": "voids",
        "LateResolved": "overrides",
        "CardEntered": "overrides",
        "PaymentUnseen": "unseen_payments",
        "FaultCleared": "overrides" if by_supervisor else None,
    }.get(kind)
    return replace(count, meters=_added(count.meters, name)) if name else count


def _money(count: Count, ruling: Json) -> Count:
    match ruling["ruling"]:
        case "BetsLocked":
            locked = frozenset(_stack(bet) for bet in ruling["bets"])
            banked = ruling.get("bank", 0) > 0
            return replace(count, locked=locked, lines=(), banked=banked)
        case "Decided" if count.locked is not None:
            spot, bettor = ruling["spot"], ruling.get("bettor")
            laid = {(spot, on, bettor) for on in ruling.get("laid", {})}
            return replace(count, locked=count.locked | laid)
        case "BetSettled":
            return _settled(count, ruling)
        case "RoundVoided":
            return replace(count, locked=None, lines=())
        case "RoundOpened":
            return _round_over(count)
    return count


def _settled(count: Count, line: Json) -> Count:
    on, commission = line["bet"]["place"][1], line.get("commission", 0)
    known = count.locked is not None
    if known and (on.startswith("ticket") or _stack(line["bet"]) in (count.locked or ())):
        return replace(count, lines=(*count.lines, line))
    if commission > 0:
        sums = (0, 0, 0, commission, commission, 0, 0)
        return replace(count, meters=_paid(count.meters, _class(on), sums))
    return count


def _round_over(count: Count) -> Count:
    if count.locked is None:
        return replace(count, lines=())
    meters, stakes = count.meters, dict[Json, list[Json]]()
    for line in count.lines:
        stake, returned = line["bet"]["cents"], line["returned"]
        paid, commission = line.get("paid", 0), line.get("commission", 0)
        if min(stake, returned, paid, commission) >= 0:
            gained = stake - returned - paid
            sums = (stake, returned, paid, commission, gained + commission, 0, 0)
            name = _class(line["bet"]["place"][1], line.get("picks"))
            if count.banked:
                bank = _sum(meters["banked"], (stake, returned, paid, 0, gained, 0, 0))
                meters = {**meters, "banked": bank}
                sums = (0, 0, 0, commission, commission, 0, 0)
            else:
                stakes.setdefault(_stack(line["bet"]), [name, 0])[1] += stake
            meters = _paid(meters, name, sums)
    for name, stake in stakes.values():
        meters = _paid(meters, name, (0, 0, 0, 0, 0, int(stake > 0), stake**2))
    return Count(_added(meters, "rounds"))


def _stack(bet: Json) -> Json:
    return (*bet["place"], bet.get("bettor"))


def _whole(meters: Json) -> Json:
    """Return the meters with what may be left out."""
    names = ("rounds", "late_bets", "voids", "overrides", "unseen_payments")
    banked = meters.get("banked", [0] * 7)
    counts = {name: meters.get(name, 0) for name in names}
    return {"bets": meters.get("bets", {}), "banked": banked, **counts}


def _added(meters: Json, name: str) -> Json:
    return {**meters, name: (meters[name] + 1) % TURN}


APART = ["sum", "on", "hard", "hop", "craps", "place", "buy", "lay", "come_odds", "dont_come_odds"]


def _class(on: str, picks: int | None = None) -> str:
    base = on.partition(":")[0]
    if picks is not None:
        return f"{base}:{picks}"
    return on if base in APART else base


def _paid(meters: Json, name: str, sums: tuple[int, ...]) -> Json:
    after = _sum(meters["bets"].get(name, [0] * 7), sums)
    return {**meters, "bets": {**meters["bets"], name: after}}


def _sum(before: Json, more: tuple[int, ...]) -> Json:
    turns = (*[TURN] * 6, TURN_OF_SQUARES)
    return [(old + new) % turn for old, new, turn in zip(before, more, turns, strict=True)]


def _balance(meters: Json) -> None:
    every = {**meters["bets"], "banked": meters["banked"]}
    for name, (handle, returned, paid, commission, held, *_) in every.items():
        if (handle + commission - returned - paid - held) % TURN:
            raise Wrong(f"the meters of {name} do not balance")
