"""The simulated loudspeaker keeps the port's contract, and has the real one's ways to fail."""

from collections.abc import Callable

import pytest

from hal.errors import BoardUnfit, HardwareError
from sim.machines.speaker import SimSpeaker
from tests.kits.offenders import each

SAYS = "Rien ne va plus"


@each("renders", range(1, 6))
def test_phrase_rendered_after_its_polls(renders: int) -> None:
    speaker = SimSpeaker(render_polls=renders)
    speaker.render(SAYS)
    for _ in range(renders - 1):
        assert speaker.rendering()
        assert not speaker.has(SAYS)
    assert not speaker.rendering()
    assert speaker.has(SAYS)
    assert speaker.rendered == [SAYS]


@each("plays", range(1, 6))
def test_phrase_plays_for_its_polls(plays: int) -> None:
    speaker = SimSpeaker(play_polls=plays)
    speaker.play(SAYS)
    assert [speaker.playing() for _ in range(plays)] == [True] * (plays - 1) + [False]
    assert speaker.played_phrases == [SAYS]


@pytest.mark.parametrize("plays", [5, 1000])
def test_stopped_phrase_lasts_one_more_poll(plays: int) -> None:
    speaker = SimSpeaker(play_polls=plays)
    speaker.play(SAYS)
    speaker.stop()
    assert [speaker.playing() for _ in range(3)] == [True, False, False]


def test_only_start_abandons_rendering() -> None:
    speaker = SimSpeaker()
    speaker.render(SAYS)
    speaker.stop()
    assert speaker.rendering()
    speaker.start()
    assert not speaker.rendering()
    assert not speaker.has(SAYS)


def test_rendered_phrase_survives_a_start() -> None:
    speaker = SimSpeaker(render_polls=1)
    speaker.render(SAYS)
    speaker.rendering()
    speaker.start()
    assert speaker.has(SAYS)


def test_missing_programs_cannot_be_started() -> None:
    speaker = SimSpeaker()
    speaker.programs_missing = True
    with pytest.raises(BoardUnfit, match="install espeak-ng"):
        speaker.start()
    with pytest.raises(BoardUnfit):
        speaker.render(SAYS)


@pytest.mark.parametrize("begin", [SimSpeaker.start, lambda speaker: speaker.play(SAYS)])
def test_missing_device_fails_silently(
    begin: Callable[[SimSpeaker], None],
) -> None:
    speaker = SimSpeaker()
    speaker.unplugged = True
    begin(speaker)
    with pytest.raises(HardwareError):
        speaker.playing()
    assert speaker.played_phrases == []


def test_start_needs_a_successful_try() -> None:
    speaker = SimSpeaker()
    speaker.unplugged = True
    speaker.start()
    for unplugged in (True, False):
        speaker.unplugged = unplugged
        with pytest.raises(HardwareError):
            speaker.start()
    speaker.start()
    assert not speaker.playing()
