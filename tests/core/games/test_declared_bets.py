"""Bets that a rule pack declares or amends, settled by a game that does not know them."""

from collections.abc import Mapping, Sequence

import pytest

from firmware.core.game.course import Decision
from firmware.core.game.game import Game
from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, ResultSeen
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.shell.rules.rule_pack import RulePack
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of

HOUSE = pack_of("""
[baccarat]
without = ["tie"]
[baccarat.commission.banker]
none = true
[baccarat.bets.banker]
amends = true
article = "5324.21"
lines = [{ when = "winner == 'banker' and banker.cards == 3 and banker.points == 7", push = true }]
[baccarat.bets.dragon_7]
said = { en = "Dragon 7", fr = "Dragon 7" }
article = "5324.21"
lines = [
  { when = "winner == 'banker' and banker.cards == 3 and banker.points == 7", pays = [40, 1] },
]
[baccarat.bets.third]
said = { en = "Third card", fr = "Troisième carte" }
article = "H1"
cards = ["player.3"]
lines = [{ when = "high == 14", prize_cents = 5000 }, { when = "low < 5", back = [1, 2] }]

[blackjack.bets.twenty_one_plus_3]
said = { en = "21+3", fr = "21+3" }
article = "633a.13"
beside = "main"
cards = ["spot.1", "spot.2", "dealer.1"]
pay_tables.A = { trips = [30, 1], flush = [5, 1] }
pay_tables.B = { any = [9, 1] }
pay_tables.C = { trips = "push" }
lines = [
  { name = "trips", when = "ranks == 1" },
  { name = "straight", when = "in_a_row" },
  { name = "flush", when = "suits == 1" },
]
[blackjack.bets.hole]
said = { en = "Hole card", fr = "Carte cachée" }
article = "H2"
cards = ["dealer.2"]
lines = [{ when = "high == 14", pays = [3, 1] }]
[blackjack.pay_tables.main]
"3-2" = { blackjack = [3, 2] }
"6-5" = { blackjack = [6, 5] }

[roulette.bets.red]
amends = true
article = "617a"
lines = [{ when = "zero", back = [1, 2] }]
[sic-bo.bets.odd]
said = { en = "Odd", fr = "Impair" }
article = "H3"
lines = [
  { when = "triple", loses = true },
  { when = "total in [5, 7, 9, 11, 13, 15, 17]", pays = [1, 1] },
]
""")

Settled = Mapping[str, tuple[str, int, int, str]]


def opened(bets: Mapping[str, int], game: str, pack: RulePack = HOUSE, **options: object) -> Game:
    table = pack.open_game(game, options)
    table.open()
    table.close(Bet(Place(1, on), Cents(cents)) for on, cents in bets.items())
    return table


def dealt(game: Game, cards: str) -> Game:
    for name in cards.split():
        game.take(CardRead(parse_card(name)))
    return game


def settled(game: Game) -> Settled:
    lines = game.lines
    return {x.bet.place.on: (x.outcome, x.returned, x.paid, x.article) for x in lines}


@each(
    "cards, banker, dragon",
    [
        ("2S 2D 3S 2C 7H 3H", ("push", 1000, 0, "5324.21"), ("win", 1000, 40000, "5324.21")),
        ("2S 2D 2H 5C TH", ("win", 1000, 1000, "35"), ("lose", 0, 0, "5324.21")),
        ("2S 2D 6S 2C", ("lose", 0, 0, "32"), ("lose", 0, 0, "5324.21")),
    ],
)
def test_amended_lines_go_before_the_games_own(
    cards: str, banker: tuple[str, int, int, str], dragon: tuple[str, int, int, str]
) -> None:
    game = dealt(opened({"banker": 1000, "dragon_7": 1000}, "baccarat"), cards)
    assert settled(game) == {"banker": banker, "dragon_7": dragon}


def test_an_amended_bet_may_be_paid_more_than_the_games_own() -> None:
    """So an account of the round, and the steps of its stakes, know the higher payment."""
    source = '[baccarat.bets.player]\namends = true\narticle = "H"\n'
    lines = "lines = [{ when = \"winner == 'player' and player.natural\", pays = [3, 2] }]"
    game = dealt(opened({"player": 1000}, "baccarat", pack_of(source + lines)), "9S 2D TS 2C")
    (line,) = game.lines
    assert (line.paid, game.most_paid(line)) == (1500, 1500)
    assert (
        pack_of(source + lines).open_game("baccarat", {"smallest_chip": 100}).bet_step("player")
        == 200
    )


@each(
    "third_card, outcome",
    [
        ("AH", ("win", 0, 5000, "H1")),
        ("4H", ("lose", 500, 0, "H1")),
        ("9H", ("lose", 0, 0, "H1")),
    ],
)
def test_prizes_and_parts_of_the_stake(third_card: str, outcome: tuple[str, int, int, str]) -> None:
    game = dealt(opened({"third": 1000}, "baccarat"), f"2S TD 2H 7C {third_card}")
    assert settled(game)["third"] == outcome


def test_a_card_that_is_never_dealt_gives_the_bet_back() -> None:
    game = dealt(opened({"third": 1000}, "baccarat"), "4S TD 4H 7C")
    assert settled(game) == {"third": ("push", 1000, 0, "H1")}


@each(
    "table, cards, outcome",
    [
        ("A", "8S 8D 8H", ("win", 1000, 30000, "633a.13")),
        ("A", "2S 4S 9S", ("win", 1000, 5000, "633a.13")),
        ("A", "2S 3D 4H", ("lose", 0, 0, "633a.13")),
        ("B", "2S 3D 4H", ("win", 1000, 9000, "633a.13")),
        ("B", "2S 3D 9H", ("lose", 0, 0, "633a.13")),
        ("C", "8S 8D 8H", ("push", 1000, 0, "633a.13")),
    ],
)
def test_the_tables_own_pay_table_decides(
    table: str, cards: str, outcome: tuple[str, int, int, str]
) -> None:
    """Decided as soon as its cards are there, in the midst of the round."""
    bets, tables = {"main": 1000, "twenty_one_plus_3": 1000}, {"twenty_one_plus_3": table}
    game = opened(bets, "blackjack", pay_tables=tables)
    first, second, dealers = cards.split()
    dealt(game, f"{first} {dealers} {second}")
    assert settled(game) == {"twenty_one_plus_3": outcome}
    assert not game.finished


def test_an_unseen_card_decides_nothing() -> None:
    """A dealer's second card is face down: a bet on it waits until it is turned."""
    game = dealt(opened({"main": 1000, "hole": 1000}, "blackjack", hole_card=True), "9S 9D 9H AC")
    assert settled(game) == {}


@each("name, paid", [("3-2", 1500), ("6-5", 1200)])
def test_two_tables_of_a_house_pay_blackjack_by_their_names(name: str, paid: int) -> None:
    game = opened({"main": 1000}, "blackjack", pay_tables={"main": name})
    assert settled(dealt(game, "AS 9D KH TC"))["main"] == ("win", 1000, paid, "21")


@each("number, outcome", [("0", ("lose", 500, 0, "617a")), ("2", ("lose", 0, 0, "72"))])
def test_half_comes_back_at_zero(number: str, outcome: tuple[str, int, int, str]) -> None:
    game = opened({"red": 1000}, "roulette")
    game.take_result(ResultSeen((number,)))
    assert settled(game) == {"red": outcome}


@each("dice, outcome", [("135", "win"), ("555", "lose"), ("224", "lose")])
def test_the_first_line_that_holds_decides(dice: Sequence[str], outcome: str) -> None:
    game = opened({"odd": 1000}, "sic-bo")
    game.take_result(ResultSeen(tuple(dice)))
    assert settled(game)["odd"][0] == outcome


def test_a_bet_without_its_neighbour_is_refused() -> None:
    game = HOUSE.open_game("blackjack", {})
    alone = {(Place(1, "twenty_one_plus_3"), None): Cents(1000)}
    ((stack, refusal),) = game.illegal_together(alone).items()
    assert (stack[0].on, refusal.why.key, refusal.article) == (
        "twenty_one_plus_3",
        "why.beside_missing",
        "633a.13",
    )


def test_a_house_without_ties_has_no_place_for_them() -> None:
    assert HOUSE.game_class("baccarat").places_with({}) == ("player", "banker", "dragon_7", "third")


def test_an_unknown_pay_table_is_refused() -> None:
    with pytest.raises(OptionRefused):
        HOUSE.open_game("blackjack", {"pay_tables": {"main": "2-1"}})


CARDS_OF_HANDS = pack_of("""
[blackjack.bets.first_three]
said = { en = "First three", fr = "Trois premières" }
article = "H"
cards = ["spot.1", "spot.2", "dealer.2"]
lines = [{ when = "ranks == 1", pays = [5, 1] }]
[three-card-poker.bets.six_cards]
said = { en = "Six cards", fr = "Six cartes" }
article = "H"
cards = ["spot.1", "spot.2", "spot.3", "dealer.1", "dealer.2", "dealer.3"]
lines = [{ when = "hand == 'flush'", pays = [15, 1] }]
[boston-poker.bets.dealers_fourth]
said = { en = "Fourth card", fr = "Quatrième carte" }
article = "H"
cards = ["spot.1", "dealer.4"]
lines = [{ when = "pair", pays = [5, 1] }]
""")


def test_hand_that_was_given_up_is_turned_up_for_its_bet() -> None:
    bets = {"ante": 1000, "six_cards": 1000}
    game = dealt(opened(bets, "three-card-poker", CARDS_OF_HANDS), "2S 5S 9S JS KS 3D")
    game.decide(Decision(next(x for x in game.choices if x.do is Key.FOLD)))
    assert settled(game)["six_cards"] == ("win", 1000, 15000, "H")
    assert game.cards["1"] == [parse_card(name) for name in ["2S", "5S", "9S"]]


def test_bet_on_a_card_that_nobody_deals_goes_back() -> None:
    bets = {"ante": 1000, "first": 2000, "dealers_fourth": 1000}
    game = dealt(opened(bets, "boston-poker", CARDS_OF_HANDS), "2S 5S 9S JS KS 3D")
    game.decide(Decision(next(x for x in game.choices if x.do is Key.FOLD)))
    assert settled(game)["dealers_fourth"] == ("push", 1000, 0, "H")
    assert game.result() == Text("result.over")


def test_first_two_cards_are_those_before_a_split() -> None:
    bets = {"main": 1000, "first_three": 1000}
    game = dealt(opened(bets, "blackjack", CARDS_OF_HANDS), "8S TH 8D")
    game.decide(Decision(next(x for x in game.choices if x.do is Key.SPLIT)))
    dealt(game, "TS")
    game.decide(Decision(next(x for x in game.choices if x.do is Key.STAND)))
    dealt(game, "9S")
    game.decide(Decision(next(x for x in game.choices if x.do is Key.STAND)))
    dealt(game, "8H")
    assert settled(game)["first_three"] == ("win", 1000, 5000, "H")


@each("game, bet", [("blackjack", "first_three"), ("three-card-poker", "six_cards")])
def test_bet_on_a_hand_needs_one_of_the_game_there(game: str, bet: str) -> None:
    clashes = CARDS_OF_HANDS.open_game(game, {}).clashing_bets({bet: Cents(1000)})
    assert clashes == {bet: ("why.main_missing", "H")}


@each("game", ["pai-gow", "pai-gow-poker", "keno"])
def test_tiles_jokers_and_balls_are_no_named_cards(game: str) -> None:
    assert not HOUSE.game_class(game).CARD_NAMES
