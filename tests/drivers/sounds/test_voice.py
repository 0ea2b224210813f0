"""The voice speaks each announcement once, in time or not at all, and never waits."""

import pytest

from drivers.part import SelfTestProof
from drivers.sounds.voice import BUSY_POLL_MS, IN_TIME_MS, PATIENCE_MS, VoiceAnnouncer
from firmware.core.vocabulary.panel import Panel, PanelSound, SoundAlert, Text
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.words import Words
from hal.errors import BoardUnfit, HardwareError
from hal.ports import NEVER, Millis
from sim.machines.speaker import SimSpeaker
from tests.kits.offenders import each

OPEN, CLOSED = "Faites vos jeux", "Rien ne va plus"
STANDARD = [OPEN, CLOSED, "Assurance", "Coup nul", f"Carte d'arrêt{NO_BREAK}: dernier jeu"]


def panel(
    number: int, alert: SoundAlert, key: str = "announce.no_more_bets", **values: int
) -> Panel:
    return Panel(spots={}, sound=PanelSound(number, alert, Text(key, dict(values))))


class Rig:
    def __init__(self, renders: int = 2, plays: int = 2) -> None:
        screens = DisplayScreens(Words.load("fr"))
        self.speaker = SimSpeaker(renders, plays)
        self.part = VoiceAnnouncer(
            self.speaker, screens.announcement_text, screens.standard_phrases
        )
        self.now = 1000

    def start(self) -> None:
        self.part.start(Millis(self.now))

    def started(self) -> "Rig":
        self.start()
        self.show(panel(1, SoundAlert.BETS_OPEN))
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


def test_fixed_phrases_are_rendered_silently_at_start() -> None:
    rig = Rig().started()
    assert rig.speaker.rendered == STANDARD
    assert rig.speaker.played_phrases == []
    assert rig.part.due == NEVER


@each("alert", SoundAlert)
def test_announcement_is_spoken_with_any_alert(alert: SoundAlert) -> None:
    rig = Rig().started()
    rig.show(panel(2, alert))
    rig.run(2000)
    assert rig.speaker.played_phrases == [CLOSED]


def test_rendered_phrase_is_spoken_once_at_once() -> None:
    rig = Rig().started()
    for _ in range(3):
        rig.show(panel(2, SoundAlert.NO_MORE_BETS))
        assert rig.speaker.played_phrases == [CLOSED]


def test_new_result_is_rendered_and_spoken_in_time() -> None:
    rig = Rig().started()
    for number in (2, 3):
        rig.show(panel(number, SoundAlert.RESULT, "winner.banker", player=4, banker=7))
        rig.run(500)
    assert rig.speaker.played_phrases == ["La Banque gagne, 7 contre 4"] * 2
    assert rig.speaker.rendered.count("La Banque gagne, 7 contre 4") == 1


def looks(span: int) -> int:
    """Return how often the part looks in so many milliseconds."""
    return span // BUSY_POLL_MS


@pytest.mark.parametrize("late", [-40, 40])
def test_late_phrase_is_skipped_and_ready_next_time(late: int) -> None:
    rig = Rig().started()
    rig.speaker.render_polls = looks(IN_TIME_MS + late)
    for number in (2, 3):
        rig.show(panel(number, SoundAlert.RESULT, "winner.tie", player=6, banker=6))
        rig.run(10_000)
    assert rig.speaker.played_phrases == ["Égalité, 6 à 6"] * (1 if late > 0 else 2)
    assert rig.part.health == ({"left_out": 1} if late > 0 else {})
    assert rig.part.due == NEVER


def test_newer_announcement_replaces_waiting_one() -> None:
    rig = Rig().started()
    rig.speaker.render_polls = 4
    rig.show(panel(2, SoundAlert.RESULT, "winner.tie", player=6, banker=6))
    rig.show(panel(3, SoundAlert.BETS_OPEN, "announce.place_your_bets"))
    rig.run(2000)
    assert rig.speaker.played_phrases == [OPEN]


def test_newer_announcement_interrupts_playing_one() -> None:
    rig = Rig(plays=looks(3000)).started()
    rig.show(panel(2, SoundAlert.NO_MORE_BETS))
    rig.run(500)
    rig.show(panel(3, SoundAlert.RESULT, "winner.tie", player=6, banker=6))
    rig.run(4 * BUSY_POLL_MS)
    assert rig.speaker.played_phrases == [CLOSED, "Égalité, 6 à 6"]


@pytest.mark.parametrize("alert", list(SoundAlert))
def test_mere_sound_interrupts_nothing(alert: SoundAlert) -> None:
    rig = Rig().started()
    rig.show(panel(2, SoundAlert.RESULT, "winner.tie", player=6, banker=6))
    rig.show(Panel(spots={}, sound=PanelSound(3, alert)))
    rig.run(1000)
    assert rig.speaker.played_phrases == ["Égalité, 6 à 6"]


def test_result_is_rendered_before_pending_phrases() -> None:
    rig = Rig(renders=10)
    rig.start()
    rig.show(panel(1, SoundAlert.BETS_OPEN))
    rig.run(BUSY_POLL_MS)
    rig.show(panel(2, SoundAlert.RESULT, "winner.tie", player=6, banker=6))
    rig.run(2000)
    assert rig.speaker.rendered == [OPEN, "Égalité, 6 à 6", *STANDARD[1:]]


def test_new_start_drops_queue_renders_only_missing() -> None:
    rig = Rig().started()
    rig.speaker.render_polls = 10
    rig.show(panel(2, SoundAlert.RESULT, "winner.tie", player=6, banker=6))
    rig.start()
    rig.show(panel(3, SoundAlert.RESULT, "winner.tie", player=6, banker=6))
    rig.run(5000)
    assert rig.speaker.played_phrases == []
    assert rig.speaker.rendered == STANDARD
    assert rig.part.health == {}


def test_dark_is_silent() -> None:
    rig = Rig(plays=100).started()
    rig.show(panel(2, SoundAlert.NO_MORE_BETS))
    rig.part.blank()
    assert [rig.speaker.playing() for _ in range(2)] == [True, False]


# what goes wrong


def test_missing_program_raises_at_start_and_use() -> None:
    rig = Rig().started()
    rig.speaker.programs_missing = True
    with pytest.raises(BoardUnfit):
        rig.show(panel(2, SoundAlert.RESULT, "winner.tie", player=6, banker=6))
    with pytest.raises(BoardUnfit):
        rig.start()


def test_missing_device_at_start_raises_first() -> None:
    rig = Rig()
    rig.speaker.unplugged = True
    rig.start()
    with pytest.raises(HardwareError):
        rig.run(BUSY_POLL_MS)


def test_failing_device_raises_until_it_is_back() -> None:
    rig = Rig().started()
    rig.speaker.unplugged = True
    rig.show(panel(2, SoundAlert.NO_MORE_BETS))
    with pytest.raises(HardwareError):
        rig.run(BUSY_POLL_MS)
    for unplugged in (True, True, False):
        rig.speaker.unplugged = unplugged
        with pytest.raises(HardwareError):
            rig.start()
    rig.started()
    rig.show(panel(3, SoundAlert.NO_MORE_BETS))
    rig.run(1000)
    assert rig.speaker.played_phrases == [CLOSED]


@pytest.mark.parametrize("alert", [SoundAlert.RESULT, SoundAlert.NO_MORE_BETS])
def test_hanging_program_is_a_fault_without_wait(alert: SoundAlert) -> None:
    rig = Rig().started()
    rig.speaker.render_polls = rig.speaker.play_polls = 1_000_000
    key = "winner.tie" if alert is SoundAlert.RESULT else "announce.no_more_bets"
    rig.show(panel(2, alert, key, player=6, banker=6))
    rig.run(PATIENCE_MS)
    with pytest.raises(HardwareError, match="20000 ms"):
        rig.run(BUSY_POLL_MS)


def test_hanging_rendering_is_a_fault_during_playback() -> None:
    rig = Rig().started()
    rig.speaker.render_polls = 1_000_000
    rig.show(panel(2, SoundAlert.RESULT, "winner.tie", player=6, banker=6))
    for number in (3, 4):
        rig.run(PATIENCE_MS // 2)
        rig.show(panel(number, SoundAlert.NO_MORE_BETS))
    with pytest.raises(HardwareError, match="rendered"):
        rig.run(BUSY_POLL_MS)
    assert rig.speaker.played_phrases == [CLOSED, CLOSED]


def test_self_test_is_blind() -> None:
    assert Rig().part.test(Millis(0)) is SelfTestProof.BLIND


def test_no_announcement_is_not_spoken() -> None:
    rig = Rig().started()
    rig.show(Panel(spots={}, sound=PanelSound(2, SoundAlert.RESULT)))
    rig.run(2000)
    assert rig.speaker.played_phrases == []
