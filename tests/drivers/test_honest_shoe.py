import pytest

from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead
from tests.kits.drivers.honest_shoe import assert_honest
from tests.kits.offenders import each


@each("cards", ["AS 2S 2S", "AS 3S 2S", "KS", "AS 3S", "2S 3S", "AS 2S"])
def test_honesty_check_can_fail(cards: str) -> None:
    drawn = [parse_card(name) for name in ("AS", "2S", "3S")]
    with pytest.raises(AssertionError):
        assert_honest(drawn, [CardRead(parse_card(name)) for name in cards.split()], {"missed"})
