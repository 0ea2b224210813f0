"""Rules that one house has and another has not: surrender, and half of an even chance at zero."""

import pytest

from firmware.core.game.course import Decision
from firmware.core.game.game import Game
from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, ResultSeen
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.shell.config.bets import game_keys
from tests.kits.offenders import each
from tests.kits.quebec import game_class, games_in_pack, open_game
from tests.kits.rule_packs import pack_of

HOUSE = pack_of("""
[blackjack.switches]
surrender = { allowed = ["none", "late", "early"], usual = "none", article = "633a.9" }
[roulette.switches]
zero = { allowed = ["lose", "half"], usual = "half", article = "617a.5" }
[craps.limits.pass_odds]
times_of = "pass"
by_point = { 4 = 3, 5 = 4, 6 = 5, 8 = 5, 9 = 4, 10 = 3 }
article = "623a"
[craps.commission.buy]
when = "won"
""")


def surrendered(kind: str, dealers_second: str, players: str = "TS 6S") -> Game:
    game = HOUSE.open_game("blackjack", {"surrender": kind})
    game.open()
    game.close([Bet(Place(1, "main"), Cents(1000))])
    first, second = players.split()
    for name in (first, "TC", second):
        game.take(CardRead(parse_card(name)))
    game.decide(Decision(next(choice for choice in game.choices if choice.do is Key.SURRENDER)))
    game.take(CardRead(parse_card(dealers_second)))
    return game


@each(
    "kind, dealers_second, outcome, returned",
    [
        ("late", "9D", "surrender", 500),
        ("late", "AD", "lose", 0),
        ("late", "2D", "surrender", 500),
        ("early", "AD", "surrender", 500),
        ("early", "9D", "surrender", 500),
    ],
)
def test_a_late_surrender_is_lost_to_a_blackjack(
    kind: str, dealers_second: str, outcome: str, returned: int
) -> None:
    game = surrendered(kind, dealers_second)
    (line,) = game.lines
    assert (line.outcome, line.returned, line.article) == (outcome, returned, "633a.9")
    assert game.finished


def test_only_the_first_two_cards_may_be_surrendered() -> None:
    game = HOUSE.open_game("blackjack", {"surrender": "late"})
    game.open()
    game.close([Bet(Place(1, "main"), Cents(1000))])
    for name in ("2S", "TC", "3S"):
        game.take(CardRead(parse_card(name)))
    game.decide(Decision(next(choice for choice in game.choices if choice.do is Key.HIT)))
    game.take(CardRead(parse_card("4S")))
    assert Key.SURRENDER not in {choice.do for choice in game.choices}


@each(
    "options, has_key", [({}, False), ({"surrender": "none"}, False), ({"surrender": "late"}, True)]
)
def test_a_key_is_wired_where_there_is_surrender(options: dict[str, str], has_key: bool) -> None:
    keys = game_keys(HOUSE.game_class("blackjack"), options)
    assert (Key.SURRENDER in keys) is has_key


@each(
    "options, bet, number, returned",
    [
        ({}, "even", "0", 500),
        ({"numbers": 38}, "red", "00", 500),
        ({}, "even", "3", 0),
        ({}, "dozen:1", "0", 0),
        ({}, "straight:17", "0", 0),
        ({"zero": "lose"}, "even", "0", 0),
    ],
)
def test_zero_takes_half_of_an_even_chance(
    options: dict[str, object], bet: str, number: str, returned: int
) -> None:
    game = HOUSE.open_game("roulette", options)
    game.open()
    game.close([Bet(Place(1, bet), Cents(1000))])
    game.take_result(ResultSeen((number,)))
    (line,) = game.lines
    assert (line.outcome, line.returned) == ("lose", returned)


@each(
    "point, cents, is_refused",
    [("33", 5000, False), ("33", 5010, True), ("22", 3000, False), ("22", 3010, True)],
)
def test_odds_are_a_multiple_of_the_line(point: str, cents: int, is_refused: bool) -> None:
    game = HOUSE.open_game("craps", {})
    game.open()
    game.close([Bet(Place(1, "pass"), Cents(1000))])
    game.take_result(ResultSeen(tuple(point)))
    game.open()
    refusal = game.chips_refusal((Place(1, "pass_odds"), None), Cents(cents))
    assert (refusal is not None) is is_refused
    assert refusal is None or (refusal.why.key, refusal.article) == ("why.above_multiple", "623a")


@each("dice, commission", [("34", 0), ("13", 100)])
def test_only_a_winner_owes_the_commission(dice: str, commission: int) -> None:
    game = HOUSE.open_game("craps", {})
    game.open()
    game.close([Bet(Place(1, "pass"), Cents(1000))])
    game.take_result(ResultSeen(("3", "3")))
    game.open()
    game.close([Bet(Place(1, "pass"), Cents(1000)), Bet(Place(1, "buy:4"), Cents(2000))])
    game.take_result(ResultSeen(tuple(dice)))
    (line,) = (line for line in game.lines if line.bet.place.on == "buy:4")
    assert line.commission == commission


def test_quebec_has_no_switch() -> None:
    for game in games_in_pack():
        for name, values in game_class(game).SWITCHES.items():
            with pytest.raises(OptionRefused):
                open_game(game, {name: values[-1]})


def rolled(dice: str, on: str, *, point: str = "", **options: object) -> list[tuple[str, str]]:
    """Return the outcome of a bet laid before a roll; after a roll that makes a point, if given."""
    pack = pack_of("""
[craps.switches]
barred = { allowed = [12, 2], usual = 12, article = "H1" }
put_bets = { allowed = [false, true], usual = false, article = "H2" }
""")
    game = pack.open_game("craps", options)
    if point:
        game.open()
        game.close([])
        game.take_result(ResultSeen(tuple(point)))
    game.open()
    stack = Place(1, on), None
    if refusal := game.chips_refusal(stack, Cents(1000)):
        return [("refused", refusal.article)]
    game.close([Bet(stack[0], Cents(1000))])
    game.take_result(ResultSeen(tuple(dice)))
    return [(line.outcome, line.article or "") for line in game.lines]


@each(
    "dice, barred, on, outcome",
    [
        ("66", 12, "dont_pass", "push"),
        ("66", 2, "dont_pass", "win"),
        ("11", 12, "dont_pass", "win"),
        ("11", 2, "dont_pass", "push"),
        ("12", 2, "dont_pass", "win"),
        ("34", 2, "dont_pass", "lose"),
    ],
)
def test_dont_pass_pushes_on_the_total_barred(
    dice: str, barred: int, on: str, outcome: str
) -> None:
    assert rolled(dice, on, barred=barred) == [(outcome, "95.14")]
    assert rolled(dice, "dont_come", point="33", barred=barred) == [(outcome, "95.14")]


@each(
    "on, dice, outcome",
    [
        ("pass", "33", "win"),
        ("pass", "34", "lose"),
        ("come:4", "22", "win"),
        ("come:4", "34", "lose"),
        ("dont_pass", "34", "refused"),
        ("dont_come:4", "34", "refused"),
    ],
)
def test_a_put_bet_is_on_the_point_or_a_number(on: str, dice: str, outcome: str) -> None:
    assert rolled(dice, on, point="33", put_bets=True) == [(outcome, "95.14")]
    assert rolled(dice, on, point="33") == [("refused", "95.14")]


def test_no_number_is_put_on_the_come_out() -> None:
    assert rolled("22", "come:4", put_bets=True) == [("refused", "95.14")]
