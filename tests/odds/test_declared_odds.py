"""The exact odds of declared bets, against the figures that others have published."""

from fractions import Fraction

from firmware.odds.baccarat_deals import point_chances
from firmware.odds.declared_odds import declared
from firmware.odds.figure import Figure
from firmware.odds.odds import game_figures
from firmware.odds.store import Store
from tests.kits.offenders import each
from tests.kits.rule_packs import Payment, declared_pack

HOUSE = declared_pack(
    baccarat={
        "dragon_7": [
            ("winner == 'banker' and banker.cards == 3 and banker.points == 7", (40, 1)),
        ],
        "panda_8": [("winner == 'player' and player.cards == 3 and player.points == 8", (25, 1))],
        "super_6": [("winner == 'banker' and banker.points == 6", (12, 1))],
        "player_pair": [("player.pair", (11, 1))],
        "either_pair": [("player.pair or banker.pair", (5, 1))],
        "perfect_pair": [
            ("player.suited_pair and banker.suited_pair", (200, 1)),
            ("player.suited_pair or banker.suited_pair", (25, 1)),
        ],
        "big": [("cards > 4", (54, 100))],
        "small": [("cards == 4", (3, 2))],
        "dragon_bonus": [
            ("winner == 'player' and player.natural", (1, 1)),
            ("winner == 'tie' and player.natural", "push"),
            ("winner == 'player' and margin == 9", (30, 1)),
            ("winner == 'player' and margin == 8", (10, 1)),
            ("winner == 'player' and margin == 7", (6, 1)),
            ("winner == 'player' and margin == 6", (4, 1)),
            ("winner == 'player' and margin == 5", (2, 1)),
            ("winner == 'player' and margin == 4", (1, 1)),
        ],
    },
    roulette={"snake": [("number in ['1', '5', '9', '12', '14', '16', '19', '23']", (2, 1))]},
    craps={"field_of_pairs": [("pair", (4, 1))]},
)
RETURNS = {
    "dragon_7": "784299161768/848912750595",
    "panda_8": "1348912212992/1501922558745",
    "super_6": "210337737856/300384511749",
    "player_pair": "372/415",
    "big": "506231/529230",
    "small": "350890/370461",
    "dragon_bonus": "3801450797986/3904998652737",
}
"""The share that comes back, eight packs; as published: 7.6113, 10.1876, 29.9772, 10.3614, 4.3457,
5.2829 and 2.6517 per cent for the house.
"""


def figures(game: str) -> dict[str, Figure]:
    return {figure.bet: figure for figure in declared(HOUSE.open_game(game, {}))}


def test_baccara_has_its_published_number_of_deals() -> None:
    """4 998 398 275 503 360 deals of eight packs (Wizard of Odds, baccarat)."""
    winners: dict[object, Fraction] = {}
    for case, chance in point_chances(8).items():
        winner = dict(case.facts)["winner"]
        winners[winner] = winners.get(winner, Fraction(0)) + chance * 4_998_398_275_503_360
    assert winners == {
        "banker": 2_292_252_566_437_888,
        "player": 2_230_518_282_592_256,
        "tie": 475_627_426_473_216,
    }


def test_published_returns_at_baccara() -> None:
    found = figures("baccarat")
    returns = {bet: str(found[bet].expected_profit + 1) for bet in RETURNS}
    assert returns == RETURNS
    assert round(float(found["either_pair"].expected_profit), 4) == -0.1371
    assert round(float(found["perfect_pair"].expected_profit), 4) == -0.0805


@each("game, bet, profit", [("roulette", "snake", "-13/37"), ("craps", "field_of_pairs", "-1/6")])
def test_bets_on_one_result(game: str, bet: str, profit: str) -> None:
    found = {f.bet: f for f in game_figures(game, HOUSE.open_game(game, {}), Store(None))}
    assert str(found[bet].expected_profit) == profit


def test_bets_of_other_sic_bo_tables() -> None:
    """Odd, three of four numbers, three named numbers, and a pair with a third, counted among the
    216 throws: 105, 24, 6 and 3 win.
    """
    three = "dice == [1, 2, 3] or dice == [1, 2, 4] or dice == [1, 3, 4] or dice == [2, 3, 4]"
    bets: dict[str, list[tuple[str, Payment]]] = {
        "odd": [("total in [5, 7, 9, 11, 13, 15, 17] and not triple", (1, 1))],
        "three_of_four": [(three, (7, 1))],
        "one_two_five": [("dice == [1, 2, 5]", (30, 1))],
        "one_one_four": [("dice == [1, 1, 4]", (50, 1))],
    }
    game = declared_pack(cards=(), **{"sic-bo": bets}).open_game("sic-bo", {})
    found = {figure.bet: str(figure.expected_profit) for figure in declared(game)}
    assert found == {
        "odd": "-1/36",
        "three_of_four": "-1/9",
        "one_two_five": "-5/36",
        "one_one_four": "-7/24",
    }


def test_a_bonus_of_six_cards() -> None:
    """10.2248 per cent with 1000-200-50-25-20-10-5, on the best five of the player's three cards
    and the dealer's three: 20 358 520 hands of six cards.
    """
    counts = {
        "royal_flush": (188, 1000),
        "straight_flush": (1_656, 200),
        "four_of_a_kind": (14_664, 50),
        "full_house": (165_984, 25),
        "flush": (205_792, 20),
        "straight": (361_620, 10),
        "three_of_a_kind": (732_160, 5),
    }
    lines = [(f"hand == '{hand}'", (pays, 1)) for hand, (_, pays) in counts.items()]
    cards = [f"{hand}.{card}" for hand in ("spot", "dealer") for card in (1, 2, 3)]
    pack = declared_pack(cards=cards, **{"three-card-poker": {"six_cards": lines}})
    (figure,) = declared(pack.open_game("three-card-poker", {}))
    returned = sum(number * (pays + 1) for number, pays in counts.values())
    assert figure.expected_profit + 1 == Fraction(returned, 20_358_520)
    assert round(float(figure.expected_profit), 6) == -0.102248


def test_twenty_one_plus_3_of_six_packs() -> None:
    """4.6210 per cent with 100-40-30-10-5 (58 Pa. Code 633a.13, six packs)."""
    lines = [
        ("ranks == 1 and suits == 1", (100, 1)),
        ("in_a_row and suits == 1", (40, 1)),
        ("ranks == 1", (30, 1)),
        ("in_a_row", (10, 1)),
        ("suits == 1", (5, 1)),
    ]
    cards = ["spot.1", "spot.2", "dealer.1"]
    pack = declared_pack(cards=cards, blackjack={"twenty_one_plus_3": lines})
    (figure,) = declared(pack.open_game("blackjack", {"decks": 6}))
    assert str(figure.expected_profit) == "-28958/626665"


def test_five_named_cards_by_the_known_counts_of_poker() -> None:
    """2 598 960 hands of five cards."""
    counts = {
        "royal_flush": (4, 1000),
        "straight_flush": (36, 200),
        "four_of_a_kind": (624, 50),
        "full_house": (3_744, 25),
        "flush": (5_108, 20),
        "straight": (10_200, 10),
        "three_of_a_kind": (54_912, 5),
    }
    lines = [(f"hand == '{hand}'", (pays, 1)) for hand, (_, pays) in counts.items()]
    cards = ["spot.1", "spot.2", "spot.3", "dealer.1", "dealer.2"]
    pack = declared_pack(cards=cards, **{"three-card-poker": {"five_cards": lines}})
    (figure,) = declared(pack.open_game("three-card-poker", {}))
    returned = sum(number * (pays + 1) for number, pays in counts.values())
    assert figure.expected_profit + 1 == Fraction(returned, 2_598_960)


def test_pair_of_a_second_and_a_drawn_card() -> None:
    """11 for 1 on a pair of the Player's second and third card, back without a third: reckoned by
    the rank of the second card and the points of the three others.
    """
    pack = declared_pack(cards=["player.2", "player.3"], baccarat={"pair": [("pair", (10, 1))]})
    (figure,) = declared(pack.open_game("baccarat", {}))
    assert figure.expected_profit + 1 == Fraction(14_411_746_639, 15_835_355_445)
    assert figure.chances[Fraction(0)] == 1 - Fraction(15_479_099, 30_748_263)


def test_symbol_of_the_wheel() -> None:
    pack = declared_pack(**{"wheel-of-fortune": {"few": [("symbol in ['1', '2']", (1, 3))]}})
    segments = {"1": [24, 1], "2": [15, 2], "5": [7, 5], "10": [4, 10], "20": [2, 20], "J": [2, 40]}
    game = pack.open_game("wheel-of-fortune", {"segments": segments})
    found = {f.bet: f for f in game_figures("wheel-of-fortune", game, Store(None))}
    assert found["few"].expected_profit + 1 == Fraction(39, 54) * Fraction(4, 3)
