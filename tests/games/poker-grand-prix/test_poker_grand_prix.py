"""Poker Grand Prix, articles 67.1 to 67.9."""

from msgspec.structs import replace

from firmware.core.display.panel import table_panel
from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.money import UNCOUNTED
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Ruling
from tests.kits.games.bare_table import BareTable
from tests.kits.games.scripts import (
    CLOSE,
    UNDO,
    VOID,
    bet,
    cards,
    decide,
    known,
    play,
    settled_fields,
)

GAME = "poker-grand-prix"
MONEY = "on", "outcome", "returned", "paid", "article"
EQUAL = ("first", "second", "third")


def three(spot: int, **more: int) -> list[dict[str, object]]:
    return [bet(spot, on, **more) for on in EQUAL]


def test_67_6_second_dealer_card_is_between_choices() -> None:
    table = play(GAME, *three(1), CLOSE, cards("TS TD 4H 8C 3S TC"))
    assert table.table.state.game.cards == {}
    table.play([decide(1, "keep")])
    assert [c.name for c in table.table.state.game.cards["dealer"]] == ["3S"]
    table.play([decide(1, "keep")])
    shown = {name: [c.name for c in hand] for name, hand in table.table.state.game.cards.items()}
    assert shown == {"1": ["TS", "TD", "4H"], "dealer": ["8C", "3S"]}


def test_67_6_withdrawn_bet_returns_at_once() -> None:
    deal = [*three(1), *three(3), CLOSE, cards("TS TD 4H 2C 5C 9H 8C 3S TC")]
    table = play(GAME, *deal, decide(1, "withdraw"))
    assert known(table, *MONEY) == [("first", "push", 1000, 0, "67.6")]
    assert [choice.spot for choice in table.table.state.game.choices] == [3, 3]


def test_wrong_steps_change_nothing() -> None:
    deal = [*three(1), *three(2), CLOSE, cards("TS TD 4H 2C 5C 9H 8C 3S TC")]
    for wrong in (decide(2, "keep"), decide(1, "fold"), decide(3, "keep"), cards("2D")):
        table = play(GAME, *deal, wrong)
        assert table.refused == [9]
        assert [choice.spot for choice in table.table.state.game.choices] == [1, 1]
    assert play(GAME, *deal[:-1], decide(1, "keep")).refused == [8]


def test_choice_undone_and_round_voided() -> None:
    deal = [*three(1), *three(2), CLOSE, cards("TS TD 4H 2C 5C 9H 8C 3S TC")]
    first = [decide(1, "keep"), decide(2, "keep")]
    table = play(GAME, *deal, *first, UNDO)
    assert table.table.state.game.cards == {}
    assert [choice.spot for choice in table.table.state.game.choices] == [2, 2]
    voided = play(GAME, *deal, *first, VOID)
    assert settled_fields(voided, "outcome", "returned") == [("push", 1000)] * 6


ROYAL = [*three(1), CLOSE, cards("AS KS QS JS TS 2D"), decide(1, "keep"), decide(1, "keep")]


class Unpaid(BareTable):
    """A table whose dealer has paid nothing yet."""

    def _clear(self, rulings: tuple[Ruling, ...]) -> None:
        pass


def unpaid(**most: int) -> Unpaid:
    table = Unpaid({"game": GAME, "options": {"max_payout": most}})
    table.play(ROYAL)
    return table


def test_67_8_maximum_is_shown_in_place_of_odds() -> None:
    table = unpaid(first=500_000, second=1_000_000)
    shown = table_panel(table.table)
    assert shown.dealer[0].key == "prompt.pay_most"
    assert shown.payout is not None
    assert (shown.payout.paid, shown.payout.capped) == (500_000, True)
    table.play([{"press": "next"}])
    shown = table_panel(table.table)
    assert (shown.dealer[0].key, shown.payout and shown.payout.capped) == ("prompt.pay", False)
    opened = table_panel(play(GAME, max_payout={"first": 500_000}).table).players
    most = {"on": Text("bet.first"), "most_cents": 500_000}
    assert opened[1:] == (Text("players.most", most),)


def test_67_8_maximum_cuts_unseen_too() -> None:
    table = unpaid(first=99_999_999)
    state = table.table.state
    state.rules = replace(state.rules, amounts=Amounts.UNSEEN)
    shown = table_panel(table.table)
    assert shown.dealer[0].key == "prompt.pay_most"
    assert shown.payout is not None
    assert (shown.payout.paid, shown.payout.capped) == (UNCOUNTED, True)
