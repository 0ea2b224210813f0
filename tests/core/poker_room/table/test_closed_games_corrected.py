"""Two persons correct the stack of a player of one of the last ten closed games."""

import pytest

from firmware.core.poker_room.engine.rulings import StackReported
from firmware.core.poker_room.table.metering import table_figures
from firmware.core.table.meters import is_balanced
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CorrectionMade, KeySwitchTurned
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Refused, RoundCorrected, Ruling
from firmware.shell.history.journal_entries import Checked, Happened, Ruled, decode, encode
from firmware.shell.history.recount import MeterRecount
from tests.kits.games.keyed_poker import KeyedPoker

PEOPLE = ("anne", "luc")


def correction(number: int = 1, spot: int = 1, cents: int = 500, on: str = "pot") -> CorrectionMade:
    return CorrectionMade(number, Place(spot, on), cents, "a chip", PEOPLE)


def play_game(keyed: KeyedPoker) -> None:
    """Play a game that all but one fold before the flop."""
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT)
    while Key.FOLD in keyed.panel.keys and not is_won(keyed):
        keyed.press(Key.FOLD)
    keyed.press(Key.CONFIRM)


def is_won(keyed: KeyedPoker) -> bool:
    return keyed.room.game is not None and bool(keyed.room.game.end_rulings)


def after_games(count: int = 1, **options: object) -> KeyedPoker:
    keyed = KeyedPoker(**options)
    keyed.seat(200, 200, 200)
    for _ in range(count):
        play_game(keyed)
    return keyed


def stacks(keyed: KeyedPoker) -> dict[int, int]:
    return {spot: seat.cents for spot, seat in keyed.room.seats.items()}


def refusal(ruled: tuple[Ruling, ...]) -> str:
    (refused,) = ruled
    assert isinstance(refused, Refused)
    return refused.why.key


def test_correction_changes_and_reports_the_stack() -> None:
    keyed = after_games()
    before = stacks(keyed)
    assert keyed.tell(correction(spot=2, cents=-300)) == (
        RoundCorrected(1, Place(2, "pot"), -300, "a chip", PEOPLE),
        StackReported(2, Cents(before[2] - 300)),
    )
    assert stacks(keyed) == {**before, 2: before[2] - 300}


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (CorrectionMade(1, Place(1, "pot"), 500, " ", PEOPLE), "why.no_reason"),
        (correction(cents=0), "why.no_correction"),
        (correction(cents=150), "room.whole_chips"),
        (correction(cents=-20_100), "room.too_much"),
        (correction(spot=4), "room.nobody_there"),
        (correction(on="main"), "why.not_settled_there"),
        (correction(2), "why.round_too_old"),
        (correction(0), "why.round_too_old"),
    ],
)
def test_invalid_correction_is_refused(asked: CorrectionMade, why: str) -> None:
    keyed = after_games()
    before = stacks(keyed), keyed.table.state.meters
    assert refusal(keyed.tell(asked)) == why
    assert (stacks(keyed), keyed.table.state.meters) == before


def test_stack_is_corrected_down_to_zero_only() -> None:
    keyed = after_games()
    keyed.tell(correction(cents=-stacks(keyed)[1]))
    assert stacks(keyed)[1] == 0
    assert refusal(keyed.tell(correction(cents=-100))) == "room.too_much"


def test_player_not_dealt_in_is_refused() -> None:
    keyed = after_games()
    keyed.at(4)
    keyed.amount(200)
    keyed.press(Key.SIT_DOWN)
    assert refusal(keyed.tell(correction(spot=4))) == "why.not_settled_there"


def test_departed_player_is_refused_despite_successor() -> None:
    keyed = after_games()
    keyed.at(1)
    keyed.press(Key.LEAVE_SEAT)
    assert refusal(keyed.tell(correction())) == "room.nobody_there"
    keyed.at(1)
    keyed.amount(300)
    keyed.supervise(Key.SIT_DOWN)
    assert refusal(keyed.tell(correction())) == "why.not_settled_there"


def test_refused_during_a_game_until_it_is_undone() -> None:
    keyed = after_games()
    keyed.press(Key.POST_BLINDS)
    assert refusal(keyed.tell(correction())) == "room.game_on"
    keyed.press(Key.UNDO)
    assert isinstance(keyed.tell(correction())[0], RoundCorrected)
    before = stacks(keyed)
    keyed.press(Key.POST_BLINDS, Key.UNDO)
    assert stacks(keyed) == before


def test_voided_game_moved_no_money() -> None:
    keyed = after_games(0)
    keyed.press(Key.POST_BLINDS)
    keyed.supervise(Key.VOID_ROUND)
    assert refusal(keyed.tell(correction())) == "why.round_too_old"
    play_game(keyed)
    assert isinstance(keyed.tell(correction(2))[0], RoundCorrected)


def test_last_ten_games_until_table_closes() -> None:
    keyed = after_games(11)
    assert refusal(keyed.tell(correction(1))) == "why.round_too_old"
    assert isinstance(keyed.tell(correction(2))[0], RoundCorrected)
    assert isinstance(keyed.tell(correction(11))[0], RoundCorrected)
    for spot in (1, 2, 3):
        keyed.at(spot)
        keyed.press(Key.LEAVE_SEAT)
    keyed.supervise(Key.CONFIRM)
    assert keyed.panel.closed
    assert refusal(keyed.tell(correction(11))) == "why.not_open"
    keyed.seat(300, 300, 300)
    assert refusal(keyed.tell(correction(11))) == "why.round_too_old"


def test_reopening_uses_record_number() -> None:
    keyed = after_games()
    for spot in (1, 2, 3):
        keyed.at(spot)
        keyed.press(Key.LEAVE_SEAT)
    keyed.supervise(Key.CONFIRM)
    keyed.seat(300, 300)
    number = keyed.table.state.round.number
    play_game(keyed)
    assert isinstance(keyed.tell(correction(number))[0], RoundCorrected)
    assert refusal(keyed.tell(correction(number - 1))) == "why.round_too_old"


def test_house_pays_override_and_commission_is_unchanged() -> None:
    keyed = after_games(1, commission={"percent": 10, "without_flop": True})
    before, figures = keyed.table.state.meters, table_figures(keyed.table.state.meters, keyed.room)
    keyed.tell(correction(cents=500))
    after = keyed.table.state.meters
    assert after.overrides == before.overrides + 1
    assert after.bets["pot"].paid == 500
    assert (after.bets["pot"].held - before.bets["pot"].held) % 10**10 == -500 % 10**10
    assert is_balanced(after)
    assert table_figures(after, keyed.room) == figures


def test_recount_and_power_cut_have_it() -> None:
    keyed, recount = KeyedPoker(), MeterRecount()
    assert recount.take(Checked(keyed.table.checkpoint(), 0)) is None
    handle = keyed.table.handle

    def recounted(event: object, now: int) -> tuple[Ruling, ...]:
        ruled = handle(event, now)  # type: ignore[arg-type]
        assert recount.take(Happened(now, "", event)) is None  # type: ignore[arg-type]
        if ruled:
            assert recount.take(Ruled(ruled)) is None
        if keyed.table.state.effects.opened:
            opening = keyed.table.history.opening_checkpoint
            assert recount.take(Checked(opening, keyed.table.history.since_opening)) is None
        return ruled

    keyed.table.handle = recounted  # type: ignore[method-assign]
    keyed.seat(200, 200, 200)
    for number in (1, 2, 3):
        play_game(keyed)
        keyed.tell(correction(number, cents=number * 100))
        keyed.tell(KeySwitchTurned(on=False))
    play_game(keyed)
    checked = decode(encode(Checked(keyed.table.checkpoint(), 0)))
    assert isinstance(checked, Checked)
    resumed = KeyedPoker()
    resumed.table.resume_from(checked.table)
    assert resumed.tell(correction(2)) == keyed.tell(correction(2))
    assert stacks(resumed) == stacks(keyed)


def test_check_changes_nothing_and_gives_the_reason() -> None:
    keyed = after_games()
    before = stacks(keyed)
    keyed.table.check_correction(correction())
    assert stacks(keyed) == before
    with pytest.raises(Forbidden, match=r"room\.too_much"):
        keyed.table.check_correction(correction(cents=-900_000))
    keyed.press(Key.POST_BLINDS)
    with pytest.raises(Forbidden, match=r"room\.game_on"):
        keyed.table.check_correction(correction())
