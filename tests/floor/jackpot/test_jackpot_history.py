"""A lot's order is never made twice: stream and store, killed, restored, altered, lost."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from firmware.floor.jackpot.audit import first_difference
from firmware.floor.jackpot.line_history import LineAltered, Reconciled
from firmware.floor.jackpot.line_stream import StreamAway
from firmware.floor.jackpot.signed_line import encode_line, sign_line
from tests.kits.floor.jackpots import TERMS, A, B
from tests.kits.floor.kept_jackpot import FarStream, FedTable, KeptJackpot
from tests.kits.floor.stores import empty_store


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = empty_store(tmp_path / "ledger.db")
    yield engine
    engine.dispose()


@pytest.fixture
def house(tmp_path: Path, engine: Engine) -> KeptJackpot:
    return KeptJackpot(tmp_path, engine)


def octets(house: KeptJackpot) -> list[bytes]:
    return [stored.octets for stored in house.store.lines_after(0)]


def restored(house: KeptJackpot, act: Callable[[], None]) -> None:
    """Act, then bring the database back as it was before."""
    house.engine.dispose()
    for file in house.folder.glob("ledger.db*"):
        shutil.copy(file, house.folder / f"dump-{file.name}")
    act()
    house.engine.dispose()
    for file in house.folder.glob("ledger.db*"):
        file.unlink()
    for file in house.folder.glob("dump-*"):
        file.rename(house.folder / file.name.removeprefix("dump-"))
    house.keeper = house.another_keeper()


def recorded(*tables: FedTable) -> dict:  # type: ignore[type-arg]
    return {(m.journal, m.message_number): m for table in tables for m in table.sent}


def test_a_restored_store_takes_its_lines_back_in_their_order(house: KeptJackpot) -> None:
    one, two = house.table("table-1", A), house.table("table-2", B)
    house.fold()
    seen: list[bytes] = []

    def two_hits() -> None:
        two.play(shares=[(1, 10)])
        house.fold()
        one.play(bets=2, shares=[(1, 100), (2, 10)])
        house.fold()
        seen.extend(octets(house))

    restored(house, two_hits)
    for table in (one, two):  # the tables' facts come again, in whatever order
        table.publish_again()
    assert house.keeper.reconcile() == Reconciled(taken_back=2)
    house.fold()
    assert octets(house) == seen
    lines = [stored.signed_line for stored in house.store.lines_after(0)]
    assert first_difference(lines, recorded(one, two), [TERMS]) is None
    assert [grant.order for grant in house.grants] == [1, 2]


def test_a_store_that_falls_back_under_a_running_keeper_is_taken_forward(
    house: KeptJackpot,
) -> None:
    table = house.table("table-1", A)
    keeper = house.keeper

    def play() -> None:
        table.play(bets=3)
        house.fold()

    restored(house, play)
    house.keeper = keeper
    table.publish_again()
    table.play()
    assert house.fold().version == 3


@pytest.mark.parametrize("dies_after", ["signing", "the stream"])
def test_a_keeper_that_dies_before_it_inserts_loses_and_doubles_nothing(
    house: KeptJackpot, dies_after: str
) -> None:
    table = house.table("table-1", A)
    table.play(shares=[(1, 10)])
    if dies_after == "the stream":
        insert, house.store.insert = house.store.insert, _die  # type: ignore[method-assign]
    else:
        append, house.stream.append = house.stream.append, _die  # type: ignore[method-assign]
    with pytest.raises(Died):
        house.fold()
    if dies_after == "the stream":
        house.store.insert = insert  # type: ignore[method-assign]
    else:
        house.stream.append = append  # type: ignore[method-assign]
    house.keeper = house.another_keeper()
    assert house.fold().version == 2
    assert len(house.grants) == 1
    assert house.stream.messages == octets(house)


class Died(Exception):
    """The process is killed here."""


def _die(*_: object) -> bool:
    raise Died


def test_two_keepers_make_one_history(house: KeptJackpot) -> None:
    tables = [house.table("table-1", A), house.table("table-2", B)]
    other = house.another_keeper()
    for _ in range(4):
        for table in tables:
            table.play()
        house.keeper.fold_next()
        other.fold_next()
    house.fold()
    assert house.fold().version == 9
    assert house.stream.messages == octets(house)


def test_a_stream_that_was_lost_is_written_again(house: KeptJackpot) -> None:
    table = house.table("table-1", A)
    table.play()
    house.fold()
    house.stream.messages.clear()
    house.keeper = house.another_keeper()
    assert house.keeper.reconcile() == Reconciled(appended=2)
    assert house.stream.messages == octets(house)


def test_a_stream_that_does_not_answer_stops_the_folding_and_nothing_else(
    house: KeptJackpot,
) -> None:
    table = house.table("table-1", A)
    table.play()
    house.stream.is_away = True
    with pytest.raises(StreamAway):
        house.fold()
    house.stream.is_away = False
    assert house.fold().version == 2


def test_messages_of_others_in_the_stream_are_read_over(house: KeptJackpot) -> None:
    table = house.table("table-1", A)
    house.stream.messages += [b"nonsense", house.stream.messages[0], b"{}"]
    stored = house.store.newest
    assert stored is not None
    house.stream.messages.append(encode_line(stored.signed_line).replace(b"1", b"2"))
    table.play()
    assert house.fold().version == 2
    house.keeper = house.another_keeper()
    assert house.keeper.reconcile() == Reconciled()


@pytest.mark.parametrize("version", [2, 3])
def test_a_line_that_was_altered_is_never_signed_on(house: KeptJackpot, version: int) -> None:
    table = house.table("table-1", A)
    for _ in range(2):
        table.play()
    house.fold()
    house.alter(version, pool=20_000_000)
    table.play()
    with pytest.raises(LineAltered) as altered:
        house.fold()
    assert altered.value.version == version
    assert len(house.stream.messages) == 3


def test_an_altered_line_that_the_keepers_own_key_signed_is_found_by_recomputing(
    house: KeptJackpot,
) -> None:
    table = house.table("table-1", A)
    table.play()
    house.fold()
    house.alter(2, pool=20_000_000)
    stored = house.store.line(2)
    assert stored is not None
    house.store.replace(sign_line(stored.signed_line, house.key), stored.sequence)
    table.play()
    with pytest.raises(LineAltered):
        house.fold()


def test_store_and_stream_with_two_histories_stop_the_keeper(house: KeptJackpot) -> None:
    one, two = house.table("table-1", A), house.table("table-2", B)
    ours, theirs = house.stream, FarStream()
    theirs.messages = [*ours.messages]

    def play() -> None:
        one.play()
        house.fold()

    restored(house, play)
    house.stream = theirs
    house.keeper = house.another_keeper()
    two.play()
    house.fold()
    house.stream = ours
    house.keeper = house.another_keeper()
    with pytest.raises(LineAltered):
        house.keeper.reconcile()
