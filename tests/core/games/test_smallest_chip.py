"""The table's smallest chip: each bet has a step, so that no payment is an amount without chips."""

from typing import Any

import pytest

from firmware.core.display.panel import table_panel
from firmware.core.display.player_lines import limit_lines
from firmware.core.game.limits import BetLimits
from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.table.make_table import make_table
from firmware.core.table.amounts import Amounts
from firmware.core.table.rules import TableRules
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents, Commission, Odds, Rounding
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.words import Words
from tests.kits.core.played_round import PlayedRound, refused
from tests.kits.games.any_table import REQUIRED
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack, open_game

WORDS = Words.load("fr")
DOLLAR = {"smallest_chip": 100}
FOR_THE_PLAYER = {"smallest_chip": 100, "rounding": "player"}


def settled(played: PlayedRound) -> list[tuple[str, int, int, int]]:
    lines = [ruling for ruling in played.said if isinstance(ruling, BetSettled)]
    return [(line.bet.place.on, line.returned, line.paid, line.commission) for line in lines]


@each("win", range(1, 13))
def test_odds_step_is_least_paid_stake(win: int) -> None:
    for stake in range(1, 13):
        for chip in (1, 5, 25, 100):
            step = Odds(win, stake).step_for(Cents(chip))
            payable = [cents for cents in range(1, step + 1) if cents * win % (stake * chip) == 0]
            assert payable == [step]


@each("percent, raised_to", [(5, 1000), (5, 1), (3, 1000), (10, 500), (7, 100)])
def test_31_commission_step_is_least_payable_stake(percent: int, raised_to: int) -> None:
    share = Commission(percent, Cents(raised_to))

    def is_owed_in_chips(cents: int, chip: int) -> bool:
        raised_cents = -(-cents // raised_to) * raised_to
        return raised_cents * percent % (100 * chip) == 0

    for chip in (5, 25, 50, 100, 250):
        step = share.step_for(Cents(chip))
        assert all(is_owed_in_chips(step * times, chip) for times in range(1, 50))
        for less in range(1, step):
            assert not all(is_owed_in_chips(less * times, chip) for times in range(1, step + 1))


@each("cents", range(201))
def test_favouring_player_rounds_wins_up_losses_down(cents: int) -> None:
    rounding = Rounding(Cents(50), favours_player=True)
    given, taken, part = (
        rounding.payment(cents),
        rounding.commission(cents),
        rounding.part(cents, 2),
    )
    assert given % 50 == taken % 50 == part % 50 == 0
    assert cents - 50 < taken <= cents <= given < cents + 50
    assert cents - 100 < 2 * part <= cents


def test_18_1_unpaid_lines_need_no_step() -> None:
    assert open_game("blackjack", {**DOLLAR, "special_hands": True}).bet_step("main") == 200


def test_18_1_special_hands_leave_the_sevens_table_whole() -> None:
    blackjack = open_game("blackjack", {"special_hands": False})
    assert Odds(500, 1) in {paying.odds for paying in blackjack.paying_lines("sevens")}


def test_95_16_point_odds_have_step_of_the_point() -> None:
    craps = open_game("craps", DOLLAR)
    steps = {}
    for number in (4, 5, 6, 8, 9, 10):
        craps.remember({"point": number})
        steps[number] = craps.bet_step("pass_odds"), craps.bet_step("dont_pass_odds")
    assert steps[4] == steps[10] == (100, 200)
    assert steps[5] == steps[9] == (200, 300)
    assert steps[6] == steps[8] == (500, 600)


def test_95_17_one_figure_for_a_payment_in_chips() -> None:
    played = PlayedRound("craps", Amounts.READ, FOR_THE_PLAYER)
    played.chips("place:6", 500)
    played.roll(4, 4)
    played.roll(3, 3)
    shown = table_panel(played.table)
    assert shown.payout is not None
    assert shown.figures == shown.payout.paid == 600
    assert sum(value * count for value, count in shown.payout.chips) == 600
    assert played.prompt == "Place 1, Right bet 6 : payer 6,00 $ (7 à 6)"
    played.chips("place:6", 1100)
    played.press(Key.CONFIRM)
    assert settled(played) == [("place:6", 500, 600, 0)]
    meters = played.table.state.meters.bets["place:6"]
    assert (meters.paid, meters.held) == (600, -600 % 10**10)


def test_67_38_favoured_player_gets_half_of_odd_chip() -> None:
    played = PlayedRound("casino-war", Amounts.READ, FOR_THE_PLAYER)
    played.chips("main", 500)
    played.press(Key.NO_MORE_BETS)
    played.deal("TS TH")
    played.press(Key.SURRENDER)
    assert played.prompt == "Place 1, Mise : ramasser 2,00 $, reste 3,00 $"


def test_whole_stake_back_is_not_rounded() -> None:
    """One that stands over may be older than the smallest chip."""
    craps = open_game("craps", FOR_THE_PLAYER)
    craps.push(Bet(Place(1, "pass"), Cents(1025)), "95.14")
    assert craps.lines[-1].returned == 1025


@each("game, on, cents, why", [
    ("craps", "horn", 500, "Place 1, Horn : 5,00 $, mise à faire par 4,00 $"),
    ("craps", "place:6", 500, "Place 1, Right bet 6 : 5,00 $, mise à faire par 6,00 $"),
    ("craps", "field", 525, "Place 1, Field : 5,25 $, mise à faire par 1,00 $"),
    ("casino-war", "main", 500, "Place 1, Mise : 5,00 $, mise à faire par 2,00 $"),
    ("baccarat", "banker", 1000, "Place 1, Banque : 10,00 $, mise à faire par 20,00 $"),
])  # fmt: skip
def test_unpayable_bet_refused_when_laid(game: str, on: str, cents: int, why: str) -> None:
    played = PlayedRound(game, Amounts.READ, DOLLAR)
    played.chips(on, cents)
    assert refused(played.said) == [why]


def limits_shown(game: str, options: dict[str, Any], **limits: tuple[int, int]) -> list[str]:
    rules = TableRules(
        spots=2, limits={on: BetLimits(*map(Cents, ends)) for on, ends in limits.items()}
    )
    state = make_table(open_game(game, options), rules).state
    return [WORDS.render(line).replace(NO_BREAK, " ") for line in limit_lines(state)]


def test_9_limits_shown_with_step() -> None:
    limits = {"main": (500, 20000)}
    assert limits_shown("blackjack", DOLLAR, **limits) == [
        "Mise : de 6,00 $ à 200,00 $, par 2,00 $"
    ]
    assert limits_shown("blackjack", {}, **limits) == ["Mise : de 5,00 $ à 200,00 $"]
    assert limits_shown("blackjack", FOR_THE_PLAYER, **limits) == ["Mise : de 5,00 $ à 200,00 $"]
    assert limits_shown("craps", DOLLAR, place=(500, 20000)) == [
        "Right bet 4 · 5 · 9 · 10 : de 5,00 $ à 200,00 $, par 5,00 $",
        "Right bet 6 · 8 : de 6,00 $ à 198,00 $, par 6,00 $",
    ]


def test_without_it_amounts_are_exact() -> None:
    played = PlayedRound("craps", Amounts.READ)
    played.chips("place:6", 500)
    played.roll(4, 4)
    played.roll(3, 3)
    shown = table_panel(played.table)
    assert shown.payout is not None
    assert (shown.figures, shown.payout.chips) == (583, ())


@each("options", [
    *({"smallest_chip": chip} for chip in (0, -50, 2.5, "50", True)),
    *({"rounding": rounding} for rounding in ("house", "", True, None)),
])  # fmt: skip
def test_invalid_chip_or_rounding_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionRefused):
        open_game("blackjack", options)


@each(
    "game, on, article",
    [("caribbean-stud", "raise", "67.20"), ("poker-grand-prix", "first", "67.8")],
)
def test_maximum_payment_fits_chips(game: str, on: str, article: str) -> None:
    for options in (DOLLAR, FOR_THE_PLAYER):
        opened = open_game(game, {**options, "max_payout": {on: 5000}})
        assert opened.rules.max_payout[on].article == article
    with pytest.raises(OptionRefused):
        open_game(game, {**DOLLAR, "max_payout": {on: 5050}})


@each("game", sorted(games_in_pack()))
def test_every_game_has_one(game: str) -> None:
    options: dict[str, Any] = {}
    for name in type(open_game(game, _required(game))).REQUIRED_OPTIONS:
        options[name] = REQUIRED[name][0]
    table = open_game(game, {**options, "smallest_chip": 50})
    on = table.BETS[0] if table.BETS else None
    assert on is None or table.chips_refusal((Place(1, on), None), Cents(25)) is not None


def _required(game: str) -> dict[str, Any]:
    wanted = {"wheel-of-fortune": "segments", "keno": "paytable"}
    return {wanted[game]: REQUIRED[wanted[game]][0]} if game in wanted else {}


@pytest.mark.parametrize(
    ("ends", "step", "shown"),
    [
        ((500, 20000), 200, (600, 20000)),
        ((1000, 200000), 2000, (2000, 200000)),
        ((500, 19900), 600, (600, 19800)),
        ((600, 600), 600, (600, 600)),
        ((500, 500), 200, (500, 500)),
        ((0, 1000), 300, (0, 900)),
    ],
)
def test_9_limits_are_least_and_greatest_step_multiple(
    ends: tuple[int, int], step: int, shown: tuple[int, int]
) -> None:
    limits = BetLimits(*map(Cents, ends)).by_step(Cents(step))
    assert (limits.min_cents, limits.max_cents) == shown
