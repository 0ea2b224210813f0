"""Poker des Caraïbes, articles 67.10 to 67.21."""

from tests.kits.games.scripts import (
    CLOSE,
    bet,
    cards,
    decide,
    play,
    settled_fields,
)
from tests.kits.offenders import each

GAME = "caribbean-stud"
MONEY = "on", "outcome", "returned", "paid", "article"
PAIR = "KS KD 3H 4C 5S"
PAIR_OF_TWOS = "2S 2H 8D 9C JD"
OTHER_ROYAL = "AH KH QH JH TH"


def dealt(*hands: str, **more: int) -> list[dict[str, object]]:
    """An ante at each spot, the close, and the cards, the dealer's last."""
    antes = [bet(spot, "ante", **more) for spot in range(1, len(hands))]
    return [*antes, CLOSE, cards(" ".join(hands))]


def test_67_15_only_fifth_dealer_card_is_seen() -> None:
    for deal in ("packets", "one-by-one"):
        steps = [bet(1, "ante"), CLOSE, cards("2S 3D 5H 7C 9S TH 4C 6D 8S QH")]
        game = play(GAME, *steps, deal=deal).table.state.game
        assert {name: [c.name for c in hand] for name, hand in game.cards.items()} == {
            "dealer": ["QH"]
        }


def test_67_16_folded_hand_is_not_shown() -> None:
    table = play(GAME, *dealt(PAIR, PAIR_OF_TWOS), decide(1, "fold"))
    assert settled_fields(table, *MONEY) == [("ante", "lose", 0, 0, "67.16")]
    assert list(table.table.state.game.cards) == ["dealer"]


@each("cents", [0, 1000, 1999, 2001, 3000])
def test_67_16_raise_is_twice_the_ante(cents: int) -> None:
    deal = dealt(PAIR, PAIR_OF_TWOS)
    table = play(GAME, *deal, decide(1, "raise", cents=cents))
    assert table.refused == [4]
    assert [choice.do for choice in table.table.state.game.choices] == ["raise", "fold"]
    assert settled_fields(table.play([decide(1, "raise", cents=2000)]), "on") == [
        ("ante",),
        ("raise",),
    ]


@each(
    "dealers, opens",
    [("AS KD JH 9C 7D", True), ("AS QD JH 9C 7D", False), ("2S 2D 3C 4C 5D", True)],
)
def test_67_17_dealer_opens_on_ace_king(dealers: str, *, opens: bool) -> None:
    table = play(GAME, *dealt("KS KH 3H 4H 5S", dealers), decide(1, "raise"))
    said = "result.dealer_hand" if opens else "result.not_open"
    assert table.table.state.game.result().key == said
    assert settled_fields(table, "article") == [("67.20" if opens else "67.17",)] * 2


def progressive(*spots: int) -> list[dict[str, object]]:
    return [bet(spot, "progressive", 100) for spot in spots]


def test_one_bettor_per_spot() -> None:
    antes = [bet(1, "ante", bettor="A"), bet(1, "ante", bettor="B")]
    table = play(GAME, *antes, CLOSE, cards(f"{PAIR} {PAIR_OF_TWOS}"), decide(1, "raise"))
    assert table.refused == [2]
    assert settled_fields(table, "bettor", "on", "outcome") == [
        ("A", "ante", "win"),
        ("A", "raise", "win"),
    ]


def test_67_17_dealer_and_live_hands_are_face_up() -> None:
    raised = decide(1, "raise", cents=2000)
    table = play(GAME, *dealt(PAIR, PAIR_OF_TWOS, OTHER_ROYAL), raised, decide(2, "fold"))
    shown = {
        name: " ".join(card.name for card in hand)
        for name, hand in table.table.state.game.cards.items()
    }
    assert shown == {"1": PAIR, "dealer": OTHER_ROYAL}
