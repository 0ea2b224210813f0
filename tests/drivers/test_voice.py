"""The voice says each announcement once, in time or not at all, and waits for nothing."""

import pytest

from drivers.part import Proof
from drivers.voice import IN_TIME_MS, SPOKEN, VoiceAnnouncer
from firmware.core.panel import Alert, Panel, Sound, Text
from firmware.shell.screens import Screens
from firmware.shell.words import Words
from hal.errors import BoardUnfit, HardwareError
from hal.ports import NEVER, Millis
from sim.speaker import SimSpeaker

OPEN, CLOSED = "Faites vos jeux", "Rien ne va plus"


def panel(number: int, alert: Alert, key: str = "announce.no_more_bets", **values: int) -> Panel:
    return Panel(spots={}, players=(Text(key, dict(values)),), sound=Sound(number, alert))


class Rig:
    def __init__(self, lasts: int = 2) -> None:
        screens = Screens(Words.load("fr"))
        self.speaker = SimSpeaker(lasts)
        self.part = VoiceAnnouncer(self.speaker, screens.spoken, screens.always_spoken)
        self.now = 1000

    def started(self) -> "Rig":
        self.part.start(Millis(self.now))
        self.part.show(panel(1, Alert.BETS_OPEN), Millis(self.now))
        self.run(2000)
        return self

    def run(self, span: int) -> None:
        end = self.now + span
        while (at := max(self.now, self.part.due)) <= end:
            self.now = at
            self.part.poll(Millis(at))
            assert self.part.due > at
        self.now = end

    def show(self, shown: Panel) -> None:
        self.part.show(shown, Millis(self.now))


def test_what_is_always_said_is_rendered_at_the_start_and_nothing_is_heard() -> None:
    rig = Rig().started()
    assert rig.speaker.rendered == [OPEN, CLOSED]
    assert rig.speaker.said == []
    assert rig.part.due == NEVER


@pytest.mark.parametrize("alert", Alert)
def test_announcements_are_spoken_and_alarms_are_not(alert: Alert) -> None:
    rig = Rig().started()
    rig.show(panel(2, alert))
    rig.run(2000)
    assert rig.speaker.said == ([CLOSED] if alert in SPOKEN else [])


def test_the_same_number_is_said_once_and_a_rendered_phrase_at_once() -> None:
    rig = Rig().started()
    for _ in range(3):
        rig.show(panel(2, Alert.NO_MORE_BETS))
        assert rig.speaker.said == [CLOSED]


def test_a_result_is_rendered_when_it_first_comes_and_said_in_time() -> None:
    rig = Rig().started()
    for number in (2, 3):
        rig.show(panel(number, Alert.RESULT, "winner.banker", player=4, banker=7))
        rig.run(500)
    assert rig.speaker.said == ["La Banque gagne, 7 contre 4"] * 2
    assert rig.speaker.rendered.count("La Banque gagne, 7 contre 4") == 1


def test_what_is_not_ready_in_time_is_left_out_and_ready_the_next_time() -> None:
    rig = Rig(lasts=IN_TIME_MS // 50 + 5).started()
    rig.run(10_000)
    rig.show(panel(2, Alert.RESULT, "winner.tie", player=6, banker=6))
    rig.run(10_000)
    assert rig.speaker.said == []
    assert rig.part.health["left_out"] == 1
    rig.show(panel(3, Alert.RESULT, "winner.tie", player=6, banker=6))
    assert rig.speaker.said == ["Égalité, 6 à 6"]


def test_a_newer_announcement_stands_in_place_of_one_that_waits() -> None:
    rig = Rig(lasts=4).started()
    rig.show(panel(2, Alert.RESULT, "winner.tie", player=6, banker=6))
    rig.show(panel(3, Alert.BETS_OPEN, "announce.place_your_bets"))
    rig.run(2000)
    assert rig.speaker.said == [OPEN]


def test_missing_programs_and_a_missing_device_are_raised() -> None:
    rig = Rig()
    rig.speaker.missing = True
    with pytest.raises(BoardUnfit):
        rig.part.start(Millis(0))
    rig = Rig().started()
    rig.speaker.unplugged = True
    with pytest.raises(HardwareError):
        rig.show(panel(2, Alert.NO_MORE_BETS))


def test_nothing_proves_that_it_is_heard() -> None:
    assert Rig().part.test(Millis(0)) is Proof.BLIND
