"""Articles 94 and 95: a game that is disturbed pays nothing until a person decides."""

import pytest

from drivers.sas.exceptions import DOOR_CLOSED_CODES
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from firmware.slots.alarms import bank_alarms
from firmware.slots.entries import DefectDecided, ExceptionReported
from firmware.slots.entry_effects import apply_entry
from firmware.slots.play_state import UNKNOWN_AMOUNT, DefectiveGame, GameInProgress, PlayState
from firmware.slots.requests import DecisionRequest, refund_amount
from firmware.slots.state import new_bank_state
from tests.kits.offenders import each
from tests.kits.slots.bank_world import BASE, BEGIN, BankWorld, terms

DISTURBANCES = (*range(0x20, 0x2F), *range(0x31, 0x3B), *range(0x40, 0x47), *DOOR_CLOSED_CODES)
BEGAN, ENDED = 0x7E, 0x7F
MOST = 75


def world_in_game(coins: int = 2) -> BankWorld:
    world = BankWorld(terms(1))
    world.run(4000)
    world.machines[1].begin_game(coins)
    world.run(2000)
    return world


def after_codes(world: BankWorld, code: int) -> BankWorld:
    world.machines[1].exceptions.put_exception(code)
    world.run(2500)
    return world


def after(*codes: int) -> PlayState:
    """Return what is being played on a machine after these exceptions."""
    state = new_bank_state(terms(1))
    for code in codes:
        apply_entry(state, ExceptionReported(1, BEGIN, code))
    return state.machines[1].play_state


@each("code", range(256))
def test_tilt_memory_error_or_door_is_a_defect(code: int) -> None:
    defects = [defect.exception_code for defect in after(BEGAN, code).undecided_games]
    assert defects == [code] * (code in DISTURBANCES)


@each("code", range(256))
def test_no_defect_between_games(code: int) -> None:
    assert after(code).undecided_games == after(BEGAN, ENDED, code).undecided_games == []


@each("code", DISTURBANCES)
def test_disturbance_has_name_and_code(code: int) -> None:
    state = new_bank_state(terms(1))
    for one in (BEGAN, code):
        apply_entry(state, ExceptionReported(1, BEGIN, one))
    for words in map(Words.load, languages_with("slots")):
        name = words.render(Text(f"slots.code.{code:02x}"))
        assert all(f"{name} " in (said := words.render(one)) for one in bank_alarms(state))
        assert f"({code:02X})" in said


def test_stake_of_defective_game_is_by_meters() -> None:
    world = after_codes(world_in_game(), 0x20)
    (defect,) = world.machine().play_state.undecided_games
    assert (defect.exception_code, defect.stake_cents) == (0x20, 50)
    assert world.machine().play_state.current_game is None


def test_meters_unread_between_games_leave_stake_open() -> None:
    world = BankWorld(terms(1))
    world.run(4000)
    machine = world.machines[1]
    machine.begin_game(1)
    machine.end_game()
    machine.begin_game(2)
    machine.raise_tilt()
    world.run(6000)
    (defect,) = world.machine().play_state.undecided_games
    assert defect.stake_cents == UNKNOWN_AMOUNT
    assert bank_alarms(world.state)[0].key == "slots.alarm.defective_unknown"


def test_reset_in_game_leaves_stake_open() -> None:
    world = BankWorld(terms(1))
    world.run(4000)
    world.machines[1].begin_game(2)
    world.machines[1].reset_meters()
    world.run(3000)
    (defect,) = after_codes(world, 0x20).machine().play_state.undecided_games
    assert defect.stake_cents == UNKNOWN_AMOUNT


def test_defective_game_wins_no_lot() -> None:
    world = world_in_game()
    before = world.state.jackpot_thousandths
    world.machines[1].win_jackpot()
    world.run(3000)
    assert world.state.jackpot_cents == BASE
    assert world.state.jackpots_won == 1
    after_codes(world, 0x20)
    world.bank.take_entry(DefectDecided(1, BEGIN, "anne", "machine", 50))
    assert (world.state.jackpot_thousandths, world.state.jackpots_won) == (before, 0)


def test_each_defect_has_its_decision() -> None:
    world = after_codes(world_in_game(), 0x20)
    world.machines[1].end_game()
    world.machines[1].begin_game(1)
    world.run(3000)
    after_codes(world, 0x31)
    assert [defect.exception_code for defect in world.machine().play_state.undecided_games] == [
        0x20,
        0x31,
    ]
    world.bank.take_entry(DefectDecided(1, BEGIN, "anne", "player", 0))
    assert [defect.exception_code for defect in world.machine().play_state.undecided_games] == [
        0x31
    ]


def test_defect_survives_power_cut() -> None:
    world = after_codes(world_in_game(), 0x20)
    world.start()
    assert world.machine().play_state.undecided_games[0].stake_cents == 50


def decide(by: str, cents: int | None, stake: int | None) -> int:
    asked = DecisionRequest(1, "anne", "x", by, cents)
    return refund_amount(
        asked, DefectiveGame(0, 0x20, GameInProgress(0, None, None, None), stake), MOST
    )


@each(
    "by, cents, stake, back",
    [
        ("player", None, 50, 0),
        ("player", None, UNKNOWN_AMOUNT, 0),
        ("machine", None, 50, 50),
        ("machine", 50, 50, 50),
        ("machine", 25, UNKNOWN_AMOUNT, 25),
    ],
)
def test_stake_is_returned_unless_player_s_fault(
    by: str, cents: int | None, stake: int, back: int
) -> None:
    assert decide(by, cents, stake) == back


@each(
    "cents, stake, key",
    [
        (None, None, "meters_first"),
        (None, UNKNOWN_AMOUNT, "stake_unknown"),
        (76, UNKNOWN_AMOUNT, "stake_unknown"),
        (25, 50, "stake_is"),
    ],
)
def test_uncertain_amount_not_returned(cents: int | None, stake: int | None, key: str) -> None:
    with pytest.raises(RequestFailed) as refused:
        decide("machine", cents, stake)
    assert refused.value.why.key == f"slots.{key}"


def test_unreturned_amount_is_refused_94() -> None:
    with pytest.raises(RequestFailed) as refused:
        decide("player", 25, 50)
    assert refused.value.why.key == "slots.no_stake"
