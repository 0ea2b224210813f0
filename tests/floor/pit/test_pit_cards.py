"""The cards of a table's last rounds in the pit: those that are public, once they are released."""

from collections.abc import Iterator

import pytest

from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.rulings import RoundOpened
from firmware.floor.facts import FactExtractor
from firmware.floor.pit.cards import REMEMBERED_ROUNDS, PublicCards, replay_cards
from firmware.floor.projection.state_rows import last_rounds
from firmware.shell.history.journal_entries import Happened, Ruled, decode, encode
from tests.campaigns.floor.month_floor import KINDS, Month
from tests.campaigns.floor.month_table import MonthTable

HOURS = 2
EACH_MS = {"baccarat": 72_000, "caribbean-1": 288_000, "roulette": 720_000}
"""At Baccara rounds enough for a second shoe."""


@pytest.fixture(scope="module")
def month(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Month]:
    kinds = [k._replace(each_ms=EACH_MS[k.name]) for k in KINDS if k.name in EACH_MS]
    month = Month(tmp_path_factory.mktemp("cards"), 1, kinds)
    month.play(1, HOURS)
    month.read()
    yield month
    month.close()


def dealt(table: MonthTable) -> dict[int, list[str]]:
    """Return the cards of each round whose records are released, as the shoe dealt them."""
    found, facts, number = dict[int, list[str]](), FactExtractor(), 1
    records = [*map(decode, table.journal.records())]
    for at, entry in enumerate(records):
        facts.extract(at, entry)
    for entry in records[: facts.released_records]:
        match entry:
            case Happened(event=CardRead(card=card)):
                found.setdefault(number, []).append(card.name)
            case Ruled(rulings=rulings):
                opened = [one.round for one in rulings if isinstance(one, RoundOpened)]
                number = opened[-1] if opened else number
    return found


@pytest.mark.parametrize("at", [0, 1])
def test_last_rounds_have_face_up_cards(month: Month, at: int) -> None:
    table = month.tables[1:][at]
    wanted = dealt(table)
    found = PublicCards(month.store).cards_by_round(table.journal.identity)
    assert list(found) == sorted(wanted)[-REMEMBERED_ROUNDS:]
    for number, hands in found.items():
        names = [name for hand in hands.values() for name in hand]
        assert sorted(names) == sorted(wanted[number])


def test_present_shoe_shows_no_card(month: Month) -> None:
    table = month.tables[1]
    with month.store.connect() as connection:
        rounds = last_rounds(connection, table.journal.identity)
    found = PublicCards(month.store).cards_by_round(table.journal.identity)
    assert max(found) < rounds[-1].round_number


def test_game_without_cards_has_none(month: Month) -> None:
    table = month.tables[0]
    assert PublicCards(month.store).cards_by_round(table.journal.identity) == {}


def test_unknown_game_shows_nothing(month: Month) -> None:
    records = [decode(record) for record in month.tables[1].journal.records()][:1]
    unknown = encode(records[0]).replace(b'"baccarat"', b'"whist"')
    assert replay_cards(iter([unknown])) == {}
    assert replay_cards(iter([b"{}"])) == {}


def test_unreleased_journal_has_none(month: Month) -> None:
    assert PublicCards(month.store).cards_by_round("aa") == {}
