"""Why a card is refused is said: the shoe is being changed, or the deal is stopped already."""

from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.phase import Phase
from tests.kits.core.table_kit import at_phase, refusals


def test_unshuffled_shoe_is_the_reason() -> None:
    assert refusals(at_phase(Phase.SHOE_CHANGE).card("4S")) == ["why.shuffle_first"]


def test_first_card_s_stop_is_the_second_s_reason() -> None:
    croupier = at_phase(Phase.ROUND)
    for _ in range(8):
        croupier.table.state.shoe.take_card(parse_card("AH"))
    assert refusals(croupier.card("AH")) == []
    assert refusals(croupier.card("AH")) == ["why.stopped"]
