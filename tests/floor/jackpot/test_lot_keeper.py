"""Keepers of a linked lot: from the tables' facts to the line, each message once."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Engine

from firmware.core.vocabulary.jackpot import FromTable, LotShown
from firmware.floor.jackpot.keeper import Keeper
from firmware.floor.jackpot.ledger_line import Line, first_line, fold
from firmware.floor.jackpot.store import Book
from firmware.floor.store import FACT, KEPT, connect, insert_new, migrate
from firmware.shell.jackpot.signed import attest, is_of_keeper, sign
from firmware.shell.trust.keys import Device, public_of
from tests.kits.floor.lots import TERMS, A, B, fed, hit

KEY = Ed25519PrivateKey.generate()


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = connect(f"sqlite:///{tmp_path}/ledger.db")
    migrate(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def device(tmp_path: Path) -> Device:
    return Device.enrol(tmp_path)


def keeper(engine: Engine, *devices: Device) -> Keeper:
    book = Book(engine, "grand")
    book.add_terms(sign(TERMS, KEY))
    known = {device.public.hex(): "table-1" for device in devices}
    return Keeper(book, KEY, known.get)


def keep(engine: Engine, device: Device, *messages: FromTable, upto: int | None = None) -> None:
    """Have the ledger hold these messages as facts, in this order."""
    for number, message in enumerate(messages):
        of = {"table_name": "table-1", "journal": message.journal}
        body = msgspec.json.encode({"Attested": attest(message, device)}).decode()
        fact = {**of, "shoe": 0, "number": number, "body": body, "received": ""}
        last = number if upto is None else upto
        with engine.begin() as connection:
            insert_new(connection, FACT, [fact])
            mine = (KEPT.c.journal == message.journal, KEPT.c.lane == "fact")
            connection.execute(KEPT.delete().where(*mine))
            insert_new(connection, KEPT, [{**of, "lane": "fact", "shoe": 0, "number": last}])


def folded(*messages: FromTable) -> Line:
    line = first_line([TERMS])
    for message in messages:
        line = fold(line, message, [TERMS]).line
    return line


def kept(keeper: Keeper) -> Line:
    while (turn := keeper.turn()).more:
        pass
    return turn.line


def test_each_message_is_in_the_line_once_however_many_keepers_there_are(
    engine: Engine, device: Device
) -> None:
    keep(engine, device, fed(1), fed(2), hit(3, 90_000), fed(4))
    one, other = keeper(engine, device), keeper(engine, device)
    for _ in range(4):
        one.turn()
        other.turn()
    assert kept(one) == kept(other) == folded(fed(1), fed(2), hit(3, 90_000), fed(4))
    assert [line.version for line in Book(engine, "grand").lines()] == [1, 2, 3, 4, 5]


def test_who_is_slower_reads_and_folds_again(engine: Engine, device: Device) -> None:
    keep(engine, device, fed(1), fed(2))
    slow, line = Book(engine, "grand"), folded(fed(1))
    assert kept(keeper(engine, device)).version == 3
    assert not slow.insert(line)
    assert slow.newest == folded(fed(1), fed(2))


def test_a_message_beyond_what_is_kept_waits(engine: Engine, device: Device) -> None:
    keep(engine, device, fed(1), fed(2), upto=0)
    assert kept(keeper(engine, device)).cursors == {A: 1}


def test_a_fact_that_no_known_device_has_signed_is_not_counted(
    engine: Engine, device: Device
) -> None:
    keep(engine, device, fed(1))
    assert kept(keeper(engine)).version == 1


def test_a_message_told_in_the_name_of_another_journal_is_not_counted(
    engine: Engine, device: Device
) -> None:
    body = msgspec.json.encode({"Attested": attest(fed(1, journal=B), device)}).decode()
    of = {"table_name": "table-1", "journal": A}
    with engine.begin() as connection:
        fact = {**of, "shoe": 0, "number": 0, "body": body, "received": ""}
        insert_new(connection, FACT, [fact])
        insert_new(connection, KEPT, [{**of, "lane": "fact", "shoe": 0, "number": 0}])
    assert kept(keeper(engine, device)).version == 1


def test_a_hit_is_granted_in_its_order_and_the_line_is_shown_signed(
    engine: Engine, device: Device
) -> None:
    keep(engine, device, hit(1, 100_014))
    one = keeper(engine, device)
    turn = one.turn()
    assert turn.granted is not None
    signed = one.shows(turn.line, ("nonce",), 7)
    assert isinstance(signed.message, LotShown)
    assert (signed.message.generation, signed.message.hits) == (2, 1)
    assert all(is_of_keeper(one, public_of(KEY).hex(), ()) for one in (signed, turn.granted))
