"""The alarm of a won jackpot is the first at the pit, with its amount, until it is acknowledged."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine

from firmware.core.vocabulary.panel import Text
from firmware.floor.pit.heartbeats import Heartbeats
from firmware.floor.pit.monitor import FloorMonitor
from firmware.shell.words.words import Words
from tests.kits.floor.pit_kit import acknowledge, folded, store_facts
from tests.kits.floor.stores import empty_store
from tests.kits.floor.won_jackpots import SHARES, begin_jackpot, called, count, facts, locked

NOW_MS = 1_795_773_600_000
FAULT = {"FaultShown": {"part": "shoe", "code": "jam"}}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Engine]:
    store = empty_store(tmp_path / "ledger.db")
    yield store
    store.dispose()


def screen(store: Engine) -> Any:
    pit = FloorMonitor(
        store, (6, 14, 22), lambda: NOW_MS, Heartbeats(lambda: NOW_MS, lambda: NOW_MS)
    )
    pit.heartbeats.set_connected(is_connected=True)
    pit.refresh()
    return msgspec.json.decode(pit.encoded_screen or b"")


def words(shown: Mapping[str, Any], language: str) -> str:
    values = {"table": shown["alarm"]["table"], **shown["alarm"]["values"]}
    return Words.load(language).render(Text(shown["keys"]["alarm"], values))


@pytest.mark.parametrize(
    ("language", "shown", "paid"),
    [
        (
            "en",
            "table-7: the progressive jackpot is won, round 20; it stood at $1,234.50",
            "table-7: the progressive jackpot is won, round 20: $1,000.01 paid",
        ),
        (
            "fr",
            "table-7 : le lot progressif est gagné, coup 20 ; il était à 1 234,50 $",
            "table-7 : le lot progressif est gagné, coup 20 : 1 000,01 $ payés",
        ),
    ],
)
def test_win_is_first_with_its_amount(store: Engine, language: str, shown: str, paid: str) -> None:
    jackpot = begin_jackpot(store)
    count(jackpot, 1, 0)
    store_facts(store, "table-7", facts(SHARES, locked(20, 123_450), FAULT, called(20)))
    first = screen(store)["alarms"][0]
    assert words(first, language).replace("\u202f", " ").replace("\u00a0", " ") == shown
    count(jackpot, 2, 100_001)
    seen = screen(store)
    assert words(seen["alarms"][0], language).replace("\u202f", " ").replace("\u00a0", " ") == paid
    assert seen["groups"][0]["alarms"] == [first["alarm"]["id"]], "alone, so that it is read"
    assert seen["jackpots"][0]["won"] == [{"table": "table-7", "paid": 100_001}]
    acknowledge(store, first["alarm"]["id"], "anne", "")
    assert screen(store)["jackpots"][0]["won"] == []


def test_earlier_payment_is_not_shown_for_a_win(store: Engine) -> None:
    jackpot = begin_jackpot(store)
    count(jackpot, 1, 100_001)
    store_facts(store, "table-7", facts(SHARES, locked(20, 123_450), called(20)))
    found = screen(store)
    assert found["jackpots"][0]["won"] == [{"table": "table-7", "paid": None}]
    assert "paid_cents" not in found["alarms"][0]["alarm"]["values"]


@pytest.mark.parametrize(
    ("before", "values"),
    [
        ([locked(20, 500)], {"round": 20, "cents": 500}),
        ([locked(20, 500), locked(21, 700)], {"round": 20}),
        ([locked(19, 500)], {"round": 20}),
        ([], {"round": 20}),
    ],
)
def test_amount_is_the_one_shown_for_the_round(
    before: list[dict[str, Any]], values: dict[str, int]
) -> None:
    fold = folded(facts(SHARES, *before, called(20, cents=10**12)))
    (alarm,) = (alarm for alarm in fold.alarms if alarm.alarm_kind == "lot_called")
    assert alarm.values == values
