"""Article 10: who was not in every game since the shuffle."""

from firmware.core.game.limits import LateEntry
from firmware.core.table.legality import why_illegal
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, Event, KeyPressed, ResultSeen, StackRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Bettor, Place
from firmware.shell.config.config import parse_config
from firmware.shell.config.faults import ConfigError
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES
from tests.kits.quebec import open_game

CONFIRM, CLOSE = KeyPressed(Key.CONFIRM), KeyPressed(Key.NO_MORE_BETS)


def a_table(game: str, late_entry: LateEntry = "refuse", **options: object) -> Table:
    return tell(
        Table(open_game(game, options), TableRules(sensed=False, late_entry=late_entry)), CONFIRM
    )


def tell(table: Table, *events: Event) -> Table:
    for event in events:
        table.handle(event, table.state.now + 1)
    return table


def lays(bettor: Bettor, cents: int, on: str = "main") -> StackRead:
    return StackRead(Place(bettor[0], on), Cents(cents), bettor[1])


def seated(*spots: int) -> list[Bettor]:
    return [(spot, None) for spot in spots]


def red_dog(table: Table, cards: str, *bettors: Bettor) -> Table:
    """Play a round that is null, of two cards that follow each other (66 1)."""
    tell(table, *(lays(bettor, 1000) for bettor in bettors), CLOSE)
    tell(table, *(CardRead(parse_card(name)) for name in cards.split()))
    return tell(table, *(lays(bettor, 0) for bettor in bettors), CONFIRM)


def refused(table: Table, bettor: Bettor, on: str = "main") -> bool:
    tell(table, lays(bettor, 1000, on))
    return why_illegal(table.state, (Place(bettor[0], on), bettor[1])) is not None


def test_10_refused_in_second_game() -> None:
    table = red_dog(a_table("red-dog"), "2S 3D", *seated(1))
    assert refused(table, (2, None))
    assert not refused(table, (1, None))


def test_10_ends_with_shuffle_due_by_article_8() -> None:
    table = red_dog(a_table("red-dog"), "2S 3D", *seated(1, 2, 3, 4))
    assert not refused(tell(table, KeyPressed(Key.CARDS_SHUFFLED)), (5, None))


def test_10_ends_with_chosen_shuffle() -> None:
    table = red_dog(a_table("red-dog"), "2S 3D", *seated(1))
    assert not refused(tell(table, KeyPressed(Key.CARDS_SHUFFLED)), (2, None))


def blackjack(late_entry: LateEntry) -> Table:
    """Play a round of Blackjack of one player; the next is open."""
    table = tell(a_table("blackjack", late_entry), lays((1, None), 1000), CLOSE)
    tell(table, *(CardRead(parse_card(name)) for name in ("TS", "9H", "9D")))
    tell(table, KeyPressed(Key.STAND), CardRead(parse_card("TH")))
    return tell(table, lays((1, None), 0), CONFIRM)


@each("late_entry", ["allow", "refuse"])
def test_10_newcomer_behind_a_seated_player_is_late(late_entry: LateEntry) -> None:
    table = blackjack(late_entry)
    assert not refused(table, (1, None))
    assert refused(table, (1, "B")) is (late_entry == "refuse")


def test_10_survives_power_cut() -> None:
    table, again = blackjack("refuse"), a_table("blackjack")
    again.resume_from(table.checkpoint())
    assert refused(again, (1, "B"))
    assert not refused(again, (1, None))


@each("late_entry", ["refuse", "minimum"])
def test_10_concerns_shoes_not_wheels(late_entry: LateEntry) -> None:
    table = tell(a_table("roulette", late_entry), lays((1, None), 1000, "red"), CLOSE)
    tell(table, ResultSeen(("2",)), lays((1, None), 0, "red"), CONFIRM)
    assert not refused(table, (2, None), "red")


def faulty(name: str, old: str, new: str) -> set[tuple[str, str]]:
    source = (EXAMPLES / name).read_text(encoding="utf-8")
    try:
        parse_config(source.replace(old, new, 1))
    except ConfigError as error:
        return {(fault.key, fault.reason.key) for fault in error.faults}
    return set()


@each("name", ["roulette.toml", "craps.toml"])
def test_10_none_without_cards(name: str) -> None:
    assert faulty(name, "", "") == set()
    found = faulty(name, "[table]\n", '[table]\nlate_entry = "refuse"\n')
    assert found == {("table.late_entry", "config.no_cards")}


def test_10_card_table_must_declare_it() -> None:
    ((key, _),) = faulty("rfid.toml", 'late_entry = "allow"\n', "")
    assert key == "table.late_entry"
