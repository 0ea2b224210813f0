"""A jackpot of the tests with its keeper: tables whose facts the ledger has, and a stream."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace
from sqlalchemy import Engine

from firmware.core.game.jackpot_link import JackpotLink
from firmware.core.game.progressive import jackpot_payments
from firmware.core.vocabulary.jackpot import (
    JackpotDecision,
    JackpotGrant,
    JackpotTableMessage,
    JackpotUpdate,
)
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.keeper import JackpotKeeper, KeeperStep, Refusal
from firmware.floor.jackpot.ledger_line import LedgerLine, jackpot_update
from firmware.floor.jackpot.line_stream import StreamAhead, StreamAway, StreamedLine
from firmware.floor.jackpot.signed_line import SignedLine, decode_line, encode_line
from firmware.floor.jackpot_tables import JACKPOT_LINE_TABLE
from firmware.floor.store import FACT_TABLE, WATERMARK_TABLE, insert_missing
from firmware.shell.jackpot.signed_messages import attest, sign_message
from firmware.shell.trust.keys import DeviceKey, public_octets
from tests.kits.floor.enrolled import register
from tests.kits.floor.jackpots import TERMS

GRANT_FIELDS = {"from_pool", "from_reserve", "order", "paid"}


class FarStream:
    """The engine's end of a stream of lines; `is_away` has it answer nothing."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []
        self.is_away = False

    def read(self, sequence: int) -> StreamedLine | None:
        self._reach()
        if sequence > len(self.messages):
            return None
        try:
            line = decode_line(self.messages[sequence - 1])
        except msgspec.MsgspecError:
            line = None
        return StreamedLine(sequence, line)

    def append(self, signed_line: SignedLine, last_sequence: int) -> int:
        self._reach()
        if last_sequence != len(self.messages):
            raise StreamAhead
        self.messages.append(encode_line(signed_line))
        return len(self.messages)

    def _reach(self) -> None:
        if self.is_away:
            raise StreamAway


class FedTable:
    """A table by its link and its device; its facts reach the ledger at once."""

    def __init__(self, house: "KeeperJackpot", name: str, journal: str) -> None:
        self.house, self.name, self.journal = house, name, journal
        (house.folder / name).mkdir(exist_ok=True)
        self.device = DeviceKey.enrol(house.folder / name)
        self.link = JackpotLink().with_terms(TERMS, name, journal)
        self.round = self._facts = 0
        self._bodies: list[dict[str, Any]] = []
        self.sent: list[JackpotTableMessage] = []
        house.enrolled.add(self.device.public_key.hex())
        with house.engine.begin() as connection:
            register(connection, name, journal)

    def receive(self, update: JackpotUpdate) -> None:
        self.link = self.link.with_update(update)

    def receive_line(self, line: LedgerLine) -> None:
        """Hear a line that has no message of this table yet."""
        self.receive(jackpot_update(line, [TERMS], line.version, {self.journal: 0}))

    def play(self, bets: int = 1, shares: Sequence[tuple[int, int]] = ()) -> JackpotTableMessage:
        """Play a round; `shares` are the spots that win, and of how many per cent."""
        self.round += 1
        self.link = self.link.with_round_locked(bets)
        locked = self.link.locked
        assert locked is not None
        self.close_round(self.round, bets, locked.version, locked.shown, locked.generation)
        paid = jackpot_payments(locked.shown, shares) if shares else {}
        winners = [(spot, percent, paid[spot]) for spot, percent in shares]
        self.link, message = self.link.with_round_ended(self.round, winners)
        assert message is not None
        self.send(message)
        return message

    def close_round(
        self, number: int, bets: int, version: int, shown: int, generation: int = 1
    ) -> None:
        """Publish how a round was closed."""
        places = [
            {"place": [spot + 1, on], "cents": 100, "bettor": None}
            for spot in range(min(bets, 7))
            for on in ("ante", "progressive")
        ]
        self.publish({"BetsLocked": {"round": number, "bets": places, "bank": 0}})
        locked = {"round": number, "bets": bets, "version": version, "generation": generation}
        self.publish({"LotLocked": {**locked, "shown": shown}})

    def send(self, message: JackpotTableMessage) -> None:
        self.sent.append(message)
        self.publish({"Attested": msgspec.to_builtins(attest(message, self.device))})

    def publish_again(self) -> None:
        """Have the ledger hold all facts of this journal, as a table sends them after a restore."""
        bodies, self._bodies, self._facts = self._bodies, [], 0
        self.publish(*bodies)

    def publish(self, *bodies: dict[str, Any]) -> None:
        """Have the ledger hold facts of this journal."""
        of = {"journal": self.journal}
        at = "2026-01-02T00:00:00+00:00"
        rows = [
            {**of, "shoe": 0, "number": self._facts + n, "received_at": at}
            | {"body": msgspec.json.encode(body).decode()}
            for n, body in enumerate(bodies)
        ]
        self._facts += len(bodies)
        self._bodies += bodies
        with self.house.engine.begin() as connection:
            insert_missing(connection, FACT_TABLE, rows)
            mine = WATERMARK_TABLE.c.journal == self.journal, WATERMARK_TABLE.c.lane == "fact"
            connection.execute(WATERMARK_TABLE.delete().where(*mine))
            last = {**of, "lane": "fact", "shoe": 0, "number": self._facts - 1}
            insert_missing(connection, WATERMARK_TABLE, [last])


class KeeperJackpot:
    """A store, its stream, and the keys of a keeper and of two people."""

    def __init__(
        self, folder: Path, engine: Engine, people: Sequence[Ed25519PrivateKey] = ()
    ) -> None:
        self.folder, self.engine = folder, engine
        self.stream = FarStream()
        self.key = Ed25519PrivateKey.generate()
        self.people = [*people] or [Ed25519PrivateKey.generate() for _ in range(2)]
        self.enrolled: set[str] = set()
        self.store = JackpotStore(engine, TERMS.jackpot)
        self.store.add_terms(sign_message(TERMS, self.key, *self.people))
        self.keeper = self.start_keeper()

    def start_keeper(self) -> JackpotKeeper:
        people = frozenset(public_octets(person).hex() for person in self.people)
        return JackpotKeeper(self.store, self.stream, self.key, self.enrolled.__contains__, people)

    def table(self, name: str, journal: str) -> FedTable:
        table = FedTable(self, name, journal)
        self.fold()
        table.receive(self.update(table))
        return table

    def fold(self) -> LedgerLine:
        """Fold all that waits, and return the newest line."""
        return self.steps()[-1].newest.line

    def steps(self) -> list[KeeperStep]:
        steps = [self.keeper.fold_next()]
        while steps[-1].has_more:
            steps.append(self.keeper.fold_next())
        return steps

    def refusals(self) -> list[Refusal]:
        return [step.refusal for step in self.steps() if step.refusal]

    def update(self, table: FedTable) -> JackpotUpdate:
        line = self.store.newest_line
        assert line is not None
        (signed,) = self.keeper.update_to(line, line.version, table.journal)
        assert isinstance(signed.message, JackpotUpdate)
        return signed.message

    def alter(self, version: int, **changes: int) -> None:
        """Have somebody with the database's password change a line, or the grant within it."""
        stored = self.store.line(version)
        assert stored is not None
        signed_line = stored.signed_line
        of_grant = {name: value for name, value in changes.items() if name in GRANT_FIELDS}
        of_line = {name: value for name, value in changes.items() if name not in GRANT_FIELDS}
        altered = replace(signed_line, line=replace(signed_line.line, **of_line))
        if of_grant and altered.grant:
            altered = replace(altered, grant=replace(altered.grant, **of_grant))
        with self.engine.begin() as connection:
            columns = JACKPOT_LINE_TABLE.c
            row = JACKPOT_LINE_TABLE.update().where(columns.version == version)
            connection.execute(row.values(body=encode_line(altered).decode()))

    def decide(self, journal: str, number: int, *, counts: bool) -> None:
        decision = JackpotDecision(TERMS.jackpot, journal, number, counts)
        self.keeper.messages.add_decision(sign_message(decision, *self.people))

    @property
    def grants(self) -> list[JackpotGrant]:
        return self.store.stored_grants
