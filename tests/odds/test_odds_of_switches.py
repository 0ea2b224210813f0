"""The odds of Blackjack as other houses have it, each against its rule: a pack of few values."""

from fractions import Fraction
from pathlib import Path

import pytest

from firmware.core.games.blackjack.switches import SWITCHES
from firmware.core.vocabulary.keys import Key
from firmware.odds import shoe
from firmware.odds.blackjack_hands import DecisionGains
from firmware.odds.blackjack_resplits import SplitPair
from firmware.odds.blackjack_rounds import BlackjackRounds
from firmware.odds.blackjack_strategies import DealerUpcard, choose_best, choose_drawn
from firmware.odds.figure import mean_profit
from firmware.odds.odds import piece_file
from firmware.odds.played_hands import PlayedHands
from firmware.odds.shoe import hand_of_values
from firmware.shell.rules.pack_files import find_pack
from tests.core.games.test_blackjack_switches import ALL_SWITCHES, HOUSE
from tests.kits.odds.few_values import ACE, NINE, PACK, SIX, TEN
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of


@pytest.fixture(autouse=True)
def small_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoe, "CARDS_PER_PACK", PACK)


def deals(upcard: int, **options: object) -> DealerUpcard:
    game = HOUSE.open_game("blackjack", {"decks": 1, **options})
    return DealerUpcard(BlackjackRounds(game), upcard)  # type: ignore[arg-type]


def worths(cards: tuple[int, ...], shown: DealerUpcard) -> dict[Key, Fraction]:
    """Return the mean gain of each decision on two cards."""
    drawn = hand_of_values(cards)
    gains: DecisionGains = PlayedHands(shown.hands, choose_best).decision_gains(drawn)
    return {key: mean_profit(shown.hands.gain_chances(gain, drawn)) for key, gain in gains.items()}


def blackjack_chance(upcard: int, *cards: int) -> Fraction:
    left = list(PACK)
    for value in (upcard, *cards):
        left[value] -= 1
    return Fraction(left[{ACE: TEN, TEN: ACE}[upcard]], sum(left))


@each("upcard", [ACE, TEN])
def test_a_surrender_costs_half_and_late_a_blackjack_whole(upcard: int) -> None:
    hand = (SIX, TEN)
    early, late = (worths(hand, deals(upcard, surrender=kind)) for kind in ("early", "late"))
    chance = blackjack_chance(upcard, *hand)
    assert early[Key.SURRENDER] == Fraction(-1, 2)
    assert late[Key.SURRENDER] == -(1 - chance) / 2 - chance
    assert Key.SURRENDER not in worths(hand, deals(upcard))


def test_the_best_play_surrenders_where_that_costs_least() -> None:
    shown = deals(TEN, surrender="early")
    hand = hand_of_values((SIX, TEN))
    key, _ = PlayedHands(shown.hands, choose_best).decision_at(hand)
    means = worths((SIX, TEN), shown)
    assert key is max(means, key=means.__getitem__)
    drawn, _ = PlayedHands(shown.hands, choose_drawn).decision_at(hand)
    assert drawn in (Key.HIT, Key.STAND)


def test_all_bets_lost_cost_a_double_one_more_stake() -> None:
    hand = (ACE, SIX)  # no third card busts it
    of_first, of_all = (
        worths(hand, deals(TEN, doubles="any", no_hole_card=loses)) for loses in ("first", "all")
    )
    assert of_first[Key.DOUBLE] - of_all[Key.DOUBLE] == blackjack_chance(TEN, *hand)
    assert of_first[Key.STAND] == of_all[Key.STAND]


def as_nine(cards: object, gains: DecisionGains) -> Key:
    return Key.STAND if Key.STAND in gains else next(iter(gains))


def test_more_hands_are_worth_more_where_a_split_wins() -> None:
    means = [
        SplitPair(shown, NINE, PlayedHands(shown.split_hands(NINE), as_nine)).mean_total()
        for shown in (deals(SIX, split_hands=most) for most in (3, 5))
    ]
    assert means == sorted(set(means))


def test_aces_are_split_again_where_the_house_says() -> None:
    for again in (False, True):
        aces = deals(SIX, split_hands=4, resplit_aces=again).split_hands(ACE)
        assert (Key.SPLIT in aces.open_decisions(hand_of_values([ACE]))) is again


def test_figures_of_another_usual_switch_are_another_file() -> None:
    """Whether a table sets it or its house has it so, the figures are of the same rules."""
    usual_late = pack_of(ALL_SWITCHES.replace('usual = "none"', 'usual = "late"'))
    files = [
        piece_file("blackjack", "blackjack:main", pack.open_game("blackjack", options))
        for pack, options in ((HOUSE, {}), (HOUSE, {"surrender": "late"}), (usual_late, {}))
    ]
    assert files[0] != files[1] == files[2]


EVERY_SWITCH = find_pack("house.toml", Path(__file__).parents[1] / "packs" / "switches")


@each(
    "game, piece, changed, same",
    [
        ("baccarat", "comparison_games:baccarat", {}, {"commission_due": "shoe", "burn": 1}),
        (
            "three-card-poker",
            "duels:three_card_poker",
            {"tie": "dealer"},
            {"pair_plus_alone": False},
        ),
        (
            *("three-card-poker", "pay_table_bets:pair_plus", {}),
            {"tie": "dealer", "fold_takes_pair_plus": True},
        ),
    ],
)
def test_figures_are_of_the_switches_that_change_them(
    *, game: str, piece: str, changed: dict[str, object], same: dict[str, object]
) -> None:
    def file(options: dict[str, object]) -> str:
        return piece_file(game, piece, EVERY_SWITCH.open_game(game, options))

    assert file(same) == file({})
    assert (file(changed) != file({})) is bool(changed)


@each("name", [name for name in SWITCHES if name not in ("unlike_tens", "insurance_for_less")])
def test_a_switch_has_figures_of_its_own(name: str) -> None:
    files = {
        piece_file("blackjack", "blackjack:main", HOUSE.open_game("blackjack", {name: value}))
        for value in SWITCHES[name]
    }
    assert len(files) == len(SWITCHES[name])
