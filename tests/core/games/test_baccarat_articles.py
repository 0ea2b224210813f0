"""Baccara, article by article, against the regulation as it is written and a closed form."""

import itertools

import pytest

from firmware.core.game.options import OptionRefused
from firmware.core.games.baccarat import ROWS, Baccarat, Phase, points
from firmware.core.state_machine import flaws
from firmware.core.vocabulary.cards import PACK, Card, parse_card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CardRead, Drawn
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Light
from firmware.core.vocabulary.phase import Phase as TablePhase
from firmware.core.vocabulary.rulings import Bet, BetsLocked
from tests.kits.core.table_kit import (
    BANK_WINS,
    PLAYER_WINS,
    RULES,
    STOPPED,
    TIE,
    Croupier,
    limits,
    place,
    refusals,
    settled,
)
from tests.kits.offenders import each

RANKS = "TA23456789"
"""A rank for each value from 0 to 9."""


def deal(names: str) -> Baccarat:
    game = Baccarat(RULES, {})
    for name in names.split():
        game.take(CardRead(parse_card(name)))
    return game


def hand_of(total: int) -> tuple[str, str]:
    """Return two cards worth `total`."""
    return RANKS[total] + "S", "KD"


def two_each(player: int, bank: int) -> str:
    (p1, p2), (b1, b2) = hand_of(player), hand_of(bank)
    return f"{p1} {b1} {p2} {b2}"


def bank_draws(bank: int, third: int | None) -> bool:
    """The closed form: the Bank draws on 3 plus half the third card at most, but for 8 and 9."""
    if third is None:
        return bank <= 5
    return bank <= {8: 2, 9: 3}.get(third, 3 + third // 2)


# 27


def test_article_27_six_to_eight_packs() -> None:
    for decks in range(-1, 12):
        if 6 <= decks <= 8:
            assert Baccarat(RULES, {"decks": decks}).decks == decks
        else:
            with pytest.raises(OptionRefused):
                Baccarat(RULES, {"decks": decks})
    assert Baccarat(RULES, {}).decks == 8


@each("decks", ["6", None, True, 6.0])
def test_article_27_decks_are_a_number(decks: object) -> None:
    with pytest.raises(OptionRefused):
        Baccarat(RULES, {"decks": decks})


@each("card", PACK)
def test_article_27_what_a_card_is_worth(card: Card) -> None:
    worth = 1 if card.rank == "A" else 0 if card.rank in "TJQK" else int(card.rank)
    assert points([card]) == worth


def test_article_27_only_the_units_of_a_hand_count() -> None:
    for ranks in itertools.product(range(10), repeat=3):
        cards = [parse_card(RANKS[rank] + "H") for rank in ranks]
        assert points(cards) == int(str(sum(ranks))[-1])


# 28


@pytest.mark.parametrize("variant", ["midi", "grand"])
def test_article_28_both_variants_are_dealt_alike(variant: str) -> None:
    assert Baccarat(RULES, {"variant": variant}).decks == 8


@each("option", [{"variant": "petit"}, {"side_bets": ["pair"]}, {"hole": True}])
def test_article_28_an_option_that_is_none_is_refused(option: dict[str, object]) -> None:
    with pytest.raises(OptionRefused):
        Baccarat(RULES, option)


# 37, the cards

TABLE_37 = {
    3: "T T T T T T T T A T",
    4: "A A T T T T T T A A",
    5: "A A A A T T T T A A",
    6: "A A A A A A T T A A",
}
"""As the regulation prints it: the Bank's two cards, and the Player's third from 0 to 9."""


@each("player, bank", itertools.product(range(10), repeat=2))
def test_article_37_four_cards_say_who_draws(player: int, bank: int) -> None:
    game = deal(two_each(player, bank))
    natural = player in (8, 9) or bank in (8, 9)
    if natural:
        assert game.finished
    elif player <= 5:
        assert game.due == (Drawn.PLAYER, 3)
    elif bank <= 5:
        assert game.due == (Drawn.BANKER, 3)
    else:
        assert game.finished


@each("player, bank, third", itertools.product(range(6), range(8), range(10)))
def test_article_37_the_bank_plays_by_its_table(player: int, bank: int, third: int) -> None:
    game = deal(two_each(player, bank))
    game.take(CardRead(parse_card(RANKS[third] + "C")))
    written = TABLE_37.get(bank, "T " * 10 if bank <= 2 else "A " * 10).split()[third]
    assert (game.due == (Drawn.BANKER, 3)) is (written == "T")
    assert game.finished is (written == "A")
    assert bank_draws(bank, third) is (written == "T")


@each("player, bank", itertools.product((6, 7), range(6)))
def test_article_37_where_the_player_stands_the_bank_draws_to_five(player: int, bank: int) -> None:
    game = deal(two_each(player, bank) + " 5C")
    assert game.finished
    assert [len(hand) for hand in game.cards.values()] == [2, 3]


def test_article_37_cards_go_in_turn_to_player_and_bank() -> None:
    game = deal("2S 3S 3D 2D 4C 5C")
    assert [card.name for card in game.cards["player"]] == ["2S", "3D", "4C"]
    assert [card.name for card in game.cards["banker"]] == ["3S", "2D", "5C"]


@each("player, bank", itertools.product(range(10), repeat=2))
def test_article_37_no_other_card_is_dealt_to_a_finished_game(player: int, bank: int) -> None:
    game = deal(two_each(player, bank))
    while not game.finished:
        game.take(CardRead(parse_card("TH")))
    before = {name: list(cards) for name, cards in game.cards.items()}
    with pytest.raises(Forbidden, match=r"why\.no_card_due"):
        game.take(CardRead(parse_card("TH")))
    assert game.cards == before
    assert game.due is None


def test_the_game_s_table_has_no_flaws() -> None:
    assert flaws(Phase.PLAYER_FIRST, ROWS, final=[Phase.FINISHED]) == []


# 31 to 36


def expected(on: str, stake: int, player: int, bank: int) -> tuple[str, int, int, int]:
    """What a bet comes to, written apart from the game: outcome, returned, paid, commission."""
    due = {"player": player > bank, "banker": bank > player, "tie": player == bank}
    if due[on]:
        paid = stake * 8 if on == "tie" else stake
        tens = stake // 1000 + bool(stake % 1000)
        return "win", stake, paid, tens * 50 if on == "banker" else 0
    if player == bank:
        return "push", stake, 0, 0
    return "lose", 0, 0, 0


def finish(player: int, bank: int, *bets: Bet) -> Baccarat:
    """Return a game that ended with these points, and with what the bets came to."""
    game = Baccarat(RULES, {})
    game.open()
    game.close(bets)
    game.player = [parse_card("KS"), parse_card(RANKS[player] + "S"), parse_card("QS")]
    game.bank = [parse_card("KH"), parse_card("QH")]
    game.phase = Phase.BANK_THIRD
    game.take(CardRead(parse_card(RANKS[bank] + "H")))
    return game


@each("on", ["player", "banker", "tie"])
@each("player, bank", itertools.product(range(10), repeat=2))
def test_articles_32_to_36_every_bet_in_every_result(on: str, player: int, bank: int) -> None:
    for stake in (1, 999, 1000, 1001, 2500, 100_000):
        (line,) = finish(player, bank, Bet(place(1, on), Cents(stake))).lines
        found = (line.outcome, line.returned, line.paid, line.commission)
        assert found == expected(on, stake, player, bank)


@each(
    "on, hands, outcome, article, odds",
    [
        ("banker", (6, 7), "win", "35", "1:1"),
        ("banker", (7, 6), "lose", "32", None),
        ("banker", (6, 6), "push", "32", None),
        ("player", (7, 6), "win", "35", "1:1"),
        ("player", (6, 7), "lose", "33", None),
        ("player", (6, 6), "push", "33", None),
        ("tie", (6, 6), "win", "36", "8:1"),
        ("tie", (7, 6), "lose", "34", None),
        ("tie", (6, 7), "lose", "34", None),
    ],
)
def test_articles_32_to_36_each_line_names_its_article(
    on: str, hands: tuple[int, int], outcome: str, article: str, odds: str | None
) -> None:
    (line,) = finish(*hands, Bet(place(1, on), Cents(2500))).lines
    assert (line.outcome, line.article, line.odds) == (outcome, article, odds)


def test_article_31_five_per_cent_of_the_next_ten_dollars() -> None:
    bets = [Bet(place(1, "banker"), Cents(stake), str(stake)) for stake in range(1, 20_001)]
    for line in finish(6, 7, *bets).lines:
        assert line.commission == -(-line.bet.cents // 1000) * 50


def test_article_35_the_commission_is_taken_only_when_the_bank_wins() -> None:
    for player, bank in itertools.product(range(10), repeat=2):
        for on in Baccarat.BETS:
            (line,) = finish(player, bank, Bet(place(1, on), Cents(2500))).lines
            assert (line.commission > 0) is (on == "banker" and bank > player)


@each("cards, on", [(PLAYER_WINS, "player"), (BANK_WINS, "banker"), (TIE, "tie")])
def test_articles_32_to_36_through_the_table(cards: str, on: str) -> None:
    croupier = Croupier()
    for bet in Baccarat.BETS:
        croupier.chips(1, bet, 2500)
    croupier.press(Key.NO_MORE_BETS)
    lines = settled(croupier.cards(cards))
    others = "push" if on == "tie" else "lose"
    assert {line.bet.place.on: line.outcome for line in lines} == {
        bet: "win" if bet == on else others for bet in Baccarat.BETS
    }


# 3, 9


@each("cents", [500, 501, 99_999, 100_000])
def test_articles_3_and_9_a_bet_within_the_limits_stands(cents: int) -> None:
    croupier = Croupier(limits=limits(500, 100_000))
    croupier.bet_and_close(cents=cents)
    assert croupier.table.state.round.bets.locked[place(1, "banker"), None].cents == cents


@each("cents, why", [(499, "why.limit_low"), (100_001, "why.limit_high"), (1, "why.limit_low")])
def test_articles_3_and_9_a_bet_outside_the_limits_is_refused_and_returned(
    cents: int, why: str
) -> None:
    croupier = Croupier(limits=limits(500, 100_000))
    croupier.chips(2, "player", 2500)
    assert refusals(croupier.chips(1, "banker", cents)) == [why]
    assert croupier.panel.spots[1] is Light.FAULT
    rulings = croupier.press(Key.NO_MORE_BETS)
    (back,) = settled(rulings)
    assert (back.outcome, back.returned, back.article) == ("push", cents, "9")
    (locked,) = (r for r in rulings if isinstance(r, BetsLocked))
    assert [bet.place for bet in locked.bets] == [place(2, "player")]


def test_article_9_the_limit_is_of_each_spot() -> None:
    croupier = Croupier(limits=limits(500, 1000))
    for spot in (1, 2):
        assert refusals(croupier.chips(spot, "banker", 1000)) == []


def test_article_9_the_limits_are_shown_at_the_table() -> None:
    said = Croupier(limits=limits(500, 1000)).panel.players
    assert [text.values["min_cents"] for text in said[1:]] == [500] * 3
    assert [text.values["max_cents"] for text in said[1:]] == [1000] * 3


# 8


def test_article_8_the_cut_card_ends_the_shoe_with_the_game_in_hand() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.cards("4S KD")
    croupier.cut()
    croupier.cards("2H 7C")
    croupier.chips(1, "banker", 5000)
    croupier.press(Key.CONFIRM)
    assert croupier.phase is TablePhase.SHOE_CHANGE
    assert refusals(croupier.press(Key.NO_MORE_BETS)) != []
    assert croupier.phase is TablePhase.SHOE_CHANGE
    croupier.press(Key.SHUFFLED)
    assert croupier.phase is TablePhase.OPEN
    assert croupier.table.state.shoe.left == 416
    assert not croupier.table.state.shoe.cut


# 10


def play(croupier: Croupier, *spots: int) -> None:
    for spot in spots:
        croupier.chips(spot, "tie", 500)
    croupier.press(Key.NO_MORE_BETS)
    croupier.cards(PLAYER_WINS)
    for spot in spots:
        croupier.chips(spot, "tie", 0)
    croupier.press(Key.CONFIRM)


@each(
    "late_entry, cents, refused",
    [
        ("allow", 2500, []),
        ("refuse", 500, ["why.late_entry"]),
        ("minimum", 500, []),
        ("minimum", 501, ["why.newcomer"]),
    ],
)
def test_article_10_who_was_not_in_the_first_game_of_the_shoe(
    late_entry: str, cents: int, refused: list[str]
) -> None:
    croupier = Croupier(limits=limits(500, 100_000), late_entry=late_entry)
    play(croupier, 1)
    assert refusals(croupier.chips(2, "player", cents)) == refused
    assert refusals(croupier.chips(1, "player", 2500)) == []


def test_article_10_who_sat_out_a_later_game() -> None:
    croupier = Croupier(late_entry="refuse")
    play(croupier, 1, 2)
    play(croupier, 1)
    assert refusals(croupier.chips(2, "player", 500)) == ["why.late_entry"]


def test_article_10_everyone_may_bet_after_the_shuffle() -> None:
    croupier = Croupier(late_entry="refuse")
    play(croupier, 1)
    croupier.press(Key.SHUFFLED)
    assert refusals(croupier.chips(2, "player", 500)) == []


def test_article_10_a_late_bet_is_returned_at_the_close() -> None:
    croupier = Croupier(late_entry="refuse")
    play(croupier, 1)
    croupier.chips(1, "player", 500)
    croupier.chips(2, "player", 500)
    (back,) = settled(croupier.press(Key.NO_MORE_BETS))
    assert (back.bet.place.spot, back.article) == (2, "10")


# 29


def test_article_29_two_players_may_not_share_a_spot() -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    assert refusals(croupier.chips(1, "banker", 500, "B")) == ["why.two_players"]
    assert refusals(croupier.chips(1, "player", 500, "B")) == ["why.two_players"]
    assert refusals(croupier.chips(1, "tie", 500)) == []
    assert refusals(croupier.chips(2, "banker", 500, "B")) == []
    backs = settled(croupier.press(Key.NO_MORE_BETS))
    assert [(b.bet.place.on, b.bet.bettor, b.article) for b in backs] == [
        ("player", "B", "29"),
        ("banker", "B", "29"),
    ]


def test_article_29_the_second_may_bet_when_the_first_has_left() -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    croupier.chips(1, "banker", 500, "B")
    croupier.chips(1, "banker", 0)
    croupier.press(Key.NO_MORE_BETS)
    assert list(croupier.table.state.round.bets.locked) == [(place(1, "banker"), "B")]


# 30


def test_article_30_the_first_card_closes_the_bets() -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    rulings = croupier.card("4S")
    assert croupier.phase is TablePhase.ROUND
    assert any(isinstance(r, BetsLocked) for r in rulings)
    assert [c.name for c in croupier.table.state.game.cards["player"]] == ["4S"]


def test_article_30_a_card_with_no_bet_on_the_felt_is_no_card_of_a_round() -> None:
    croupier = Croupier()
    assert refusals(croupier.card("4S")) == ["why.no_bets"]
    assert croupier.phase is TablePhase.OPEN
    assert croupier.table.state.shoe.left == 415
    assert [card.name for card in croupier.table.state.shoe.stray] == ["4S"]


@pytest.mark.parametrize("code", ["unreadable", "card_code"])
def test_article_30_a_first_card_that_can_not_be_read_closes_too(code: str) -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    rulings = croupier.fault("shoe", code)
    assert any(isinstance(r, BetsLocked) for r in rulings)
    assert (croupier.phase, croupier.table.state.phase) == (STOPPED, TablePhase.ROUND)


def test_article_30_a_first_card_that_can_not_be_read_is_entered() -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    croupier.fault("shoe", "unreadable")
    croupier.enter("4S")
    croupier.mend("shoe", "unreadable")
    assert croupier.phase is TablePhase.ROUND
    assert [c.name for c in croupier.table.state.game.cards["player"]] == ["4S"]


def test_article_10_only_who_missed_the_first_game_is_held_to_the_minimum() -> None:
    croupier = Croupier(late_entry="minimum", limits=limits(1000, 100_000))
    for spot in (1, 2):
        croupier.bet_and_close(spot)
        croupier.cards(BANK_WINS)
        croupier.chips(spot, "banker", 0)
        croupier.press(Key.CONFIRM)
    assert refusals(croupier.chips(1, "banker", 5000)) == []
    assert refusals(croupier.chips(2, "banker", 5000)) == ["why.newcomer"]
    assert refusals(croupier.chips(2, "banker", 1000)) == []
