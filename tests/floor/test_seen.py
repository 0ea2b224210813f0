"""What the pit sees of a table: when it has changed, and nothing of a card."""

import msgspec
import pytest

from firmware.core.display.panel import table_panel
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import KeyPressed, KeySwitchTurned, StackRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import Status
from firmware.floor.heartbeat import PitTableView, table_view
from firmware.floor.uplink.send_heartbeat import HEARTBEAT_INTERVAL_S, HeartbeatPacer
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.words import Words
from hal.ports import Millis
from tests.kits.games.bare_table import BareTable

WORDS = Words.load("en")
CARDS = ("cards", "shoe", "dealt", "tally", "due", "named", "head", "parts", "keying", "choices")


def status(table: Table) -> Status:
    return StatusReporter("table-7", "baccarat", WORDS).table_status(table, table_panel(table), ())


def opened() -> Table:
    return BareTable({"game": "baccarat"}).table


def test_no_card_chain_or_key_field_seen() -> None:
    assert not set(CARDS) & set(PitTableView.__struct_fields__)


def test_card_entry_by_hand_is_not_seen() -> None:
    table = opened()
    table.handle(StackRead(Place(1, "player"), Cents(5000)), Millis(10))
    table.handle(KeyPressed(Key.NO_MORE_BETS), Millis(20))
    table.handle(KeySwitchTurned(on=True), Millis(30))
    seen, shown = table_view(status(table)), set()
    for key in (Key.ENTER_CARD, Key.NEXT_RANK, Key.NEXT_RANK, Key.NEXT_SUIT, Key.ENTER_CARD):
        table.handle(KeyPressed(key), Millis(40))
        shown.add(status(table).dealer)
        assert table_view(status(table)) == seen
    assert len(shown) > 3


def view(number: int) -> PitTableView:
    seen = table_view(status(opened()))
    return msgspec.structs.replace(seen, round=number)


@pytest.mark.parametrize("same", [view(1), None])
def test_view_sent_on_change_and_every_5_s(same: PitTableView | None) -> None:
    due = HeartbeatPacer()
    looks = [
        (same, 0.0),
        (same, 0.5),
        (view(2), 1.0),
        (view(2), 1.5),
        (view(2), 1.0 + HEARTBEAT_INTERVAL_S),
    ]
    assert [due.is_due(*look) for look in looks] == [True, False, True, False, True]
