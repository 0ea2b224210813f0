"""A table of a hold'em tournament in service (004 12)."""

from msgspec.structs import replace

from firmware.cli.serving.assembly import configured_table
from firmware.core.display.panel import table_panel
from firmware.core.poker_room.engine.rulings import OddChipRemoved, PlayerEliminated
from firmware.core.table.checkpoint import INITIAL_CHECKPOINT
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.tournament import LevelSeen, SeatMove, TournamentLapsed
from firmware.shell.config.defaults import default_table
from firmware.shell.history.journal_entries import Checked
from tests.kits.games.journaled import check_recount
from tests.kits.games.keyed_poker import KeyedPoker
from tests.kits.games.tournament_evening import TournamentEvening

NOT_HERE = {Key.TAKE_CHIPS_OFF, Key.SIT_OUT}


def table(*stacks: int) -> KeyedPoker:
    keyed = KeyedPoker(default_table("holdem-tournament"))
    keyed.seat(*stacks)
    return keyed


def test_004_12_no_leaving_chip_removal_or_sitting_out() -> None:
    keyed = table(1000, 1000)
    keyed.press(Key.NEXT_PLACE)
    assert not {*NOT_HERE, Key.LEAVE_SEAT} & keyed.panel.keys
    assert keyed.refused(Key.LEAVE_SEAT) == "room.not_in_tournament"
    assert not NOT_HERE & set(keyed.table.state.rules.keys)


def test_digits_are_chips() -> None:
    assert [seat.cents for seat in table(1000, 2500).room.seats.values()] == [1000, 2500]


def test_004_12_no_arrivals_once_begun_and_busted_is_out() -> None:
    keyed = table(200, 1000)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT, Key.ALL_IN)
    keyed.press(Key.CALL)
    for names in (("7H", "8D", "2C"), ("KS",), ("3S",)):
        keyed.press(Key.BURN_CARD)
        keyed.card(*names)
    for names in (("AS", "AH"), ("4S", "4H")):
        keyed.card(*names)
        keyed.press(Key.SHOW_HAND)
    assert [ruling for ruling in keyed.said if isinstance(ruling, PlayerEliminated)]
    keyed.press(Key.CONFIRM)
    assert len(keyed.room.seats) == 1
    assert keyed.panel.dealer[0].key == "room.hall.alone"
    keyed.press(Key.NEXT_PLACE)
    keyed.amount(500)
    assert keyed.refused(Key.SIT_DOWN) == "room.no_entry"


def test_004_12_odd_chip_is_removed_and_accounts_balance() -> None:
    evening = TournamentEvening(3)
    evening.tell(replace(FIRST, blinds=(25, 50)))
    evening.press(Key.POST_BLINDS, Key.CARDS_DEALT)
    evening.press(Key.CALL, Key.FOLD, Key.CHECK)
    for names in (("7H", "8D", "2C"), ("KS",), ("3S",)):
        evening.press(Key.BURN_CARD)
        evening.card(*names)
        evening.press(Key.CHECK, Key.CHECK)
    for names in (("AS", "QH"), ("AC", "QD")):
        evening.card(*names)
        evening.press(Key.SHOW_HAND)
    assert [ruling.cents for ruling in evening.said if isinstance(ruling, OddChipRemoved)] == [25]
    evening.press(Key.CONFIRM)
    assert not evening.table.state.stopped
    assert evening.chips() == 3000 - 25
    assert check_recount([Checked(INITIAL_CHECKPOINT, 0), *evening.entries]) > 0


# what the hall says

FIRST = LevelSeen("Gala", 1, (50, 100), 0, 20)
SECOND = LevelSeen("Gala", 2, (100, 200), 25, 15)


def dealer(keyed: KeyedPoker) -> list[str]:
    return [line.key for line in keyed.panel.dealer]


def players(keyed: KeyedPoker) -> list[tuple[str, list[object]]]:
    return [(line.key, list(line.values.values())) for line in keyed.panel.players]


def blinds(keyed: KeyedPoker) -> tuple[int, int]:
    return keyed.room.terms.blinds


def test_level_applies_from_next_game() -> None:
    keyed = table(5000, 5000)
    keyed.tell(FIRST)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT)
    keyed.tell(SECOND)
    assert blinds(keyed) == (50, 100)
    assert ("room.told.blinds", [50, 100]) in players(keyed)
    assert ("room.told.next_blinds", [100, 200]) in players(keyed)
    keyed.press(Key.FOLD, Key.CONFIRM, Key.POST_BLINDS)
    assert blinds(keyed) == (100, 200)
    assert keyed.room.terms.ante == 25


def test_display_shows_level_blinds_ante_and_time_left() -> None:
    keyed = table(5000, 5000)
    keyed.tell(SECOND)
    assert players(keyed) == [
        ("room.hall.level_left", [2, 15]),
        ("room.told.blinds", [100, 200]),
        ("room.told.ante", [25]),
    ]


def test_no_game_begins_in_break_or_suspension() -> None:
    for stopped in (replace(FIRST, rest=True), replace(FIRST, runs=False)):
        keyed = table(5000, 5000)
        keyed.tell(stopped)
        assert Key.POST_BLINDS not in keyed.panel.keys
        assert keyed.refused(Key.POST_BLINDS) == "room.hall.rests"
        assert dealer(keyed)[0] == "room.hall.rests"
        keyed.tell(TournamentLapsed())
        assert keyed.refused(Key.POST_BLINDS) is None


def test_lost_hall_is_shown_and_last_level_continues() -> None:
    keyed = table(5000, 5000)
    keyed.tell(SECOND)
    keyed.tell(TournamentLapsed())
    assert "room.hall.lost" in dealer(keyed)
    assert players(keyed)[0] == ("room.hall.level", [2, 15])
    assert keyed.refused(Key.POST_BLINDS) is None
    assert blinds(keyed) == (100, 200)
    keyed.tell(SECOND)
    assert "room.hall.lost" not in dealer(keyed)


def test_unpayable_level_is_refused() -> None:
    keyed = table(5000, 5000)
    keyed.tell(replace(FIRST, blinds=(10, 20)))
    assert keyed.table.state.last_refusal is not None
    assert keyed.room.next_terms.blinds == (25, 50)


def test_power_cut_preserves_level() -> None:
    keyed = table(5000, 5000)
    keyed.tell(SECOND)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT, Key.FOLD, Key.CONFIRM)
    again = configured_table(default_table("holdem-tournament"), simulated=True)
    again.resume_from(keyed.table.checkpoint())
    assert table_panel(again).players == keyed.panel.players
    assert again.checkpoint().game == keyed.table.checkpoint().game


def test_open_table_is_bound_to_its_tournament() -> None:
    keyed = table(5000, 5000)
    keyed.tell(FIRST)
    keyed.supervise(Key.CONFIRM)
    assert keyed.panel.closed
    assert len(keyed.room.seats) == 2
    keyed.tell(replace(FIRST, tournament="Bal"))
    assert not keyed.room.seats


def test_won_tournament_ends_when_table_reopens() -> None:
    keyed = table(5000)
    keyed.supervise(Key.CONFIRM)
    keyed.press(Key.CONFIRM)
    assert not keyed.room.seats


def test_level_before_opening_holds() -> None:
    keyed = KeyedPoker(default_table("holdem-tournament"))
    keyed.tell(SECOND)
    keyed.seat(5000, 5000)
    keyed.press(Key.POST_BLINDS)
    assert blinds(keyed) == (100, 200)
    assert players(keyed)[-3] == ("room.hall.level_left", [2, 15])


# moves

GOES, COMES = SeatMove(2, 1, 7, is_arrival=False), SeatMove(9, 3, 4, is_arrival=True)


def moving(*moves: SeatMove) -> KeyedPoker:
    keyed = table(5000, 5000, 5000)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT, Key.FOLD, Key.FOLD, Key.CONFIRM)
    keyed.tell(replace(SECOND, moves=moves))
    return keyed


def test_moved_player_takes_his_chips() -> None:
    keyed = moving(GOES)
    assert "room.hall.goes" in dealer(keyed)
    keyed.at(2)
    assert Key.LEAVE_SEAT in keyed.panel.keys
    assert keyed.refused(Key.LEAVE_SEAT) is None
    assert list(keyed.room.seats) == [1, 3]
    assert "room.hall.goes" not in dealer(keyed)


def test_only_the_hall_moves_players() -> None:
    keyed = moving(GOES)
    keyed.at(1)
    assert keyed.refused(Key.LEAVE_SEAT) == "room.not_in_tournament"


def test_moved_player_plays_next_game_and_owes_nothing() -> None:
    keyed = moving(COMES)
    assert "room.hall.comes" in dealer(keyed)
    keyed.at(9)
    keyed.amount(4000)
    assert Key.SIT_DOWN in keyed.panel.keys
    assert keyed.refused(Key.SIT_DOWN) is None
    assert keyed.refused(Key.POST_BLINDS) is None
    assert keyed.room.game is not None
    assert 9 in keyed.room.game.hands


def test_done_move_prompts_no_more() -> None:
    keyed = moving(GOES, replace(COMES, spot=2))
    keyed.at(2)
    keyed.press(Key.LEAVE_SEAT)
    keyed.at(2)
    keyed.amount(100)
    keyed.press(Key.SIT_DOWN)
    keyed.tell(replace(SECOND, minutes_left=3, moves=(GOES,)))
    posts = ["room.ask.post", "room.ask.button", "room.ask.small", "room.ask.big", "room.told.ante"]
    assert dealer(keyed) == [*posts, "room.told.seated"]


def test_player_from_several_seats_is_prompted_once() -> None:
    keyed = moving(COMES, replace(COMES, table=5, seat=1), replace(COMES, number=7, spot=8))
    keyed.at(9)
    keyed.amount(4000)
    keyed.press(Key.SIT_DOWN)
    assert dealer(keyed).count("room.hall.comes") == 1


def test_occupied_seat_receives_nobody() -> None:
    keyed = moving(replace(COMES, spot=1))
    keyed.at(1)
    keyed.amount(100)
    assert keyed.refused(Key.SIT_DOWN) == "room.seat_taken"
