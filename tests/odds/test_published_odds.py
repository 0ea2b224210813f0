"""The figures that others have published in so many digits; docs/en/odds-published.md has where."""

from fractions import Fraction
from typing import Any

import pytest

from firmware.core.vocabulary.keys import Key
from firmware.odds.blackjack_rounds import BlackjackRounds
from firmware.odds.blackjack_strategies import DealerUpcard, choose_best
from firmware.odds.figure import BEST, Figure, mean_profit
from firmware.odds.odds import stored_figures
from firmware.odds.played_hands import PlayedHands
from firmware.odds.shoe import CARD_VALUE_NAMES, hand_of_values
from firmware.odds.store import SHIPPED, Store
from tests.core.games.test_blackjack_switches import HOUSE
from tests.kits.quebec import every_side_bet, open_game

BACCARAT = 4_998_398_275_503_360
BANK, PLAYER, TIE = 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216
CARIBBEAN = 19_933_230_517_200


def figure(game: str, bet: str, play: str, stake: int | None = None) -> Figure:
    found = stored_figures(game, open_game(game, every_side_bet(game)), Store(None, SHIPPED))
    return next(f for f in found if (f.bet, f.play, f.stake) == (bet, play, stake))


@pytest.mark.clause("NJ 13:69E-1.28P(b)2")
@pytest.mark.parametrize(
    ("game", "bet", "play", "stake", "published"),
    [
        ("baccarat", "player", BEST, None, Fraction(PLAYER - BANK, BACCARAT)),
        ("baccarat", "banker", BEST, 1000, (Fraction(19, 20) * BANK - PLAYER) / BACCARAT),
        ("baccarat", "tie", BEST, None, Fraction(9 * TIE, BACCARAT) - 1),
        ("caribbean-stud", "ante", BEST, None, Fraction(-1_041_372_912_372, CARIBBEAN)),
        ("caribbean-stud", "ante", "raise", None, Fraction(-3_310_360_338_060, CARIBBEAN)),
        ("sic-bo", "single:1", BEST, None, Fraction(-17, 216)),
    ],
)
def test_figures_equal_published_counts(
    game: str, bet: str, play: str, stake: int | None, published: Fraction
) -> None:
    assert figure(game, bet, play, stake).expected_profit == published


@pytest.mark.parametrize(
    ("game", "bet", "play", "published"),
    [
        ("casino-war", "main", "war", "-0.023301"),
        ("casino-war", "main", "surrender", "-0.0370"),
        ("casino-war", "tie", BEST, "-0.1865"),
        ("red-dog", "main", BEST, "-0.03155"),
        ("three-card-poker", "ante", BEST, "-0.0337"),
        ("three-card-poker", "ante", "mimic", "-0.0345"),
        ("three-card-poker", "pair_plus", BEST, "-0.0232"),
        ("four-card-poker", "ante", BEST, "-0.0279"),
        ("poker-grand-prix", "first", BEST, "0.10912580"),
        ("blackjack", "sevens", BEST, "-0.11400"),
        ("craps", "pass", BEST, "-0.0141"),
        ("craps", "place:6", BEST, "-0.0152"),
    ],
)
def test_figures_equal_rounded_ones(game: str, bet: str, play: str, published: str) -> None:
    places = len(published.partition(".")[2])
    assert f"{float(figure(game, bet, play).expected_profit):.{places}f}" == published


def test_break_even_lot_follows_count_of_hands() -> None:
    """Four of a kind, full houses and flushes pay 500, 100 and 50."""
    paid = 624 * 500 + 3_744 * 100 + 5_108 * 50
    lot = (1 - Fraction(paid, 2_598_960)) / Fraction(4 + Fraction(36, 10), 2_598_960)
    even = figure("caribbean-stud", "progressive", BEST).break_even
    assert even is not None
    assert abs(lot - Fraction(even, 100)) < Fraction(1, 100)


OF_AN_ACE = [
    "2A -0.722356 -0.379910 -1.024099",
    "3A -0.722119 -0.403855 -1.023717",
    "32 -0.721887 -0.529734 -1.443774",
    "4A -0.721866 -0.429265 -1.025989",
    "42 -0.721646 -0.548031 -1.434834",
    "43 -0.721415 -0.554273 -1.369282",
    "5A -0.721965 -0.454867 -1.030051",
    "52 -0.721740 -0.553211 -1.369970",
    "53 -0.721499 -0.493960 -1.193807",
    "54 -0.721243 -0.396287 -0.932671",
    "6A -0.665166 -0.463296 -0.999484",
    "62 -0.721308 -0.493965 -1.194523",
    "63 -0.721068 -0.396571 -0.933570",
    "64 -0.720814 -0.286818 -0.639108",
    "65 -0.720879 -0.235772 -0.535879",
]
"""Two cards against an ace of six packs: what they bring if they stand, draw, are doubled."""


@pytest.fixture(scope="module")
def against_an_ace() -> PlayedHands:
    game: Any = HOUSE.open_game("blackjack", {"doubles": "any", "no_hole_card": "all"})
    return PlayedHands(
        DealerUpcard(BlackjackRounds(game), CARD_VALUE_NAMES.index("A")).hands, choose_best
    )


@pytest.mark.parametrize("row", OF_AN_ACE)
def test_blackjack_against_ace_as_published(row: str, against_an_ace: PlayedHands) -> None:
    """Published for tables at which a dealer's Blackjack takes the second stake as well."""
    two, *published = row.split()
    drawn = hand_of_values(map(CARD_VALUE_NAMES.index, two))
    options, hands = against_an_ace.decision_gains(drawn), against_an_ace.hands
    found = {key: mean_profit(hands.gain_chances(ends, drawn)) for key, ends in options.items()}
    worths = found[Key.STAND], found[Key.HIT], found[Key.DOUBLE]
    assert [f"{float(worth):.6f}" for worth in worths] == published
