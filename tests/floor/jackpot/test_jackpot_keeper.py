"""Keepers of a linked lot: from the tables' facts to the line, each message once."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Engine

from firmware.core.vocabulary.jackpot import JackpotTableMessage, JackpotUpdate
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.keeper import JackpotKeeper
from firmware.floor.jackpot.ledger_line import LedgerLine, first_line, fold_message
from firmware.floor.store import (
    FACT_TABLE,
    WATERMARK_TABLE,
    insert_missing,
    migrate_database,
    open_database,
)
from firmware.shell.jackpot.signed_messages import attest, is_signed_by_keeper, sign_message
from firmware.shell.trust.keys import DeviceKey, public_octets
from tests.kits.floor.enrolled import register
from tests.kits.floor.jackpots import TERMS, A, B, fed, hit

KEY = Ed25519PrivateKey.generate()


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = open_database(f"sqlite:///{tmp_path}/ledger.db")
    migrate_database(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def device(tmp_path: Path) -> DeviceKey:
    return DeviceKey.enrol(tmp_path)


def keeper(engine: Engine, *devices: DeviceKey) -> JackpotKeeper:
    book = JackpotStore(engine, "grand")
    book.add_terms(sign_message(TERMS, KEY))
    known = {device.public_key.hex(): "table-1" for device in devices}
    return JackpotKeeper(book, KEY, known.get)


def keep(
    engine: Engine, device: DeviceKey, *messages: JackpotTableMessage, upto: int | None = None
) -> None:
    """Have the ledger hold these messages as facts, in this order."""
    for number, message in enumerate(messages):
        of = {"journal": message.journal}
        body = msgspec.json.encode({"Attested": attest(message, device)}).decode()
        fact = {**of, "shoe": 0, "number": number, "body": body, "received_at": ""}
        last = number if upto is None else upto
        with engine.begin() as connection:
            register(connection, "table-1", message.journal)
            insert_missing(connection, FACT_TABLE, [fact])
            mine = (WATERMARK_TABLE.c.journal == message.journal, WATERMARK_TABLE.c.lane == "fact")
            connection.execute(WATERMARK_TABLE.delete().where(*mine))
            insert_missing(
                connection, WATERMARK_TABLE, [{**of, "lane": "fact", "shoe": 0, "number": last}]
            )


def folded(*messages: JackpotTableMessage) -> LedgerLine:
    line = first_line([TERMS])
    for message in messages:
        line = fold_message(line, message, [TERMS]).ledger_line
    return line


def kept(keeper: JackpotKeeper) -> LedgerLine:
    while (turn := keeper.fold_next()).has_more:
        pass
    return turn.ledger_line


def test_each_message_is_in_the_line_once_however_many_keepers_there_are(
    engine: Engine, device: DeviceKey
) -> None:
    keep(engine, device, fed(1), fed(2), hit(3, 90_000), fed(4))
    one, other = keeper(engine, device), keeper(engine, device)
    for _ in range(4):
        one.fold_next()
        other.fold_next()
    assert kept(one) == kept(other) == folded(fed(1), fed(2), hit(3, 90_000), fed(4))
    assert [line.version for line in JackpotStore(engine, "grand").ledger_lines()] == [
        1,
        2,
        3,
        4,
        5,
    ]


def test_who_is_slower_reads_and_folds_again(engine: Engine, device: DeviceKey) -> None:
    keep(engine, device, fed(1), fed(2))
    slow, line = JackpotStore(engine, "grand"), folded(fed(1))
    assert kept(keeper(engine, device)).version == 3
    assert not slow.insert_line(line)
    assert slow.newest_line == folded(fed(1), fed(2))


def test_a_message_beyond_what_is_kept_waits(engine: Engine, device: DeviceKey) -> None:
    keep(engine, device, fed(1), fed(2), upto=0)
    assert kept(keeper(engine, device)).cursors == {A: 1}


def test_a_fact_that_no_known_device_has_signed_is_not_counted(
    engine: Engine, device: DeviceKey
) -> None:
    keep(engine, device, fed(1))
    assert kept(keeper(engine)).version == 1


def test_a_message_told_in_the_name_of_another_journal_is_not_counted(
    engine: Engine, device: DeviceKey
) -> None:
    body = msgspec.json.encode({"Attested": attest(fed(1, journal=B), device)}).decode()
    of = {"journal": A}
    with engine.begin() as connection:
        register(connection, "table-1", A)
        fact = {**of, "shoe": 0, "number": 0, "body": body, "received_at": ""}
        insert_missing(connection, FACT_TABLE, [fact])
        insert_missing(
            connection, WATERMARK_TABLE, [{**of, "lane": "fact", "shoe": 0, "number": 0}]
        )
    assert kept(keeper(engine, device)).version == 1


def test_a_hit_is_granted_in_its_order_and_the_line_is_shown_signed(
    engine: Engine, device: DeviceKey
) -> None:
    keep(engine, device, hit(1, 100_014))
    one = keeper(engine, device)
    turn = one.fold_next()
    assert turn.signed_grant is not None
    signed = one.signed_update(turn.ledger_line, ("nonce",), 7)
    assert isinstance(signed.message, JackpotUpdate)
    assert (signed.message.generation, signed.message.hits) == (2, 1)
    assert all(
        is_signed_by_keeper(one, public_octets(KEY).hex(), ())
        for one in (signed, turn.signed_grant)
    )
