"""What a table may claim: nothing beyond its terms, the line it was shown, and its own facts."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, func, select, update

from firmware.core.vocabulary.jackpot import JackpotContribution, JackpotHit
from firmware.core.vocabulary.money import Cents
from firmware.floor.jackpot.message_scan import FACTS_PER_TRANSACTION
from firmware.floor.jackpot.message_store import MAX_RETRIED, NO_LINE
from firmware.floor.jackpot_tables import JACKPOT_MESSAGE_TABLE
from firmware.floor.ledger.ledger_alarms import stored_alarms
from firmware.floor.ledger.quarantine_store import QuarantineStore
from firmware.floor.store import ALARM_TABLE, FACT_TABLE, insert_missing
from firmware.shell.jackpot.signed_messages import attest
from tests.kits.floor.jackpots import TERMS, A, B
from tests.kits.floor.keeper_jackpot import FedTable, KeeperJackpot

BEGIN = TERMS.begin_cents * TERMS.rate[1]


@pytest.fixture
def honest(house: KeeperJackpot) -> FedTable:
    return house.table("table-1", A)


@pytest.fixture
def other(house: KeeperJackpot) -> FedTable:
    return house.table("table-2", B)


def fed(table: FedTable, **changes: Any) -> JackpotContribution:
    """Return the next contribution of a table, as it would send it, with changes; its round is
    closed alike.
    """
    table.link = table.link.with_round_locked(1)
    table.round += 1
    locked = table.link.locked
    assert locked is not None
    _, message = table.link.with_round_ended(table.round)
    assert isinstance(message, JackpotContribution)
    changed = replace(message, **changes)
    table.close_round(changed.round, changed.bets, changed.version, changed.shown)
    return changed


def hit(table: FedTable, *winners: tuple[int, int, int], **changes: Any) -> JackpotHit:
    message = fed(table, **{name: value for name, value in changes.items() if name != "generation"})
    fields = (getattr(message, name) for name in message.__struct_fields__)
    paid = tuple((spot, percent, Cents(cents)) for spot, percent, cents in winners)
    return JackpotHit(*fields, changes.get("generation", 1), paid)


def test_round_closed_as_claimed_counts(house: KeeperJackpot, honest: FedTable) -> None:
    honest.play(bets=3)
    assert house.fold().pool == BEGIN + 3 * 29
    honest.receive(house.update(honest))
    assert honest.link.contributions == ()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"bets": 10**15}, "unlocked"),
        ({"bets": 8, "shown": Cents(100_116)}, "unlocked"),
        ({"shown": Cents(10**12)}, "shown"),
        ({"version": 2}, "version"),
        ({"version": 0}, "version"),
        ({"message_number": 2}, "number"),
        ({"message_number": 1 << 52}, "number"),
    ],
)
def test_impossible_contribution_is_alarm(
    house: KeeperJackpot,
    honest: FedTable,
    other: FedTable,
    changes: dict[str, Any],
    reason: str,
    engine: Engine,
) -> None:
    honest.send(fed(honest, **changes))
    other.play()
    (refusal,) = house.refusals()
    assert refusal.reason == reason
    assert house.fold().pool == BEGIN + 29
    with engine.connect() as connection:
        (alarm,) = stored_alarms(connection)
    assert (alarm["kind"], alarm["table_name"]) == ("jackpot_refused", "table-1")


@pytest.mark.parametrize(
    ("winners", "changes", "reason"),
    [
        ([(1, 100, 10**12)], {}, "winners"),
        ([(1, 100, 100_015)], {}, "winners"),
        ([(1, 50, 50_007)], {}, "winners"),
        ([(1, 100, 50_007), (2, 100, 50_007)], {}, "winners"),
        ([], {}, "winners"),
        ([(1, 100, 100_014)], {"generation": 999}, "generation"),
        ([(1, 100, 10**9)], {"shown": Cents(10**9)}, "shown"),
    ],
)
def test_hit_beyond_shown_amount_refused(
    house: KeeperJackpot,
    honest: FedTable,
    winners: list[tuple[int, int, int]],
    changes: dict[str, Any],
    reason: str,
) -> None:
    honest.send(hit(honest, *winners, **changes))
    assert [refusal.reason for refusal in house.refusals()] == [reason]
    assert house.grants == []


def test_hit_of_shown_amount_is_granted(house: KeeperJackpot, honest: FedTable) -> None:
    honest.play(shares=[(1, 100)])
    house.fold()
    assert [(grant.paid, grant.from_reserve) for grant in house.grants] == [(100_014, 0)]


def test_one_shown_amount_is_won_once(house: KeeperJackpot, honest: FedTable) -> None:
    first = honest.play(shares=[(1, 100)])
    honest.round += 1
    again = replace(first, message_number=2, round=honest.round)
    honest.close_round(again.round, again.bets, again.version, again.shown)
    honest.send(again)
    assert [refusal.reason for refusal in house.refusals()] == ["shown"]
    assert len(house.grants) == 1


@pytest.mark.parametrize("named", ["round that was closed once", "round that was never closed"])
def test_round_contributes_once(house: KeeperJackpot, honest: FedTable, named: str) -> None:
    message = honest.play()
    once = named == "round that was closed once"
    again = replace(message, message_number=2, round=message.round + (not once))
    honest.send(again)
    assert [refusal.reason for refusal in house.refusals()] == ["round" if once else "unlocked"]


def test_undone_close_closes_nothing(house: KeeperJackpot, honest: FedTable) -> None:
    message = fed(honest)
    honest.publish({"undone": [[0, 0], [0, 1]]})
    honest.send(message)
    assert [refusal.reason for refusal in house.refusals()] == ["unlocked"]


def test_device_waits_for_its_enrolment(house: KeeperJackpot, honest: FedTable) -> None:
    device = honest.device.public_key.hex()
    house.enrolled.remove(device)
    honest.play()
    assert [refusal.reason for refusal in house.refusals()] == ["device"]
    house.enrolled.add(device)
    house.keeper.messages.retry()
    assert house.fold().pool == BEGIN + 29


def test_contradiction_blocks_the_journal(
    house: KeeperJackpot, honest: FedTable, engine: Engine
) -> None:
    of = {"kind": "fact_differs", "table_name": "table-1", "journal": A, "place": "0.1"}
    with engine.begin() as connection:
        insert_missing(connection, ALARM_TABLE, [{**of, "raised_at": ""}])
    honest.play()
    assert [refusal.reason for refusal in house.refusals()] == ["contradicted"]


def test_a_ledger_s_clock_that_is_set_back_changes_no_order(
    house: KeeperJackpot, honest: FedTable, other: FedTable, engine: Engine
) -> None:
    for table in (honest, other, honest, other, honest):
        table.play()
    later = FACT_TABLE.c.journal == A, FACT_TABLE.c.number >= 3
    with engine.begin() as connection:
        hour_before = {"received_at": "2026-01-01T23:00:00+00:00"}
        connection.execute(update(FACT_TABLE).where(*later).values(hour_before))
    assert house.refusals() == []
    assert house.fold().pool == BEGIN + 5 * 29


def test_another_journal_takes_no_number(
    house: KeeperJackpot, honest: FedTable, other: FedTable, engine: Engine
) -> None:
    forged = attest(replace(fed(other), journal=A, message_number=1), other.device)
    other.publish({"Attested": msgspec.to_builtins(forged)})
    honest.play(bets=2)
    assert house.fold().pool == BEGIN + 2 * 29
    assert [row["reason"] for row in QuarantineStore(engine).rejected_rows()] == ["not_allowed"]


@pytest.mark.parametrize(
    "body",
    [
        {"Attested": {}},
        {"Attested": []},
        {"Attested": {"message": {"ruling": "LotFed"}, "device": "", "signature": ""}},
    ],
)
def test_invalid_message_is_set_aside(
    house: KeeperJackpot, honest: FedTable, engine: Engine, body: dict[str, Any]
) -> None:
    honest.publish(body)
    honest.play()
    assert house.fold().pool == BEGIN + 29
    assert [row["reason"] for row in QuarantineStore(engine).rejected_rows()] == ["unreadable"]


@pytest.mark.parametrize("counts", [True, False])
def test_two_people_release_a_message(
    house: KeeperJackpot, honest: FedTable, *, counts: bool
) -> None:
    honest.publish({"RoundOpened": {"round": 1}})
    message = fed(honest)
    honest.publish({"undone": [[0, 1], [0, 2]]})
    honest.link, _ = honest.link.with_round_locked(1).with_round_ended(honest.round)
    honest.send(message)
    assert len(house.refusals()) == 1
    house.decide(A, 1, counts=counts)
    assert house.fold().pool == BEGIN + 29 * counts
    honest.receive(house.update(honest))
    honest.play()
    assert house.fold().pool == BEGIN + 29 * (1 + counts)


def waiting_rows(engine: Engine) -> int:
    with engine.connect() as connection:
        return connection.scalar(select(func.count(JACKPOT_MESSAGE_TABLE.c.number))) or 0


def test_flood_behind_refusal_is_not_read(
    house: KeeperJackpot, engine: Engine, honest: FedTable
) -> None:
    forger = house.table("table-2", B)
    template = attest(
        JackpotContribution("grand", "table-2", B, 1, 1, 1, 1, Cents(0)), forger.device
    )
    body = msgspec.to_builtins(template)
    flood = range(2 * FACTS_PER_TRANSACTION)
    forger.publish(
        *({"Attested": {**body, "message": {**body["message"], "n": 1 + n}}} for n in flood)
    )
    house.fold()
    honest.play()
    assert house.fold().pool == BEGIN + 29
    assert waiting_rows(engine) == FACTS_PER_TRANSACTION + 1
    with engine.begin() as connection:
        of_flood = update(JACKPOT_MESSAGE_TABLE).where(JACKPOT_MESSAGE_TABLE.c.journal == B)
        connection.execute(of_flood.values(refused=None, version=NO_LINE))
    house.fold()
    assert waiting_rows(engine) == 2 * FACTS_PER_TRANSACTION + 1


def test_many_journals_that_wait_are_read_again_in_turn(house: KeeperJackpot) -> None:
    journals = {f"{number:032x}" for number in range(1, MAX_RETRIED + 6)}
    for journal in journals:
        table = FedTable(house, "table-2", journal)
        table.send(JackpotContribution("grand", "table-2", journal, 2, 1, 1, 1, Cents(0)))
    messages = house.keeper.messages
    assert {refusal.reason for refusal in house.refusals()} == {"number"}
    last, read_again = "", list[set[str]]()
    for _ in range(2):
        last = messages.retry(last)
        held_up = {stored.attested.message.journal for stored in messages.refused()}
        read_again.append(journals - held_up)
        house.fold()
    assert [len(some) for some in read_again] == [MAX_RETRIED, 5]
    assert set.union(*read_again) == journals
    assert last == ""


def test_two_people_take_back_a_count(house: KeeperJackpot, honest: FedTable) -> None:
    honest.play(bets=5)
    house.fold()
    house.decide(A, 1, counts=False)
    line = house.fold()
    assert (line.pool, line.reserve) == (BEGIN, 0)


def test_one_person_decides_nothing(house: KeeperJackpot, honest: FedTable) -> None:
    honest.play()
    house.fold()
    house.people[1] = house.people[0]
    house.decide(A, 1, counts=False)
    assert house.fold().pool == BEGIN + 29


def test_two_people_skip_a_number(house: KeeperJackpot, honest: FedTable) -> None:
    honest.link, _ = honest.link.with_round_locked(1).with_round_ended(1)
    honest.round = 1
    honest.play()
    assert [refusal.reason for refusal in house.refusals()] == ["number"]
    house.decide(A, 1, counts=False)
    house.fold()
    house.keeper.messages.retry()
    house.fold()
    assert [stored.refused for stored in house.keeper.messages.refused()] == ["shown"]
