"""A loudspeaker by its two programs, replaced by scripts; and by the real ones if installed."""

import os
import shutil
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hal.errors import BoardUnfit, HardwareError
from hal.pi.speaker import AlsaSpeaker
from tests.kits.hal.programs import APLAY, ESPEAK, FAILS, HANGS, WAVE, Programs
from tests.kits.offenders import each

SAYS = "Rien ne va plus"


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return Programs(tmp_path)


@pytest.fixture
def speaker(tmp_path: Path) -> Iterator[AlsaSpeaker]:
    speaker = AlsaSpeaker("default", "fr", tmp_path / "voice")
    yield speaker
    speaker.close()


def over(busy: Callable[[], bool]) -> None:
    """Look until it is over; between two looks a child ends, which is left for it to find."""
    while busy():
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)


def rendered(speaker: AlsaSpeaker, text: str) -> None:
    speaker.render(text)
    over(speaker.rendering)


def voice_files(folder: Path) -> list[Path]:
    return sorted((folder / "voice").iterdir())


# rendering


@pytest.mark.parametrize("text", [SAYS, "-w /etc/passwd; rm", "--stdin", "Égalité, 6 à 6", "$(id)"])
def test_text_follows_all_options_whole(
    programs: Programs, speaker: AlsaSpeaker, text: str
) -> None:
    assert not speaker.has(text)
    rendered(speaker, text)
    assert speaker.has(text)
    assert programs.asked()[:-3] == ["-b", "1", "-v", "fr", "-s", "150", "-w"]
    assert programs.asked()[-2:] == ["--", text]


@pytest.mark.usefixtures("programs")
def test_rendering_is_cached_by_digest(speaker: AlsaSpeaker, tmp_path: Path) -> None:
    rendered(speaker, SAYS)
    (path,) = voice_files(tmp_path)
    assert path.read_bytes() == WAVE
    assert path.name == "1f3ef9ef84646e90d9e3768dfcf35a63.wav"
    assert AlsaSpeaker("other", "fr", tmp_path / "voice").has(SAYS)
    assert not AlsaSpeaker("default", "en", tmp_path / "voice").has(SAYS)


def test_half_rendered_does_not_count(
    programs: Programs, speaker: AlsaSpeaker, tmp_path: Path
) -> None:
    programs.put("espeak-ng", ESPEAK + HANGS)
    speaker.render(SAYS)
    programs.begun()
    assert speaker.rendering()
    assert not speaker.has(SAYS)
    speaker.start()
    over(speaker.rendering)
    assert not speaker.has(SAYS)
    assert not list((tmp_path / "voice").glob("*.wav"))


@each("size", range(len(WAVE)))
def test_truncated_file_is_rerendered(
    programs: Programs, speaker: AlsaSpeaker, tmp_path: Path, size: int
) -> None:
    rendered(speaker, SAYS)
    (path,) = voice_files(tmp_path)
    path.write_bytes(WAVE[:size])
    assert not speaker.has(SAYS)
    if size == 0:
        rendered(speaker, SAYS)
        assert path.read_bytes() == WAVE
        assert not programs.left()


@each("place", [0, 3, 4, 8, 11])
@pytest.mark.usefixtures("programs")
def test_damaged_header_is_rerendered(speaker: AlsaSpeaker, tmp_path: Path, place: int) -> None:
    rendered(speaker, SAYS)
    (path,) = voice_files(tmp_path)
    path.write_bytes(WAVE[:place] + bytes((WAVE[place] ^ 0x40,)) + WAVE[place + 1 :])
    assert not speaker.has(SAYS)


def test_empty_rendering_is_none(programs: Programs, speaker: AlsaSpeaker) -> None:
    (programs.folder / "wave").write_bytes(WAVE[:4] + b"\x24\0\0\0" + WAVE[8:40] + bytes(4))
    with pytest.raises(HardwareError, match="not whole"):
        rendered(speaker, SAYS)


def test_failed_rendering_raises_once_without_rest(
    programs: Programs, speaker: AlsaSpeaker
) -> None:
    programs.put("espeak-ng", ESPEAK + FAILS)
    with pytest.raises(HardwareError, match="status 1"):
        rendered(speaker, SAYS)
    assert not speaker.rendering()
    assert not speaker.has(SAYS)
    assert not programs.left()


def test_rendering_cut_by_full_disk_is_raised(programs: Programs, speaker: AlsaSpeaker) -> None:
    (programs.folder / "wave").write_bytes(WAVE[:-1])
    with pytest.raises(HardwareError, match="not whole"):
        rendered(speaker, SAYS)
    assert not speaker.has(SAYS)


@pytest.mark.usefixtures("programs")
def test_uncreatable_cache_is_raised(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    speaker = AlsaSpeaker("default", "fr", tmp_path / "file" / "voice")
    assert not speaker.has(SAYS)
    with pytest.raises(HardwareError, match="file"):
        speaker.render(SAYS)


@pytest.mark.usefixtures("programs")
def test_unreadable_rendering_is_raised(speaker: AlsaSpeaker, tmp_path: Path) -> None:
    rendered(speaker, SAYS)
    (path,) = voice_files(tmp_path)
    path.unlink()
    path.mkdir()
    with pytest.raises(HardwareError, match="Is a directory"):
        speaker.has(SAYS)


# playing


def test_playing_leaves_no_process(
    programs: Programs, speaker: AlsaSpeaker, tmp_path: Path
) -> None:
    rendered(speaker, SAYS)
    speaker.play(SAYS)
    over(speaker.playing)
    assert programs.played() == [f"-q -D default {voice_files(tmp_path)[0]}"]
    assert not programs.left()


def test_stopped_player_holds_device_until_gone(programs: Programs, speaker: AlsaSpeaker) -> None:
    programs.put("aplay", APLAY + HANGS)
    speaker.play(SAYS)
    programs.begun()
    assert speaker.playing()
    speaker.stop()
    over(speaker.playing)
    assert not programs.left()


def test_stop_preserves_renderings(programs: Programs, speaker: AlsaSpeaker) -> None:
    programs.put("aplay", APLAY + HANGS)
    speaker.render(SAYS)
    speaker.play(SAYS)
    speaker.stop()
    over(speaker.rendering)
    assert speaker.has(SAYS)


def test_failed_player_is_raised(programs: Programs, speaker: AlsaSpeaker) -> None:
    programs.put("aplay", APLAY + FAILS)
    speaker.play(SAYS)
    with pytest.raises(HardwareError, match="aplay on default ended with status 1"):
        over(speaker.playing)


# starting


def test_start_tries_device_silently(programs: Programs, speaker: AlsaSpeaker) -> None:
    speaker.start()
    over(speaker.playing)
    assert programs.played() == ["-q -D default -t raw -f S16_LE -r 22050 -s 2205 /dev/zero"]
    assert not programs.left()


def test_failing_device_is_retried_each_start(programs: Programs, speaker: AlsaSpeaker) -> None:
    programs.put("aplay", APLAY + FAILS)
    speaker.start()
    with pytest.raises(HardwareError):
        over(speaker.playing)
    for script in (APLAY + FAILS, APLAY):
        programs.put("aplay", script)
        with pytest.raises(HardwareError, match="not come to its end"):
            speaker.start()
        ended(speaker)
    speaker.start()
    over(speaker.playing)
    assert len(programs.played()) == 4


def ended(speaker: AlsaSpeaker) -> None:
    """Return when what plays is over, well or not."""
    try:
        over(speaker.playing)
    except HardwareError:
        return


def test_hanging_device_is_retried(programs: Programs, speaker: AlsaSpeaker) -> None:
    programs.put("aplay", APLAY + HANGS)
    speaker.start()
    programs.begun()
    programs.put("aplay", APLAY)
    with pytest.raises(HardwareError):
        speaker.start()
    ended(speaker)
    speaker.start()
    over(speaker.playing)
    assert not programs.left()


@pytest.mark.parametrize(
    ("missing", "package"), [("espeak-ng", "espeak-ng"), ("aplay", "alsa-utils")]
)
def test_missing_program_names_package(
    programs: Programs,
    speaker: AlsaSpeaker,
    monkeypatch: pytest.MonkeyPatch,
    missing: str,
    package: str,
) -> None:
    monkeypatch.setenv("PATH", str(programs.folder))
    (programs.folder / missing).unlink()
    with pytest.raises(BoardUnfit, match=f"{missing} is missing: install {package}"):
        speaker.start()


def test_programs_lost_later_are_raised(
    speaker: AlsaSpeaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BoardUnfit, match="espeak-ng can't be started"):
        speaker.render(SAYS)
    with pytest.raises(BoardUnfit, match="aplay can't be started"):
        speaker.play(SAYS)


def test_close_leaves_no_process(programs: Programs, speaker: AlsaSpeaker) -> None:
    programs.put("espeak-ng", ESPEAK + HANGS)
    programs.put("aplay", APLAY + HANGS)
    speaker.render(SAYS)
    programs.begun()
    speaker.play(SAYS)
    programs.begun()
    assert len(programs.left()) == 2
    speaker.close()
    assert not programs.left()


# the real programs

espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
aplay = pytest.mark.skipif(shutil.which("aplay") is None, reason="alsa-utils is not installed")


@espeak
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("text", [SAYS, "Égalité, 6 à 6", "-w nowhere", "--help"])
def test_real_program_renders_text(tmp_path: Path, language: str, text: str) -> None:
    speaker = AlsaSpeaker("null", language, tmp_path / "voice")
    rendered(speaker, text)
    (path,) = voice_files(tmp_path)
    with wave.open(str(path)) as sound:
        assert (sound.getframerate(), sound.getnchannels(), sound.getsampwidth()) == (22050, 1, 2)
        assert 0.5 < sound.getnframes() / 22050 < 4


@espeak
@aplay
def test_real_player_accepts_silence_and_renderings(tmp_path: Path) -> None:
    speaker = AlsaSpeaker("null", "en", tmp_path)
    speaker.start()
    over(speaker.playing)
    rendered(speaker, "No more bets")
    speaker.play("No more bets")
    over(speaker.playing)


@espeak
@aplay
def test_real_player_reports_no_device(tmp_path: Path) -> None:
    speaker = AlsaSpeaker("croupier-none", "en", tmp_path)
    speaker.start()
    with pytest.raises(HardwareError, match="croupier-none"):
        over(speaker.playing)
