"""Article 95.4: the dice may be changed at any time in play, and are between two throws."""

from firmware.core.table.state import State
from firmware.core.vocabulary.events import FaultRaised, TimeUp
from firmware.core.vocabulary.instruments import HALF_A_THROW_MS
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import SoundAlert
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import DiceChanged, Refused
from firmware.shell.config.defaults import default_table
from tests.kits.core.results_kit import Felt
from tests.kits.offenders import each
from tests.kits.quebec import game_class, games_in_pack

CHANGED = [DiceChanged()]
OF_DICE = ("craps", "sic-bo")


def game_of(state: State) -> tuple[object, ...]:
    """Return everything that a change of dice leaves alone."""
    game, bets = state.game, state.round.bets
    return (
        game.memory,
        game.bets,
        game.lines,
        bets.locked_bets,
        bets.settled,
        state.meters,
        state.phase,
    )


def expect_changed(felt: Felt) -> None:
    """Change the dice: the key is lit, sounds, and touches nothing else."""
    before, sound = game_of(felt.table.state), felt.table.state.device.sound
    assert Key.DICE_CHANGED in felt.lit
    assert felt.press(Key.DICE_CHANGED) == CHANGED
    assert game_of(felt.table.state) == before
    last_sound = felt.table.state.device.sound
    assert (last_sound.number, last_sound.alert, last_sound.words) == (
        sound.number + 1,
        SoundAlert.CALL,
        None,
    )


def expect_refused(felt: Felt, why: str) -> None:
    before = game_of(felt.table.state)
    assert Key.DICE_CHANGED not in felt.lit
    (refused,) = felt.press(Key.DICE_CHANGED)
    assert isinstance(refused, Refused)
    assert refused.why.key == why
    assert game_of(felt.table.state) == before


def test_only_craps_and_sic_bo_use_dice() -> None:
    kinds = {game: game_class(game).INSTRUMENT for game in games_in_pack()}
    assert {game for game, of in kinds.items() if of and of.result_kind == "dice"} == set(OF_DICE)


@each("game", OF_DICE)
def test_95_4_change_in_open_bets(game: str) -> None:
    felt = Felt(game)
    expect_changed(felt)
    felt.bet(1, "field" if game == "craps" else "small", 1000)
    expect_changed(felt)


def test_95_4_craps_change_on_point_or_during_payment() -> None:
    felt = Felt("craps")
    felt.bet(1, "pass", 1000)
    felt.key(3, 3)
    expect_changed(felt)
    felt.key(4, 2)
    assert felt.phase is Phase.ROUND
    expect_changed(felt)


def shaken() -> Felt:
    """Return a table of Sic bo whose bets are closed."""
    felt = Felt("sic-bo")
    felt.bet(1, "small", 1000)
    felt.press(Key.NO_MORE_BETS)
    return felt


def test_95_4_no_sic_bo_change_from_close_to_result() -> None:
    felt = shaken()
    expect_refused(felt, "why.throw_under_way")
    felt.key(1, 2, 3)
    expect_refused(felt, "why.throw_under_way")
    felt.key(1, 2, 3)
    expect_changed(felt)
    assert felt.settled == [("small", "win", 1000)]


def test_95_4_change_after_coup_nul() -> None:
    """A broken die makes a throw void (95.3); the next one is of other dice."""
    felt = shaken()
    felt.press(Key.NO_RESULT)
    expect_changed(felt)
    felt.press(Key.UNDO, Key.UNDO)
    felt.key(1, 2, 3, 1, 2, 3)
    assert felt.settled == [("small", "win", 1000)]


def test_95_4_no_change_with_a_keyed_die() -> None:
    felt = Felt("craps")
    felt.bet(1, "pass", 1000)
    felt.key(3)
    expect_refused(felt, "why.throw_under_way")
    felt.key(3)
    expect_changed(felt)
    assert felt.prompt[1] == "told.point"


@each("game", OF_DICE)
def test_95_4_change_is_undone_alone(game: str) -> None:
    felt = Felt(game)
    felt.bet(1, "field" if game == "craps" else "small", 1000)
    before = game_of(felt.table.state)
    felt.press(Key.DICE_CHANGED)
    (undone,) = felt.press(Key.UNDO)
    assert (undone.key, undone.back) == ("dice_changed", 1)  # type: ignore[attr-defined]
    assert game_of(felt.table.state) == before
    felt.press(Key.UNDO)
    assert felt.refused == ["why.nothing_to_undo"]


@each("game", sorted(set(games_in_pack()) - set(OF_DICE)))
def test_95_4_no_dice_in_other_games(game: str) -> None:
    expect_refused(Felt(game, default_table(game).game_options), "why.no_dice")


@each("game", OF_DICE)
def test_95_4_no_change_out_of_play(game: str) -> None:
    felt = Felt(game)
    felt.key_switch(on=True)
    felt.press(Key.CONFIRM)
    assert felt.phase is Phase.CLOSED
    expect_refused(felt, "why.not_now")


@each("game", OF_DICE)
def test_95_4_no_change_under_a_fault(game: str) -> None:
    felt = Felt(game)
    felt.tell(FaultRaised("keys", "lost"))
    expect_refused(felt, "why.stopped")


def test_95_4_expired_half_throw_is_none() -> None:
    felt = Felt("craps")
    felt.bet(1, "pass", 1000)
    felt.key(3)
    felt.now += HALF_A_THROW_MS
    felt.tell(TimeUp())
    expect_changed(felt)
