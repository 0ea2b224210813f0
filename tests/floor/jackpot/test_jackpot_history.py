"""A lot's order is never made twice: stream and store, killed, restored, altered, lost."""

import shutil
from collections.abc import Callable

import pytest

from firmware.floor.jackpot.audit import first_difference
from firmware.floor.jackpot.keeper import JackpotKeeper
from firmware.floor.jackpot.line_history import LineAltered, Reconciled
from firmware.floor.jackpot.line_stream import StreamAway
from firmware.floor.jackpot.signed_line import SignedLine, encode_line, sign_line
from tests.kits.floor.jackpots import TERMS, A, B
from tests.kits.floor.keeper_jackpot import FarStream, FedTable, KeeperJackpot


def octets(house: KeeperJackpot) -> list[bytes]:
    return [stored.octets for stored in house.store.lines_after(0)]


def restored(house: KeeperJackpot, act: Callable[[], None]) -> None:
    """Act, then bring the database back as it was before, and begin a keeper."""
    dump(house)
    act()
    restore(house)
    house.keeper = house.start_keeper()


def dump(house: KeeperJackpot) -> None:
    house.engine.dispose()
    for file in house.folder.glob("ledger.db*"):
        shutil.copy(file, house.folder / f"dump-{file.name}")


def restore(house: KeeperJackpot) -> None:
    """Bring the database back under a keeper that goes on."""
    house.engine.dispose()
    for file in house.folder.glob("ledger.db*"):
        file.unlink()
    for file in house.folder.glob("dump-*"):
        shutil.copy(file, house.folder / file.name.removeprefix("dump-"))


def play_two_hits(house: KeeperJackpot, first: FedTable, second: FedTable) -> list[bytes]:
    """Have each table win, and return the lines."""
    first.play(shares=[(1, 10)])
    house.fold()
    second.play(bets=2, shares=[(1, 100), (2, 10)])
    house.fold()
    return octets(house)


def recorded(*tables: FedTable) -> dict:  # type: ignore[type-arg]
    return {(m.journal, m.message_number): m for table in tables for m in table.sent}


def test_restored_store_recovers_its_lines(house: KeeperJackpot) -> None:
    one, two = house.table("table-1", A), house.table("table-2", B)
    seen: list[bytes] = []
    restored(house, lambda: seen.extend(play_two_hits(house, two, one)))
    for table in (one, two):  # the tables' facts come again, in whatever order
        table.publish_again()
    assert house.keeper.reconcile() == Reconciled(taken_back=2)
    house.fold()
    assert octets(house) == seen
    lines = [stored.signed_line for stored in house.store.lines_after(0)]
    assert first_difference(lines, recorded(one, two), [TERMS]) is None
    assert [grant.order for grant in house.grants] == [1, 2]


def test_store_that_falls_back_is_taken_forward(
    house: KeeperJackpot,
) -> None:
    one, two = house.table("table-1", A), house.table("table-2", B)
    dump(house)
    seen = play_two_hits(house, two, one)
    restore(house)
    for table in (one, two):  # in the other order
        table.publish_again()
    steps = house.steps()
    assert octets(house) == house.stream.messages == seen
    assert [step.taken_back for step in steps if step.taken_back] == [2]


class Restoring:
    """Brings the database back as it was, at an instant, once."""

    def __init__(self, house: KeeperJackpot) -> None:
        self._house = house
        self._is_due = True

    def __call__(self) -> None:
        if self._is_due:
            self._is_due = False
            restore(self._house)


class RestoringStream(FarStream):
    """A stream that has taken a line as the database falls back."""

    def __init__(self, messages: list[bytes], restoring: Restoring) -> None:
        super().__init__()
        self.messages = messages
        self._restoring = restoring

    def append(self, signed_line: SignedLine, last_sequence: int) -> int:
        sequence = super().append(signed_line, last_sequence)
        self._restoring()
        return sequence


@pytest.mark.parametrize("instant", ["as a claim is verified", "once the stream has the line"])
def test_fall_back_within_step_doubles_no_line(house: KeeperJackpot, instant: str) -> None:
    one, two = house.table("table-1", A), house.table("table-2", B)
    dump(house)
    seen = play_two_hits(house, two, one)
    restoring = Restoring(house)

    def is_enrolled(device: str) -> bool:
        restoring()
        return device in house.enrolled

    if instant == "as a claim is verified":
        house.keeper = JackpotKeeper(house.store, house.stream, house.key, is_enrolled)
    else:
        house.stream = RestoringStream(house.stream.messages, restoring)
        house.keeper = house.start_keeper()
    house.keeper.reconcile()
    one.receive(house.update(one))
    one.play()
    house.steps()
    for table in (one, two):
        table.publish_again()
    house.fold()
    assert octets(house) == house.stream.messages
    assert octets(house)[:3] == seen
    lines = [stored.signed_line for stored in house.store.lines_after(0)]
    assert first_difference(lines, recorded(one, two), [TERMS]) is None
    assert len(lines) == 4


@pytest.mark.parametrize("dies_after", ["signing", "the stream"])
def test_keeper_death_loses_nothing(house: KeeperJackpot, dies_after: str) -> None:
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
    house.keeper = house.start_keeper()
    assert house.fold().version == 2
    assert len(house.grants) == 1
    assert house.stream.messages == octets(house)


class Died(Exception):
    """The process is killed here."""


def _die(*_: object) -> bool:
    raise Died


def test_two_keepers_make_one_history(house: KeeperJackpot) -> None:
    tables = [house.table("table-1", A), house.table("table-2", B)]
    other = house.start_keeper()
    for _ in range(4):
        for table in tables:
            table.play()
        house.keeper.fold_next()
        other.fold_next()
    house.fold()
    assert house.fold().version == 9
    assert house.stream.messages == octets(house)


def test_lost_stream_is_written_again(house: KeeperJackpot) -> None:
    table = house.table("table-1", A)
    table.play()
    house.fold()
    house.stream.messages.clear()
    house.keeper = house.start_keeper()
    assert house.keeper.reconcile() == Reconciled(appended=2)
    assert house.stream.messages == octets(house)


def test_silent_stream_stops_the_folding(
    house: KeeperJackpot,
) -> None:
    table = house.table("table-1", A)
    table.play()
    house.stream.is_away = True
    with pytest.raises(StreamAway):
        house.fold()
    house.stream.is_away = False
    assert house.fold().version == 2


def test_foreign_messages_are_skipped(house: KeeperJackpot) -> None:
    table = house.table("table-1", A)
    house.stream.messages += [b"nonsense", house.stream.messages[0], b"{}"]
    stored = house.store.newest
    assert stored is not None
    house.stream.messages.append(encode_line(stored.signed_line).replace(b"1", b"2"))
    table.play()
    assert house.fold().version == 2
    house.keeper = house.start_keeper()
    assert house.keeper.reconcile() == Reconciled()


@pytest.mark.parametrize("version", [2, 3])
def test_altered_line_is_never_signed(house: KeeperJackpot, version: int) -> None:
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


def test_recomputing_finds_alteration(
    house: KeeperJackpot,
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


def test_two_histories_stop_the_keeper(house: KeeperJackpot) -> None:
    one, two = house.table("table-1", A), house.table("table-2", B)
    ours, theirs = house.stream, FarStream()
    theirs.messages = [*ours.messages]

    def play() -> None:
        one.play()
        house.fold()

    restored(house, play)
    house.stream = theirs
    house.keeper = house.start_keeper()
    two.play()
    house.fold()
    house.stream = ours
    house.keeper = house.start_keeper()
    with pytest.raises(LineAltered):
        house.keeper.reconcile()
