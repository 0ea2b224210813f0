"""The sounder plays an alert once, note by note, and waits for nothing."""

from itertools import combinations

import pytest

from drivers.part import Part
from drivers.sounds.sounder import ALERT_RHYTHMS, ALERT_TONES, BuzzerSounder, PiezoSounder
from firmware.core.vocabulary.panel import Panel, PanelSound, SoundAlert
from hal.ports import NEVER, Millis

NOW = Millis(7000)
HEARD = [alert for alert in SoundAlert if alert is not SoundAlert.SILENT]


class Line:
    """A tone line or an output that notes what it is given; high is 1."""

    def __init__(self, kind: type[PiezoSounder] | type[BuzzerSounder]) -> None:
        self.levels: list[int] = []
        self.kind = kind
        self.patterns = ALERT_TONES if kind is PiezoSounder else ALERT_RHYTHMS

    def sound(self, hz: int) -> None:
        self.levels.append(hz)

    def put(self, *, high: bool) -> None:
        self.levels.append(int(high))


@pytest.fixture(params=[PiezoSounder, BuzzerSounder])
def line(request: pytest.FixtureRequest) -> Line:
    return Line(request.param)


def panel(number: int, alert: SoundAlert) -> Panel:
    return Panel(spots={}, sound=PanelSound(number, alert))


def started(line: Line) -> Part:
    sounder = line.kind(line)
    sounder.start(NOW)
    sounder.show(panel(1, SoundAlert.RESULT), NOW)
    return sounder


def play_out(sounder: Part, line: Line, now: Millis) -> list[tuple[int, int]]:
    """Poll only when due, and return what sounded as (hertz, milliseconds)."""
    received = []
    while sounder.due != NEVER:
        hz, began, now = line.levels[-1], now, sounder.due
        sounder.poll(Millis(now - 1))
        assert line.levels[-1] == hz, "a note ends before it is due"
        sounder.poll(now)
        received.append((hz, now - began))
    return received


@pytest.mark.parametrize("alert", HEARD)
def test_alert_plays_note_by_note_then_silence(alert: SoundAlert, line: Line) -> None:
    sounder = started(line)
    sounder.show(panel(2, alert), NOW)
    assert play_out(sounder, line, NOW) == list(line.patterns[alert])
    assert line.levels[-1] == 0


def test_no_pattern_begins_another(line: Line) -> None:
    patterns = line.patterns
    assert set(patterns) == set(SoundAlert)
    assert patterns[SoundAlert.SILENT] == ()
    for one, other in combinations(HEARD, 2):
        short = min(len(patterns[one]), len(patterns[other]))
        assert patterns[one][:short] != patterns[other][:short]


@pytest.mark.clause("ANZ 1.18.3(i)")
def test_alarm_lasts_at_least_1500_ms(line: Line) -> None:
    assert sum(ms for _, ms in line.patterns[SoundAlert.FAULT]) >= 1500


@pytest.mark.parametrize("alert", HEARD)
def test_every_note_is_audible(alert: SoundAlert, line: Line) -> None:
    low, high = (500, 4000) if line.kind is PiezoSounder else (1, 1)
    assert all(hz == 0 or low <= hz <= high for hz, _ in line.patterns[alert])
    assert all(50 <= ms <= 1000 for _, ms in line.patterns[alert])


def test_first_panel_is_silent(line: Line) -> None:
    sounder = started(line)
    assert set(line.levels) == {0}
    assert sounder.due == NEVER
    sounder.show(panel(2, SoundAlert.LATE), NOW)
    sounder.start(NOW)
    assert line.levels[-1] == 0
    assert sounder.due == NEVER
    sounder.show(panel(3, SoundAlert.FAULT), NOW)
    assert line.levels[-1] == 0


def test_same_number_never_sounds_twice(line: Line) -> None:
    sounder = started(line)
    sounder.show(panel(2, SoundAlert.REFUSED), NOW)
    play_out(sounder, line, NOW)
    played = list(line.levels)
    sounder.show(panel(2, SoundAlert.REFUSED), NOW)
    assert line.levels == played
    assert sounder.due == NEVER


def test_new_alert_interrupts_prior_one(line: Line) -> None:
    sounder = started(line)
    sounder.show(panel(2, SoundAlert.FAULT), NOW)
    sounder.show(panel(3, SoundAlert.REFUSED), Millis(NOW + 10))
    assert play_out(sounder, line, Millis(NOW + 10)) == list(line.patterns[SoundAlert.REFUSED])


def test_silent_alert_stops_the_sound(line: Line) -> None:
    sounder = started(line)
    sounder.show(panel(2, SoundAlert.FAULT), NOW)
    sounder.show(panel(3, SoundAlert.SILENT), NOW)
    assert line.levels[-1] == 0
    assert sounder.due == NEVER


def test_late_poll_shortens_no_note(line: Line) -> None:
    sounder = started(line)
    sounder.show(panel(2, SoundAlert.BETS_OPEN), NOW)
    late = Millis(sounder.due + 5000)
    sounder.poll(late)
    assert (line.levels[-1], sounder.due - late) == line.patterns[SoundAlert.BETS_OPEN][1]


def test_blank_is_silent_at_once(line: Line) -> None:
    sounder = started(line)
    sounder.show(panel(2, SoundAlert.FAULT), NOW)
    sounder.blank()
    assert line.levels[-1] == 0
    assert sounder.due == NEVER
