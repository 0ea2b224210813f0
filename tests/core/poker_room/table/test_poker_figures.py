"""What a room asks of a poker table: games an hour, the average pot and commission, the drop."""

from firmware.core.poker_room.engine.game import remembered_state
from firmware.core.poker_room.table.metering import TableFigures, table_figures
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import Key
from tests.kits.games.keyed_poker import KeyedPoker

MINUTE_MS = 60_000


def figures_of(keyed: KeyedPoker) -> TableFigures:
    return table_figures(keyed.table.state.meters, keyed.room)


def play(keyed: KeyedPoker, dollars: int, *, minutes: int = 1) -> None:
    """Play a game of two: both put this into the pot before the flop, one of them bets it off."""
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT)
    keyed.amount(dollars)
    keyed.press(Key.RAISE, Key.CALL, Key.BURN_CARD)
    keyed.card("7H", "8D", "2C")
    keyed.press(Key.LEAST_BET, Key.BET, Key.FOLD)
    keyed.tell(KeyPressed(Key.CONFIRM), minutes * MINUTE_MS)


def table(**options: object) -> KeyedPoker:
    keyed = KeyedPoker(commission={"percent": 10}, **options)
    keyed.seat(1000, 1000)
    return keyed


def test_all_are_zero_before_first_game() -> None:
    assert figures_of(table()) == TableFigures(0, 0, 0, 0)


def test_pot_and_commission_average_and_drop_sums() -> None:
    keyed = table()
    play(keyed, 10)
    play(keyed, 21)
    assert figures_of(keyed) == TableFigures(
        games_per_hour=2, average_pot=3100, average_commission=300, drop=600
    )


def test_only_games_of_last_hour_count() -> None:
    keyed = table()
    for minutes in (1, 30, 31, 10):
        play(keyed, 10, minutes=minutes)
    assert figures_of(keyed).games_per_hour == 3


def test_time_charges_count_in_drop() -> None:
    keyed = table(time_charge={"cents": 500, "minutes": 30})
    play(keyed, 10, minutes=31)
    assert figures_of(keyed) == TableFigures(
        games_per_hour=1, average_pot=2000, average_commission=200, drop=1200
    )


def test_voided_game_counts_in_none() -> None:
    keyed = table()
    play(keyed, 10)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT)
    keyed.supervise(Key.VOID_ROUND)
    assert figures_of(keyed) == TableFigures(
        games_per_hour=1, average_pot=2000, average_commission=200, drop=200
    )


def test_checkpoint_preserves_them() -> None:
    keyed = table()
    play(keyed, 10)
    room = remembered_state(keyed.table.checkpoint().game)
    assert room is not None
    assert table_figures(keyed.table.state.meters, room) == figures_of(keyed)
