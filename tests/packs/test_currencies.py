"""An amount keyed is the amount shown, printed and read back, in a currency of any decimals."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.core.display.panel import table_panel
from firmware.core.table.amounts import Amounts
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import AMOUNT_KEYS, CHIP_KEYS, Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.defaults import default_table
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.words.house_words import COUNTED_IN_CENTS
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.words import Words
from tests.kits.examples import examples
from tests.kits.games.keyed_poker import KeyedPoker
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of

PACKS = [
    pack_of(f"[pack]\ncurrency = {{ code = '{code}', sign = '{sign}', {rest} }}")
    for code, sign, rest in (
        ("VND", "₫", "before = false, decimals = -3"),
        ("KRW", "₩", "before = true, decimals = 0"),
        ("EUR", "€", "before = false, decimals = 2"),
        ("KWD", "KD", "before = true, decimals = 3"),
    )
]
MOST_CHIPS = 12


def read_back(pack: RulePack, cents: int) -> set[int | None]:
    """Return an amount as every language prints and reads it."""
    in_languages = [Words.load(language, house=pack.words) for language in LANGUAGES]
    return {words.parsed_money(words.format_money(cents)) for words in in_languages}


@given(pack=st.sampled_from(PACKS), units=st.integers(1, 999_999))
@settings(max_examples=examples(20, 500), deadline=None)
def test_a_poker_dealer_keys_whole_units(pack: RulePack, units: int) -> None:
    keyed = KeyedPoker(default_table("poker-room", pack))
    keyed.press(Key.CONFIRM)
    keyed.at(1)
    keyed.amount(units)
    cents = units * pack.unit
    assert keyed.table.state.key_entry.amount == cents
    words = Words.load("en", "poker-room", house=pack.words)
    shown = [words.render(line) for line in keyed.panel.dealer]
    assert any(words.format_money(cents) in line for line in shown), shown
    keyed.press(Key.SIT_DOWN)
    assert keyed.room.seats[1].cents == cents
    assert read_back(pack, cents) == {cents}


@given(
    pack=st.sampled_from(PACKS),
    chips=st.lists(st.integers(0, 3), min_size=1, max_size=MOST_CHIPS),
)
@settings(max_examples=examples(20, 500), deadline=None)
def test_a_houses_dealer_keys_whole_chips(pack: RulePack, chips: list[int]) -> None:
    denominations = tuple(Cents(worth * pack.unit) for worth in (10_000, 500, 25, 1))
    keys = tuple(sorted(AMOUNT_KEYS))
    rules = TableRules(amounts=Amounts.KEYED, sensed=False, denominations=denominations, keys=keys)
    table = Table(pack.open_game("baccarat", {}), rules)
    for key in (Key.CONFIRM, Key.NEXT_PLACE, *(CHIP_KEYS[chip] for chip in chips)):
        table.handle(KeyPressed(key), 0)
    cents = sum(denominations[chip] for chip in chips)
    assert set(table.state.felt.stacks.values()) == {cents}
    words = Words.load("fr", "baccarat", house=pack.words)
    shown = [words.render(line) for line in table_panel(table).dealer]
    assert any(words.format_money(cents) in line for line in shown), shown
    assert read_back(pack, cents) == {cents}


def test_a_poker_table_has_blinds_of_its_units() -> None:
    terms = [KeyedPoker(default_table("poker-room", pack)).room.terms for pack in PACKS]
    assert [(table.blinds, table.chip) for table in terms] == [
        ((1, 2), 1),
        ((1, 2), 1),
        ((100, 200), 100),
        ((1000, 2000), 100),
    ]


def test_meters_say_of_what_they_count() -> None:
    said = [
        Words.load(language, house=pack.words).render(Text("meter.handle"))
        for pack in PACKS
        for language in ("en", "fr")
    ]
    assert said == [
        *("Stakes settled, in 1000 VND", "Mises réglées, en 1000 VND"),
        *("Stakes settled, in KRW", "Mises réglées, en KRW"),
        *("Stakes settled, in cents", "Mises réglées, en cents"),
        *("Stakes settled, in 0.001 KWD", "Mises réglées, en 0.001 KWD"),
    ]


@each("key", COUNTED_IN_CENTS)
def test_no_count_is_of_cents_where_there_are_none(key: str) -> None:
    for language in LANGUAGES:
        phrases = [pack.words[language][key] for pack in PACKS if pack.unit != 100]
        assert len(phrases) == 3
        assert not [phrase for phrase in phrases if "cents" in phrase]
