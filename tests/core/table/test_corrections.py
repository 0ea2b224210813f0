"""The money of a closed round is corrected by two people, and nothing of the round is altered."""

import pytest

from firmware.core.game.past_rounds import PastRound, SettledStack
from firmware.core.table.amounts import Amounts
from firmware.core.table.meters import is_balanced
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CorrectionMade, TestBegun, TestEnded
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import RoundCorrected
from tests.kits.core.results_kit import Felt
from tests.kits.core.table_kit import BANK_WINS, PLAYER_WINS, Croupier, kinds, refusals
from tests.kits.games.journaled import check_recount, journaled

PEOPLE = ("anne", "luc")


def correction(
    number: int = 1, spot: int = 1, on: str = "banker", cents: int = 500, why: str = "a chip short"
) -> CorrectionMade:
    return CorrectionMade(number, Place(spot, on), cents, why, PEOPLE)


def play_round(croupier: Croupier, cards: str = BANK_WINS, on: str = "banker") -> None:
    croupier.chips(1, on, 1000)
    croupier.press(Key.NO_MORE_BETS)
    croupier.cards(cards)
    croupier.chips(1, on, 0)
    croupier.press(Key.CONFIRM)


def after_a_round() -> Croupier:
    croupier = Croupier()
    play_round(croupier)
    return croupier


@pytest.mark.clause("25 CFR 547.9(b)(5)")
def test_player_gets_difference_and_both_are_named() -> None:
    croupier = after_a_round()
    assert croupier.tell(correction(cents=500)) == (
        RoundCorrected(1, Place(1, "banker"), 500, "a chip short", PEOPLE),
    )


@pytest.mark.parametrize(("cents", "paid", "held"), [(500, 1500, 100 - 1500), (-500, 500, -400)])
def test_paid_and_held_meters_have_it(cents: int, paid: int, held: int) -> None:
    """1000 at 1:1 was paid, 100 of commission taken (5 % of 10 $, raised, article 31: 50)."""
    croupier = after_a_round()
    before = croupier.table.state.meters.bets["banker"]
    croupier.tell(correction(cents=cents))
    meters = croupier.table.state.meters
    after = meters.bets["banker"]
    assert after.paid - before.paid == cents
    assert (after.held - before.held) % 10**10 == -cents % 10**10
    assert (after.handle, after.returned, after.commission, after.bets) == (
        *(before.handle, before.returned, before.commission, before.bets),
    )
    assert is_balanced(meters)
    assert meters.overrides == 1
    assert paid == before.paid + cents
    assert held < 0


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (correction(why=""), "why.no_reason"),
        (correction(why="  "), "why.no_reason"),
        (correction(why="a chip\nRound 2"), "why.reason_unprintable"),
        (correction(why="a chip\x1b[2J"), "why.reason_unprintable"),
        (correction(why="a chip\u2028"), "why.reason_unprintable"),
        (correction(why="x" * 201), "why.reason_too_long"),
        (correction(cents=2001), "why.correction_too_large"),
        (correction(cents=-99_999_999), "why.correction_too_large"),
        (correction(cents=0), "why.no_correction"),
        (correction(cents=10**10), "why.no_correction"),
        (correction(on="player"), "why.not_settled_there"),
        (correction(spot=2), "why.not_settled_there"),
        (correction(on="nothing"), "why.not_settled_there"),
        (correction(2), "why.round_too_old"),
        (correction(0), "why.round_too_old"),
    ],
)
def test_invalid_correction_is_refused(asked: CorrectionMade, why: str) -> None:
    croupier = after_a_round()
    meters = croupier.table.state.meters
    assert checked(croupier, asked) == why
    assert refusals(croupier.tell(asked)) == [why]
    assert croupier.table.state.meters == meters


@pytest.mark.parametrize("cents", [2000, -2000])
def test_bet_is_corrected_from_lost_to_won_and_back(cents: int) -> None:
    assert kinds(after_a_round().tell(correction(cents=cents))) == ["RoundCorrected"]


def checked(croupier: Croupier, asked: CorrectionMade) -> str | None:
    """Return why a correction would be refused, asked before it is made."""
    try:
        croupier.table.check_correction(asked)
    except Forbidden as forbidden:
        return forbidden.why.key
    return None


def test_check_changes_nothing_and_reports_open_or_closed() -> None:
    croupier = after_a_round()
    meters = croupier.table.state.meters
    assert checked(croupier, correction()) is None
    assert croupier.table.state.meters == meters
    croupier.bet_and_close(on="player", cents=1000)
    assert checked(croupier, correction()) == "why.round_open"
    assert checked(Croupier(opened=False), correction()) == "why.not_open"


def test_allowed_with_next_bets_but_no_open_round() -> None:
    croupier = after_a_round()
    croupier.chips(1, "player", 1000)
    assert kinds(croupier.tell(correction())) == ["RoundCorrected"]
    croupier.press(Key.NO_MORE_BETS)
    assert refusals(croupier.tell(correction())) == ["why.round_open"]


def test_last_ten_rounds_until_table_closes() -> None:
    croupier = Croupier()
    for number in range(11):
        play_round(croupier, (BANK_WINS, PLAYER_WINS)[number % 2])
    assert refusals(croupier.tell(correction(1))) == ["why.round_too_old"]
    assert kinds(croupier.tell(correction(2))) == ["RoundCorrected"]
    assert kinds(croupier.tell(correction(11))) == ["RoundCorrected"]
    croupier.supervise(Key.CONFIRM)
    assert refusals(croupier.tell(correction(11))) == ["why.not_open"]
    croupier.press(Key.CONFIRM)
    assert refusals(croupier.tell(correction(11))) == ["why.round_too_old"]


def test_voided_round_settled_nothing() -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 1000)
    croupier.press(Key.NO_MORE_BETS)
    croupier.supervise(Key.VOID_ROUND)
    assert refusals(croupier.tell(correction())) == ["why.round_too_old"]


def test_correction_makes_prior_confirmation_final() -> None:
    croupier = after_a_round()
    croupier.tell(correction())
    assert refusals(croupier.press(Key.UNDO)) == ["why.nothing_to_undo"]


def test_none_without_known_amounts() -> None:
    croupier = Croupier(sensed=True, amounts=Amounts.UNSEEN)
    assert refusals(croupier.tell(correction())) == ["why.amounts_unseen"]


def test_test_moves_no_meter_and_sees_no_real_round() -> None:
    croupier = after_a_round()
    meters = croupier.table.state.meters
    croupier.tell(TestBegun())
    croupier.press(Key.CONFIRM)
    assert refusals(croupier.tell(correction(2))) == ["why.round_too_old"]
    play_round(croupier, PLAYER_WINS, "player")
    croupier.tell(correction(1, on="player"))
    assert croupier.table.state.meters == meters
    croupier.tell(TestEnded())
    assert kinds(croupier.tell(correction(1))) == ["RoundCorrected"]


def test_journal_recount_includes_it() -> None:
    croupier = Croupier(journaled(Croupier(opened=False).table))
    for number in range(1, 5):
        play_round(croupier)
        croupier.tell(correction(number, cents=-number * 100))
        croupier.tell(correction(1, on="player"))
    assert check_recount(croupier.table.entries) > 3  # type: ignore[attr-defined]


def test_same_rounds_after_power_cut() -> None:
    croupier = after_a_round()
    again = Croupier(opened=False)
    again.table.resume_from(croupier.table.checkpoint())
    assert again.tell(correction()) == croupier.tell(correction())
    assert again.table.state.meters == croupier.table.state.meters


def test_player_s_bank_pays_its_own_correction() -> None:
    felt = Felt("super-pan-9")
    state = felt.table.state
    state.past_rounds = (PastRound(1, ("1 main",), is_banked=True),)
    state.round.number = 2
    felt.tell(correction(on="main", cents=300))
    assert (state.meters.banked.paid, state.meters.banked.held) == (300, 10**10 - 300)
    assert state.meters.bets == {}


@pytest.mark.parametrize(
    "stack",
    [
        SettledStack(Place(1, "main")),
        SettledStack(Place(7, "split:17,20"), "B"),
        SettledStack(Place(2, "main"), "B 2"),
        SettledStack(Place(2, "main"), "3"),
        SettledStack(Place(3, "ticket:12"), picks=5),
    ],
)
def test_checkpoint_stores_each_bet_in_a_word(stack: SettledStack) -> None:
    past_round = PastRound(4, (stack.written,))
    assert past_round.settled_stack((stack.place, stack.bettor)) == stack
    assert past_round.settled_stack((stack.place, "C")) is None
