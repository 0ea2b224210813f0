"""What a keeper has its tables hear, and when."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware.core.vocabulary.jackpot import (
    JackpotGrant,
    JackpotQuery,
    JackpotTerms,
    JackpotUpdate,
)
from firmware.core.vocabulary.panel import Text
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.keeper import JackpotKeeper
from firmware.floor.jackpot.keeper_loop import (
    ANSWERS_PER_PASS,
    MAX_NONCE_LENGTH,
    MAX_QUERIES,
    RETRY_INTERVAL_MS,
    RISE_INTERVAL_MS,
    UPDATE_INTERVAL_MS,
    DueMessages,
    KeeperLoop,
)
from firmware.floor.jackpot.line_history import LineAltered
from firmware.floor.places import Place
from firmware.shell.jackpot.signed_messages import sign_message
from firmware.shell.trust.keys import public_octets
from tests.kits.floor.jackpots import A
from tests.kits.floor.keeper_jackpot import FedTable, KeeperJackpot
from tests.kits.floor.stores import empty_store

PLACE = Place("montreal", "main", "table-1")
TO_ALL, TO_TABLE = "floor.lot.grand.shown", f"floor.lot.grand.cursor.{PLACE}"
QUERY = JackpotQuery("table-1", "a nonce", A)


class Showing:
    """A keeper's loop, and what it says."""

    def __init__(self, house: KeeperJackpot, other_store: JackpotStore | None = None) -> None:
        """With another store its keeper is one of another database."""
        self.house = house
        store = other_store or house.store
        keeper = JackpotKeeper(store, house.stream, house.key, house.enrolled.__contains__)
        self.said: list[str] = []
        public = public_octets(house.key).hex()
        place = lambda device: PLACE if device in house.enrolled else None  # noqa: E731
        self.loop = KeeperLoop(store, keeper, public, place, self._say)

    def _say(self, text: Text) -> None:
        self.said.append(text.key)

    def at(self, now: int) -> DueMessages:
        return self.loop.next_messages(now)


@pytest.fixture
def showing(tmp_path: Path) -> Iterator[Showing]:
    engine = empty_store(tmp_path / "ledger.db")
    yield Showing(KeeperJackpot(tmp_path, engine))
    engine.dispose()


@pytest.fixture
def table(showing: Showing) -> FedTable:
    return showing.house.table("table-1", A)


def kinds(due: DueMessages) -> list[tuple[str, type]]:
    return [(subject, type(signed.message)) for subject, signed in due.messages]


def updates(due: DueMessages) -> list[JackpotUpdate]:
    messages = (signed.message for _, signed in due.messages)
    return [message for message in messages if isinstance(message, JackpotUpdate)]


def test_line_repeated_every_two_seconds(showing: Showing) -> None:
    shown = [
        kinds(showing.at(at))
        for at in (0, UPDATE_INTERVAL_MS - 1, UPDATE_INTERVAL_MS, UPDATE_INTERVAL_MS + 1)
    ]
    assert shown == [[(TO_ALL, JackpotUpdate)], [], [(TO_ALL, JackpotUpdate)], []]


def test_line_goes_to_its_table_first(showing: Showing, table: FedTable) -> None:
    showing.at(0)
    table.play()
    at_once = showing.at(10)
    assert kinds(at_once) == [(TO_TABLE, JackpotUpdate)]
    assert updates(at_once)[0].cursors == {A: 1}
    later = showing.at(10 + RISE_INTERVAL_MS)
    assert kinds(later) == [(TO_ALL, JackpotUpdate)]
    assert updates(later)[0].cursors is None


def test_hit_shown_to_all_and_granted(showing: Showing, table: FedTable) -> None:
    showing.at(0)
    table.play(shares=[(1, 100)])
    assert kinds(showing.at(1)) == [
        (TO_TABLE, JackpotGrant),
        (TO_TABLE, JackpotUpdate),
        (TO_ALL, JackpotUpdate),
    ]


def test_query_answered_once_after_terms(showing: Showing) -> None:
    showing.at(0)
    showing.loop.add_query(PLACE, QUERY)
    answer = showing.at(100)
    assert kinds(answer) == [(TO_TABLE, JackpotTerms), (TO_TABLE, JackpotUpdate)]
    assert (updates(answer)[0].nonces, updates(answer)[0].cursors) == (("a nonce",), {A: 0})
    assert updates(showing.at(100 + UPDATE_INTERVAL_MS))[0].nonces == ()


def test_clock_set_back_repeats_no_time(showing: Showing) -> None:
    times = [
        update.at
        for now in (9_000_000, 5_000_000, 5_000_000 + UPDATE_INTERVAL_MS)
        for update in updates(showing.at(now))
    ]
    assert times == sorted(set(times))
    assert len(times) == 3


def test_query_queue_is_bounded(showing: Showing) -> None:
    showing.loop.add_query(PLACE, replace(QUERY, nonce="x" * (MAX_NONCE_LENGTH + 1)))
    for number in range(MAX_QUERIES + 10):
        showing.loop.add_query(PLACE._replace(name=f"table-{number}"), QUERY)
    answered = [subject for subject, kind in kinds(showing.at(0)) if kind is JackpotUpdate]
    assert len(answered) == ANSWERS_PER_PASS + 1


def test_higher_line_stops_the_keeper(showing: Showing, table: FedTable) -> None:
    house = showing.house
    line = house.store.newest_line
    assert line is not None
    higher = house.keeper.signed_update(replace(line, version=7), 9)
    assert isinstance(higher.message, JackpotUpdate)
    signature = higher.signatures[public_octets(house.key).hex()]
    showing.loop.add_query(PLACE, replace(QUERY, newest=higher.message, signature=signature))
    table.play()
    assert showing.at(0) == showing.at(10_000) == DueMessages([], has_more=False)
    assert showing.said == ["linked.keeper.behind"]
    assert house.store.newest is not None
    assert house.store.newest.version == 1


def test_unproven_claim_stops_nobody(showing: Showing, table: FedTable) -> None:
    house = showing.house
    line = house.store.newest_line
    assert line is not None
    claimed = house.keeper.signed_update(replace(line, version=7), 9).message
    assert isinstance(claimed, JackpotUpdate)
    forged = sign_message(claimed, house.people[0]).signatures
    for signature in ("", *forged.values()):
        showing.loop.add_query(PLACE, replace(QUERY, newest=claimed, signature=signature))
    assert len(showing.at(0).messages) > 0


def test_different_line_stops_the_keeper(showing: Showing, table: FedTable) -> None:
    house = showing.house
    line = house.store.newest_line
    assert line is not None
    other = house.keeper.signed_update(replace(line, pool=7), 9)
    assert isinstance(other.message, JackpotUpdate)
    signature = other.signatures[public_octets(house.key).hex()]
    showing.loop.add_query(PLACE, replace(QUERY, newest=other.message, signature=signature))
    with pytest.raises(LineAltered):
        showing.at(0)


def test_missing_stream_reported_once(showing: Showing, table: FedTable) -> None:
    showing.at(0)
    table.play()
    showing.house.stream.is_away = True
    for at in (UPDATE_INTERVAL_MS, 2 * UPDATE_INTERVAL_MS):
        assert [update.version for update in updates(showing.at(at))] == [1]
    assert showing.said == ["linked.keeper.stream_away"]
    showing.house.stream.is_away = False
    assert updates(showing.at(3 * UPDATE_INTERVAL_MS))[0].version == 2


def test_refused_message_reported_once(showing: Showing, table: FedTable) -> None:
    message = table.play()
    showing.at(0)
    table.send(replace(message, message_number=2))
    for at in range(0, 50_000, UPDATE_INTERVAL_MS):
        showing.at(at)
    assert showing.said == ["linked.refused.message"]


def test_keeper_of_other_database_follows_stream(
    showing: Showing, table: FedTable, tmp_path: Path
) -> None:
    """As after a fail-over, if the old primary comes back and a keeper finds it first."""
    house = showing.house
    old_engine = empty_store(tmp_path / "old.db")
    old_store = JackpotStore(old_engine, house.store.jackpot_name)
    old_store.add_terms(house.store.signed_terms[0])
    other = Showing(house, old_store)
    for round_number in (1, 2):
        table.play()
        house.fold()
        due = other.at(round_number * RETRY_INTERVAL_MS)
        assert updates(due)[-1].version == round_number + 1
    assert other.said == ["linked.keeper.taken_back"] * 2
    old_engine.dispose()
