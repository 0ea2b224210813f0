"""The spot of a decision key, and its effect if chips are not read."""

from firmware.core.table.amounts import Amounts
from firmware.core.table.decisions import focused_spot
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, PresenceSeen
from firmware.core.vocabulary.keys import CHIP_KEYS, Key
from firmware.core.vocabulary.places import Place
from tests.kits.core.results_kit import DENOMINATIONS, Felt

ANTE, RAISE = Place(1, "ante"), Place(1, "raise")
HUNDRED = CHIP_KEYS[DENOMINATIONS.index(10000)]


def deal(felt: Felt, names: str) -> None:
    felt.press(Key.NO_MORE_BETS)
    felt.tell(*(CardRead(parse_card(name)) for name in names.split()))


def test_key_acts_for_spot_in_turn_unless_chosen() -> None:
    felt = Felt("blackjack")
    for spot in (1, 3):
        felt.bet(spot, "main", 1000)
    deal(felt, "9S 9D AD 9H 8H")
    keys = (Key.NEXT_PLACE, Key.NEXT_PLACE, Key.NO_INSURANCE, Key.NO_INSURANCE)
    assert [focused_spot(felt.table.state), *(pressed(felt, key) for key in keys)] == [
        1,
        3,
        1,
        3,
        1,
    ]


def pressed(felt: Felt, key: Key) -> int | None:
    felt.press(key)
    return focused_spot(felt.table.state)


def test_unread_raise_is_at_key_s_spot() -> None:
    felt = Felt("three-card-poker", amounts=Amounts.KEYED, sensed=True)
    felt.tell(PresenceSeen(ANTE, covered=True))
    felt.press(HUNDRED)
    deal(felt, "AS 9D 8H 2S 5D 7H")
    felt.press(Key.RAISE)
    assert felt.refused == []
    assert [felt.table.state.felt.amount((at, None)) for at in (ANTE, RAISE)] == [10000, 10000]


def test_no_card_is_named_without_setting() -> None:
    felt = Felt("three-card-poker")
    felt.bet(1, "ante", 1000)
    deal(felt, "AS 9D 8H 2S 5D 7H")
    felt.press(Key.PICK_CARD)
    assert felt.refused == ["why.not_now"]
    assert felt.table.state.key_entry.low == ()
