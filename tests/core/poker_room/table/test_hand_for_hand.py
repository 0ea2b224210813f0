"""Hand for hand a table's next game waits until its hall has released it (004, poker.md 4)."""

import pytest
from msgspec.structs import replace

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.tournament import TournamentLapsed
from tests.kits.games.tournament_evening import GALA, TournamentEvening

TOGETHER = replace(GALA, hand_for_hand=True)


@pytest.fixture
def evening() -> TournamentEvening:
    """A table whose first game hand for hand is over."""
    evening = TournamentEvening(4)
    evening.tell(replace(TOGETHER, released=3))
    evening.fold_round()
    return evening


def test_next_game_waits_for_others(evening: TournamentEvening) -> None:
    for reported in (TOGETHER, replace(TOGETHER, released=3)):
        evening.tell(reported)
        assert Key.POST_BLINDS not in evening.panel.keys
        assert evening.refused(Key.POST_BLINDS) == "room.hall.awaits"
        assert evening.panel.dealer[0].key == "room.hall.awaits"
    evening.tell(replace(TOGETHER, released=8))
    evening.fold_round()
    assert evening.refused(Key.POST_BLINDS) == "room.hall.awaits"


def test_running_game_is_played_out(evening: TournamentEvening) -> None:
    evening.tell(replace(TOGETHER, released=8))
    evening.press(Key.POST_BLINDS, Key.CARDS_DEALT)
    evening.tell(TOGETHER)
    assert evening.refused(Key.FOLD) is None


def test_voided_game_may_be_reposted(evening: TournamentEvening) -> None:
    evening.tell(replace(TOGETHER, released=8))
    evening.press(Key.POST_BLINDS, Key.CARDS_DEALT)
    evening.supervise(Key.VOID_ROUND)
    assert evening.refused(Key.POST_BLINDS) is None


def test_lost_hall_blocks_no_table(evening: TournamentEvening) -> None:
    evening.tell(TournamentLapsed())
    evening.fold_round()
    evening.fold_round()
    evening.tell(TOGETHER)
    assert evening.refused(Key.POST_BLINDS) == "room.hall.awaits"


def test_earlier_ended_game_waits_for_release() -> None:
    evening = TournamentEvening(4)
    evening.fold_round()
    evening.tell(TOGETHER)
    assert evening.refused(Key.POST_BLINDS) == "room.hall.awaits"
    evening.tell(replace(TOGETHER, released=2))
    assert evening.refused(Key.POST_BLINDS) is None


def test_games_flow_freely_afterwards(evening: TournamentEvening) -> None:
    evening.tell(GALA)
    evening.fold_round()
    assert evening.refused(Key.POST_BLINDS) is None
