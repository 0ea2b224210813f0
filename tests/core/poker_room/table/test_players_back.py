"""67.95 (2): who has left a table in service and sits down again brings the stack back."""

from firmware.core.vocabulary.events import KeySwitchTurned
from firmware.core.vocabulary.keys import Key
from tests.kits.games.keyed_poker import KeyedPoker


def with_a_spot_left() -> KeyedPoker:
    """Return a table whose spot 2 was left with 100 $."""
    keyed = KeyedPoker()
    keyed.seat(100, 100)
    keyed.at(2)
    keyed.press(Key.LEAVE_SEAT)
    keyed.at(2)
    return keyed


def test_returning_with_less_is_refused() -> None:
    keyed = with_a_spot_left()
    keyed.amount(40)
    assert keyed.refused(Key.SIT_DOWN) == "room.stake_left"
    keyed.amount(100)
    assert keyed.refused(Key.SIT_DOWN) is None


def test_supervisor_may_seat_another_with_less() -> None:
    keyed = with_a_spot_left()
    keyed.amount(40)
    keyed.tell(KeySwitchTurned(on=True))
    assert keyed.refused(Key.SIT_DOWN) is None
    assert keyed.room.seats[2].cents == 4000
