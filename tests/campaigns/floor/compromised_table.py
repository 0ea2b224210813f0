"""A compromised table with all its keys: it does whatever they allow, at a rate, until killed.

python -m tests.campaigns.floor.compromised_table ADDRESS FOLDER NAME VICTIM RATE
"""

import asyncio
import sys
import zlib
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from nats.aio.client import Client

from firmware.core.vocabulary.jackpot import JackpotContribution, JackpotHit
from firmware.core.vocabulary.money import Cents
from firmware.floor.connection import EngineServers, connected, publish_best_effort
from firmware.floor.envelope import Sender
from firmware.floor.facts import LanePosition
from firmware.floor.heartbeat import TableHeartbeat
from firmware.floor.places import clock_subject, place_subject, query_subject
from firmware.floor.run_sender import RunSender
from firmware.shell.config.settings import Certificates
from firmware.shell.jackpot.signed_messages import attest
from firmware.shell.trust.keys import DeviceKey, read_private_key
from tests.kits.floor_wire import place
from tools.floor.jackpot import LOT

FACTS: Final[tuple[dict[str, Any], ...]] = (
    {"Attested": {}},
    {"BetsLocked": {"round": 1, "bets": [1], "bank": 0}},
    {"BetsLocked": {"round": 2**61, "bets": {}, "bank": "x"}},
    {"MetersRead": {"meters": [[2**61] * 9]}},
    {"RoundSettled": {"round": 1, "settled": [["1", "red", 10**15, 10**18]]}},
    {"FaultShown": {"part": "x" * 5000, "code": "\ud7ff"}},
    {"started": {"game": "caribbean-stud", "options": {"progressive_link": LOT}}},
    {"": {}, "x": None},
)
ADMINISTRATION: Final = (
    "STREAM.DELETE.FACT",
    "STREAM.PURGE.RECORD",
    "CONSUMER.DELETE.FACT.ledger",
    "CONSUMER.MSG.NEXT.FACT.ledger",
    "CONSUMER.CREATE.FACT.mine",
    "STREAM.MSG.DELETE.FACT",
)
LARGEST: Final = 200_000
FIRST: Final = LanePosition(0, 0)


class CompromisedTable:
    """A table's keys, and all that can be done with them."""

    def __init__(self, client: Client, folder: Path, name: str, victim: str, rng: Random) -> None:
        self._client, self._rng = client, rng
        self._sender = Sender(name, read_private_key(folder / "proofs" / f"{name}.key"))
        device_folder = folder / f"{name}-device"
        device_folder.mkdir()
        self._device = DeviceKey.enrol(device_folder)
        self._own, self._victim = place(name), place(victim)
        self._run = RunSender(self._sender)
        self._journal = sha256(self._sender.public_key).hexdigest()[:32]
        victim_key = read_private_key(folder / "proofs" / f"{victim}.key")
        self._victims_journal = sha256(Sender(victim, victim_key).public_key).hexdigest()[:32]
        self._recorded = [b"nothing yet"]
        self._number = 0
        self._acts: tuple[Callable[[], Awaitable[None]], ...] = (
            self._flood,
            self._half_sign,
            self._sign_facts,
            self._sign_records,
            self._sign_money,
            self._forge,
            self._have_delivered,
            self._administer,
            self._show,
            self._repeat,
            self._query,
        )

    async def act(self) -> None:
        await self._rng.choice(self._acts)()

    async def _flood(self) -> None:
        octets = self._rng.randbytes(self._rng.randint(0, LARGEST))
        await self._publish(self._subject(), octets)

    async def _half_sign(self) -> None:
        subject = self._subject()
        sealed = bytearray(self._sealed(subject, zlib.compress(b"{}")))
        sealed[self._rng.randrange(len(sealed))] ^= 1 << self._rng.randrange(8)
        await self._publish(subject, bytes(sealed[: self._rng.randint(1, len(sealed))]))

    async def _sign_facts(self) -> None:
        subject = place_subject("fact", self._own)
        await self._publish(subject, self._facts(subject, self._rng.choice(FACTS)))

    async def _sign_money(self) -> None:
        subject, journal = place_subject("fact", self._own), self._journal
        self._number += 1
        fed = LOT, self._own.name, journal, self._number, 1, 10**15, 1, Cents(10**12)
        message = self._rng.choice(
            (
                JackpotContribution(*fed),
                JackpotHit(*fed, generation=1, winners=((1, 100, Cents(10**12)),)),
                JackpotHit(*fed, generation=999, winners=()),
            )
        )
        record = attest(message, self._device)
        await self._publish(
            subject, self._facts(subject, {"Attested": msgspec.to_builtins(record)})
        )

    def _facts(self, subject: str, fact: dict[str, Any]) -> bytes:
        self._number += 1
        position = self._rng.choice(
            (LanePosition(0, self._number), LanePosition(2**61, 0), LanePosition(1, 2**61))
        )
        lines = {"after": [position.shoe, position.number - 1]}, {"at": position, "fact": fact}
        text = b"\n".join(map(msgspec.json.encode, lines))
        return self._sealed(subject, zlib.compress(text), position)

    async def _sign_records(self) -> None:
        subject = place_subject("record", self._own)
        number = self._rng.choice((0, 1, self._number, 2**61))
        payload = self._rng.choice(('{"ruled":{"back":-5}}', "{}", "[" * 999, "x"))
        line = {"n": number, "place": 0, "before": "00" * 32, "payload": payload}
        text = b"\n".join(map(msgspec.json.encode, ({"after": [0, number - 1]}, line)))
        octets = self._sealed(subject, zlib.compress(text), LanePosition(0, min(number, 2**62 - 1)))
        await self._publish(subject, octets)

    async def _forge(self) -> None:
        foreign = self._foreign()
        await self._publish(foreign, self._sealed(foreign, b"forged"))
        await self._publish(self._subject(), self._sealed(foreign, b"forged"))

    async def _have_delivered(self) -> None:
        subject = place_subject("fact", self._own)
        direct_get = f"$JS.API.DIRECT.GET.FACT.{subject}"
        asked = self._rng.choice((direct_get, subject, place_subject("seen", self._own)))
        payload = b"" if asked == direct_get else self._facts(subject, FACTS[0])
        await self._client.publish(asked, payload, reply=self._foreign())

    async def _administer(self) -> None:
        await self._publish(f"$JS.API.{self._rng.choice(ADMINISTRATION)}", b"{}")

    async def _show(self) -> None:
        subject = place_subject("seen", self._own)
        heartbeat = msgspec.json.encode(TableHeartbeat("2027-11-29T00:00:00Z", None, 10**15))
        payload = self._rng.choice((heartbeat, b'{"of":"hall"}', b"[" * 5000, b"\xff"))
        await self._publish(subject, self._run.seal(subject, payload))

    async def _repeat(self) -> None:
        await self._publish(self._subject(), self._rng.choice(self._recorded))

    async def _query(self) -> None:
        subject = query_subject(LOT, self._own)
        nonce = "n" * self._rng.choice((1, 100_000))
        query = msgspec.json.encode({"table": self._victim.name, "nonce": nonce})
        await self._publish(subject, self._run.seal(subject, query))

    def _subject(self) -> str:
        return place_subject(self._rng.choice(("fact", "record", "seen", "up")), self._own)

    def _foreign(self) -> str:
        kinds = ("fact", "record", "kept", "seen", "up")
        subjects = [place_subject(kind, self._victim) for kind in kinds]
        own_watermark = place_subject("kept", self._own)
        inbox = f"_INBOX.{self._victim.name}.x"
        return self._rng.choice([*subjects, own_watermark, clock_subject(self._victim), inbox])

    def _sealed(self, subject: str, payload: bytes, position: LanePosition = FIRST) -> bytes:
        is_foreign = self._rng.random() < 0.1
        journal = self._victims_journal if is_foreign else self._journal
        if self._rng.random() < 0.05:
            journal = self._rng.randbytes(16).hex()
        octets = self._sender.seal(subject, journal, position, payload)
        if len(self._recorded) < 1000:
            self._recorded.append(octets)
        return octets

    async def _publish(self, subject: str, payload: bytes) -> None:
        await publish_best_effort(self._client, subject, payload)


async def attack(address: str, folder: Path, name: str, victim: str, rate: float) -> None:
    proofs = folder / "proofs"
    own = Certificates(proofs / "ca.pem", proofs / f"{name}.pem", proofs / f"{name}.key")
    async with connected(EngineServers((address,), own), name, lambda _: None) as client:
        table = CompromisedTable(client, folder, name, victim, Random(44))
        loop = asyncio.get_running_loop()
        next_s = loop.time()
        while True:
            await table.act()
            next_s += 1 / rate
            await asyncio.sleep(max(0.0, next_s - loop.time()))


if __name__ == "__main__":
    address, folder, name, victim, rate = sys.argv[1:]
    asyncio.run(attack(address, Path(folder), name, victim, float(rate)))
