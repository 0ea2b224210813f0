"""Results at the table: from an instrument, keyed by the dealer, or void."""

from itertools import product

import pytest

from firmware.cli.serving.assembly import configured_table
from firmware.core.display.panel import table_panel
from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.events import (
    NO_RESULT_WORDS,
    ChipsSwept,
    FaultRaised,
    NoMoreBetsSeen,
    NoResultSeen,
    PowerReturned,
    PresenceSeen,
    ResultSeen,
    StackRead,
    TimeUp,
)
from firmware.core.vocabulary.instruments import (
    HALF_A_NUMBER_MS,
    HALF_A_THROW_MS,
    Instrument,
    KeyedResult,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import UNCOUNTED
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Refused, RoundVoided
from firmware.shell.config.defaults import default_table
from tests.kits.core.results_kit import Felt
from tests.kits.core.table_kit import STOPPED
from tests.kits.offenders import each
from tests.kits.quebec import open_game


@pytest.fixture
def roulette() -> Felt:
    felt = Felt("roulette")
    felt.bet(1, "straight:17", 100)
    return felt


@pytest.fixture
def craps() -> Felt:
    felt = Felt("craps")
    felt.bet(1, "pass", 1000)
    return felt


# wheels


def test_wheel_closes_bets(roulette: Felt) -> None:
    roulette.tell(NoMoreBetsSeen())
    assert roulette.phase is Phase.ROUND
    assert roulette.announced[-1] == "announce.no_more_bets"


def test_close_is_announced_once(roulette: Felt) -> None:
    roulette.press(Key.NO_MORE_BETS)
    roulette.tell(NoMoreBetsSeen())
    assert roulette.announced.count("announce.no_more_bets") == 1


def test_wheel_needs_bets_to_close() -> None:
    felt = Felt("roulette")
    felt.tell(NoMoreBetsSeen())
    assert (felt.phase, felt.refused) == (Phase.OPEN, [])


@pytest.mark.clause("AGCO 6.1.2", "ANZ 1.27.2")
def test_number_while_bets_are_open_is_refused(roulette: Felt) -> None:
    roulette.tell(ResultSeen(("17",)))
    assert (roulette.refused, roulette.settled) == (["why.bets_open"], [])


@pytest.mark.parametrize("symbols", [("37",), ("00",), ("-1",), ("",), ("17", "18"), ()])
def test_68_number_off_wheel_is_ignored(roulette: Felt, symbols: tuple[str, ...]) -> None:
    roulette.press(Key.NO_MORE_BETS)
    roulette.tell(ResultSeen(symbols))
    assert (roulette.alarms, roulette.settled) == (["no_result.number"], [])
    assert roulette.prompt == ["prompt.spin", "no_result.number"]
    roulette.tell(ResultSeen(("17",)))
    assert roulette.settled == [("straight:17", "win", 3500)]


@pytest.mark.clause("Practice wheel revolutions")
@pytest.mark.parametrize(("revolutions", "valid"), [(0, False), (6, False), (7, True), (8, True)])
def test_74_ball_goes_round_seven_times(roulette: Felt, revolutions: int, valid: bool) -> None:
    roulette.press(Key.NO_MORE_BETS)
    roulette.tell(ResultSeen(("17",), revolutions))
    assert bool(roulette.settled) is valid
    assert bool(roulette.alarms) is not valid


@pytest.mark.clause("Practice wheel object")
@pytest.mark.parametrize("reason", sorted(NO_RESULT_WORDS))
def test_no_spin_leaves_bets_unchanged(roulette: Felt, reason: str) -> None:
    roulette.press(Key.NO_MORE_BETS)
    roulette.tell(NoResultSeen(reason))
    assert roulette.alarms == [f"no_result.{reason}"]
    assert (roulette.phase, roulette.settled) == (Phase.ROUND, [])


@pytest.mark.clause("AGCO 6.1.2")
def test_second_number_is_refused(roulette: Felt) -> None:
    roulette.press(Key.NO_MORE_BETS)
    roulette.tell(ResultSeen(("17",)), ResultSeen(("18",)))
    assert roulette.settled == [("straight:17", "win", 3500)]
    assert roulette.refused == ["why.no_result_due"]


@pytest.mark.clause("25 CFR 547.10(a)(3)(iii)")
def test_unknown_spin_is_void_and_returns_stakes(roulette: Felt) -> None:
    roulette.press(Key.NO_MORE_BETS)
    roulette.tell(FaultRaised("wheel", "spin_unknown"))
    assert roulette.phase is STOPPED
    roulette.tell(ResultSeen(("17",)))
    assert (roulette.settled, roulette.refused) == ([], ["why.stopped"])
    roulette.key_switch(on=True)
    roulette.press(Key.VOID_ROUND)
    assert any(isinstance(ruling, RoundVoided) for ruling in roulette.rulings)
    assert roulette.settled == [("straight:17", "push", 0)]


# keyed


def test_number_is_keyed_twice_and_must_agree(roulette: Felt) -> None:
    roulette.press(Key.NO_MORE_BETS)
    roulette.key(1, 7)
    roulette.press(Key.END_NUMBER)
    assert (roulette.settled, roulette.prompt) == ([], ["prompt.key_number_again"])
    roulette.key(1, 8)
    roulette.press(Key.END_NUMBER)
    assert (roulette.settled, roulette.refused) == ([], ["why.readings_differ"])
    for _ in range(2):
        roulette.key(1, 7)
        roulette.press(Key.END_NUMBER)
    assert roulette.settled == [("straight:17", "win", 3500)]


@pytest.mark.parametrize(("numbers", "keyed", "number"), [(38, (0, 0), "00"), (38, (0,), "0")])
def test_zero_and_double_zero_differ(numbers: int, keyed: tuple[int, ...], number: str) -> None:
    felt = Felt("roulette", {"numbers": numbers})
    felt.bet(1, f"straight:{number}", 100)
    felt.press(Key.NO_MORE_BETS)
    for _ in range(2):
        felt.key(*keyed)
        felt.press(Key.END_NUMBER)
    assert felt.settled == [(f"straight:{number}", "win", 3500)]


@each("dice", product(range(1, 7), repeat=2))
def test_two_keys_throw_and_close_bets(dice: tuple[int, int]) -> None:
    felt = Felt("craps")
    felt.bet(1, "field", 100)
    felt.key(dice[0])
    assert felt.phase is Phase.OPEN
    felt.key(dice[1])
    total = sum(dice)
    won = total in (2, 3, 4, 9, 10, 11, 12)
    paid = (200 if total in (2, 12) else 100) if won else 0
    assert felt.settled == [("field", "win" if won else "lose", paid)]


def test_single_die_expires_after_two_seconds(craps: Felt) -> None:
    craps.key(3)
    assert craps.table.deadline == HALF_A_THROW_MS == 2000
    craps.now = 2000
    craps.tell(TimeUp())
    assert (craps.refused, craps.table.deadline) == (["why.half_keyed"], None)
    craps.key(5)
    craps.key(6)
    assert craps.settled == [("pass", "win", 1000)]


def test_number_has_longer_to_key(roulette: Felt) -> None:
    roulette.press(Key.NO_MORE_BETS)
    roulette.key(1)
    assert roulette.table.deadline == HALF_A_NUMBER_MS


def test_undo_of_throw_reopens_bets(craps: Felt) -> None:
    craps.key(3, 4)
    assert craps.phase is Phase.ROUND
    craps.press(Key.UNDO)
    assert (craps.phase, craps.table.state.key_entry.keyed) == (Phase.OPEN, KeyedResult())
    craps.key(1, 1)
    assert craps.settled[-1] == ("pass", "lose", 0)


def test_undo_of_indecisive_throw(craps: Felt) -> None:
    craps.key(3, 3)
    assert (craps.phase, craps.prompt[1]) == (Phase.OPEN, "told.point")
    craps.press(Key.UNDO)
    assert craps.prompt[1] == "told.off"


def test_chips_moved_block_undo(craps: Felt) -> None:
    craps.key(3, 3)
    craps.bet(2, "come", 500)
    craps.press(Key.UNDO)
    assert craps.refused == ["why.nothing_to_undo"]


def test_95_3_coup_nul_settles_nothing_and_leaves_point(craps: Felt) -> None:
    craps.key(3, 3)
    craps.press(Key.NO_RESULT)
    assert craps.announced[-1] == "announce.no_roll"
    assert (craps.phase, craps.settled, craps.prompt[1]) == (Phase.OPEN, [], "told.point")


def test_sic_bo_dice_are_read_twice() -> None:
    felt = Felt("sic-bo")
    felt.bet(1, "double:4", 100)
    felt.key(4, 4, 2)
    assert (felt.phase, felt.prompt[0]) == (Phase.OPEN, "prompt.key_dice_again")
    felt.key(4, 2, 4)
    assert felt.refused == ["why.readings_differ"]
    felt.key(4, 4, 2, 4, 4, 2)
    assert felt.settled == [("double:4", "win", 800)]


def test_result_keys_lit_only_if_allowed(roulette: Felt) -> None:
    assert Key.DIGIT_1 not in roulette.lit
    roulette.press(Key.NO_MORE_BETS)
    assert {Key.DIGIT_1, Key.NO_RESULT} <= roulette.lit
    assert Key.END_NUMBER not in roulette.lit
    roulette.key(1)
    assert Key.END_NUMBER in roulette.lit
    roulette.tell(ResultSeen(("17",)))
    assert Key.DIGIT_1 not in roulette.lit


def test_wheel_overrides_half_a_number(roulette: Felt) -> None:
    roulette.press(Key.NO_MORE_BETS)
    roulette.key(1)
    roulette.tell(ResultSeen(("17",)))
    assert (roulette.table.deadline, roulette.settled) == (None, [("straight:17", "win", 3500)])


@pytest.mark.clause("AGCO 6.1.2")
@each("game", ["roulette", "craps", "sic-bo", "keno", "wheel-of-fortune", "baccarat"])
def test_closed_table_refuses_result(game: str) -> None:
    table = configured_table(default_table(game), simulated=True)
    ruled = table.handle(ResultSeen(("2", "6")), 1)
    assert [type(ruling) for ruling in ruled] == [Refused]
    assert (table.state.running_phase, table.state.round.number, table.state.round.bets.lines) == (
        Phase.CLOSED,
        0,
        (),
    )


@pytest.mark.parametrize("game", ["baccarat", "blackjack"])
def test_card_table_has_no_result_key(game: str) -> None:
    felt = Felt(game)
    felt.tell(ResultSeen(("17",)), NoMoreBetsSeen())
    felt.press(Key.DIGIT_1, Key.END_NUMBER, Key.NO_RESULT, Key.START_SPIN, Key.TOGGLE_WORKING)
    assert felt.settled == []
    assert len(felt.refused) == 6
    assert (
        not {Key.DIGIT_1, Key.END_NUMBER, Key.NO_RESULT, Key.START_SPIN, Key.TOGGLE_WORKING}
        & felt.lit
    )


def test_ball_keyed_again_is_removed() -> None:
    balls = Instrument("balls", 20)
    keyed = KeyedResult()
    for key in (
        Key.DIGIT_7,
        Key.END_NUMBER,
        Key.DIGIT_8,
        Key.END_NUMBER,
        Key.DIGIT_7,
        Key.END_NUMBER,
    ):
        keyed = keyed.after_key(key, balls)
    assert keyed.symbols == ("8",)


# what stands over


def test_power_cut_replay_restores_standing_bets(craps: Felt) -> None:
    craps.bet(2, "place:6", 600)
    craps.key(2, 2)
    before = craps.table.checkpoint()
    assert [bet[:2] for bet in before.game["carried"]] == [[1, "pass"], [2, "place:6"]]
    again = Felt("craps")
    again.table.resume_from(before)
    again.tell(PowerReturned())
    assert again.phase is STOPPED
    again.press(Key.CONFIRM)
    for bet in again.table.state.felt.bets():
        again.tell(StackRead(bet.place, bet.cents, bet.bettor))
    again.key(4, 2)
    assert again.settled == [("place:6", "win", 700)]


def test_missing_carried_bet_is_prompted_and_still_plays(
    craps: Felt,
) -> None:
    craps.key(2, 2)
    craps.bet(1, "pass", 0)
    assert (craps.refused, craps.settled) == (["why.not_taken"], [])
    assert craps.prompt[0] == "prompt.put_back"
    craps.key(3, 4)
    assert craps.settled == []
    assert craps.prompt == ["prompt.resolve_late"]
    craps.bet(1, "pass", 1000)
    craps.key_switch(on=True)
    craps.press(Key.RESOLVE_LATE)
    assert craps.settled == [("pass", "lose", 0)]


def test_come_bet_moves_before_dice(craps: Felt) -> None:
    craps.key(2, 2)
    craps.bet(1, "come", 500)
    craps.key(3, 3)
    assert craps.prompt == ["prompt.move"]
    craps.press(Key.CONFIRM)
    assert craps.refused == ["why.move_first"]
    craps.bet(1, "come", 0)
    craps.bet(1, "come:6", 500)
    craps.press(Key.CONFIRM)
    assert (craps.phase, craps.table.state.round.bets.late_stacks) == (Phase.OPEN, {})
    craps.key(5, 1)
    assert craps.settled == [("come:6", "win", 500)]


def test_carried_chips_taken_during_payment_are_late(craps: Felt) -> None:
    craps.bet(2, "field", 100)
    craps.key(2, 2)
    assert craps.settled == [("field", "win", 100)]
    craps.bet(1, "pass", 0)
    assert list(craps.table.state.round.bets.late_stacks.values()) == [1000]


def test_void_ends_point_and_every_bet(craps: Felt) -> None:
    craps.key(2, 2)
    craps.key_switch(on=True)
    craps.press(Key.VOID_ROUND)
    assert craps.settled == [("pass", "push", 0)]
    assert (craps.table.state.game.carried, craps.prompt[0]) == ({}, "prompt.return_bet")
    assert [text.key for text in craps.table.state.game.status_lines()] == ["told.off"]


# a layout without a reader


def test_sensed_odds_are_by_place() -> None:
    felt = Felt("sic-bo", sensed=True, amounts=Amounts.UNSEEN)
    felt.tell(PresenceSeen(Place(0, "small"), covered=True))
    felt.tell(PresenceSeen(Place(0, "big"), covered=True))
    felt.key(1, 2, 3, 1, 2, 3)
    assert sorted(felt.settled) == [("big", "lose", 0), ("small", "win", -1)]
    felt.tell(PresenceSeen(Place(0, "big"), covered=False))
    pay = table_panel(felt.table).dealer[0]
    assert (pay.key, pay.values["odds"], pay.values["paid_cents"]) == (
        "prompt.pay",
        "1:1",
        UNCOUNTED,
    )


@each("game", ["roulette", "craps", "sic-bo"])
def test_game_with_instrument_prompts_for_result(game: str) -> None:
    played = open_game(game, {})
    assert played.INSTRUMENT is not None
    assert not played.awaits_result


def test_dice_without_bets_close_nothing() -> None:
    felt = Felt("sic-bo")
    felt.key(1, 2, 3, 1, 2, 3)
    assert felt.phase is Phase.OPEN
    felt.bet(1, "duo:3,5", 100)
    felt.key(5, 2, 3, 5, 2, 3)
    assert felt.settled == [("duo:3,5", "win", 500)]


def test_chips_gone_in_power_cut_after_full_reading(
    roulette: Felt,
) -> None:
    roulette.bet(2, "red", 500)
    again = Felt("roulette")
    again.table.resume_from(roulette.table.checkpoint())
    again.tell(PowerReturned())
    again.bet(2, "red", 500)
    assert len(again.table.state.felt.stacks) == 2
    again.tell(ChipsSwept())
    assert [stack[0].on for stack in again.table.state.felt.stacks] == ["red"]
    again.bet(3, "black", 500)
    again.tell(ChipsSwept())
    assert [stack[0].on for stack in again.table.state.felt.stacks] == ["red", "black"]


def test_95_3_repeated_key_cycles_reason_for_no_throw(craps: Felt) -> None:
    craps.press(*[Key.NO_RESULT] * 7)
    cases = [f"no_roll.{case}" for case in (1, 2, 3, 4, 5, 1)]
    assert craps.announced[-7:] == ["announce.no_roll", *cases]
    assert craps.prompt[-1] == "no_roll.1"
    craps.now += 2000
    craps.press(Key.NO_RESULT)
    assert craps.announced[-1] == "announce.no_roll"
    craps.key(5, 6)
    assert craps.settled == [("pass", "win", 1000)]
