"""While chips are to be given back, the dealer's display says why."""

from firmware.core.display.panel import table_panel
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from tests.kits.core.table_kit import Croupier, limits


def lines(croupier: Croupier) -> list[str]:
    return [text.key for text in croupier.panel.dealer]


def test_over_limit_while_bets_open() -> None:
    croupier = Croupier(limits=limits(500, 2000))
    croupier.chips(1, "banker", 5000)
    croupier.chips(2, "banker", 500)
    assert lines(croupier) == ["prompt.return_bet", "why.limit_high"]


def test_limit_exceeded_after_close_while_bet_remains() -> None:
    croupier = Croupier(limits=limits(500, 2000))
    croupier.chips(1, "banker", 5000)
    croupier.chips(2, "banker", 500)
    croupier.press(Key.NO_MORE_BETS)
    croupier.cards("4S KD 2H 7C")
    assert croupier.panel.ask.do is Act.RETURN_BET
    assert lines(croupier)[:2] == ["prompt.return_bet", "why.limit_high"]


def test_after_a_void() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.supervise(Key.VOID_ROUND)
    assert lines(croupier)[:2] == ["prompt.return_bet", "why.round_voided"]


def test_reason_is_shown_once() -> None:
    croupier = Croupier(limits=limits(500, 2000))
    croupier.chips(1, "banker", 5000)
    assert [text.key for text in table_panel(croupier.table).dealer].count("why.limit_high") == 1
