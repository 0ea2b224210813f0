"""The words of a tournament's hall at its table: which are news, and when the hall is lost."""

from typing import Any

from msgspec.structs import replace

from firmware.cli.serving.assembly import tournament_inbox
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.tournament import LevelSeen, TournamentLapsed
from firmware.shell.config.defaults import default_table
from firmware.shell.poker_room.tournament_mail import SILENCE_MS
from hal.ports import Millis
from tests.kits.games.keyed_poker import KeyedPoker

SAID = LevelSeen("Gala", 2, (100, 200), 25, 15)


class Heard:
    """A table with its mail, whose events it handles as they come."""

    def __init__(self) -> None:
        self.keyed = KeyedPoker(default_table("holdem-tournament"))
        self.keyed.seat(5000, 5000)
        mail = tournament_inbox(self.keyed.table)
        assert mail is not None
        self.mail = mail
        self.receive(0)

    def receive(self, now: int, **fields: Any) -> list[type[Event]]:
        """Hear the hall, if it says anything; return the kinds of events that come of it."""
        if fields:
            self.mail.take(replace(SAID, **fields))
        events = self.mail.poll(Millis(now))
        for event in events:
            self.keyed.tell(event)
        return [type(event) for event in events]


def test_equal_message_is_news_once() -> None:
    trace = Heard()
    assert trace.receive(0, number=2) == [LevelSeen]
    assert trace.receive(5000, number=2) == []
    assert trace.receive(9000, number=2, minutes_left=14) == [LevelSeen]


def test_level_older_than_present_ignored() -> None:
    trace = Heard()
    trace.receive(0, number=2, rest=True)
    assert trace.receive(1, number=1) == []
    assert trace.receive(2, number=2) == []
    assert trace.receive(3, number=3) == [LevelSeen]


def test_other_tournament_is_an_alarm() -> None:
    trace = Heard()
    trace.receive(0, number=2)
    assert trace.receive(1, number=7, tournament="Bal") == [FaultRaised]
    assert trace.receive(2, number=7, tournament="Bal") == []
    assert trace.keyed.room.next_terms.blinds == SAID.blinds
    assert [line.key for line in trace.keyed.panel.dealer].count("fault.other_tournament") == 1
    assert not trace.keyed.table.state.stopped
    assert trace.receive(3, number=2) == [FaultEnded]


def test_hall_is_lost_after_15_s() -> None:
    trace = Heard()
    trace.receive(1000, number=2)
    assert trace.receive(1000 + SILENCE_MS - 1) == []
    assert trace.receive(1000 + SILENCE_MS) == [TournamentLapsed]
    assert trace.receive(90_000) == []
    assert trace.receive(95_000, number=2) == [LevelSeen]


def test_other_tournament_is_no_hall() -> None:
    trace = Heard()
    trace.receive(0, number=2)
    trace.receive(SILENCE_MS - 1, number=2, tournament="Bal")
    assert trace.receive(SILENCE_MS) == [TournamentLapsed]


def test_starting_table_waits_for_hall() -> None:
    trace = Heard()
    trace.receive(0, number=2)
    again = tournament_inbox(trace.keyed.table)
    assert again is not None
    assert again.poll(Millis(1_000_000)) == []
    assert again.poll(Millis(1_000_000 + SILENCE_MS)) == [TournamentLapsed()]


def test_refused_level_is_not_repeated() -> None:
    trace = Heard()
    assert trace.receive(0, blinds=(10, 20)) == [LevelSeen]
    assert trace.receive(5000, blinds=(10, 20)) == []


def test_level_waits_during_an_alarm() -> None:
    trace = Heard()
    trace.keyed.press(Key.POST_BLINDS, Key.DIGIT_1, Key.CARDS_DEALT)
    assert trace.receive(0, number=2) == []
    trace.keyed.press(Key.MISDEAL)
    assert trace.receive(5000, number=2) == [LevelSeen]
