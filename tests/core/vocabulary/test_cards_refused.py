"""Why a card is refused is said: the shoe is being changed, or the deal is stopped already."""

from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.phase import Phase
from tests.kits.core.table_kit import at_phase, refusals


def test_a_card_from_a_shoe_that_was_not_shuffled_is_refused_for_that() -> None:
    assert refusals(at_phase(Phase.SHOE_CHANGE).card("4S")) == ["why.shuffle_first"]


def test_a_second_card_that_can_not_be_is_refused_for_what_the_first_has_stopped() -> None:
    croupier = at_phase(Phase.ROUND)
    for _ in range(8):
        croupier.table.state.shoe.take_card(parse_card("AH"))
    assert refusals(croupier.card("AH")) == []
    assert refusals(croupier.card("AH")) == ["why.stopped"]
