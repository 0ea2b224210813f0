"""The two programs of a loudspeaker, stood in for by scripts; and the real ones where they are."""

import shutil
from pathlib import Path

import pytest

from hal.errors import BoardUnfit, HardwareError
from hal.pi.speaker import AlsaSpeaker

ESPEAK = """#!/bin/sh
while [ $# -gt 0 ]; do [ "$1" = -w ] && out=$2; shift; done
cat > "$out"
exit {status}
"""
APLAY = """#!/bin/sh
echo "$@" >> {log}
exit {status}
"""
SAYS = "Rien ne va plus"


class Programs:
    """espeak-ng and aplay on a PATH of their own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.log = folder / "bin", folder / "played"
        self.folder.mkdir()
        monkeypatch.setenv("PATH", f"{self.folder}:/usr/bin:/bin")
        self.put("espeak-ng", ESPEAK.format(status=0))
        self.put("aplay", APLAY.format(log=self.log, status=0))

    def put(self, name: str, script: str) -> None:
        program = self.folder / name
        program.write_text(script)
        program.chmod(0o755)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    return Programs(tmp_path, monkeypatch)


@pytest.fixture
def speaker(tmp_path: Path) -> AlsaSpeaker:
    return AlsaSpeaker("default", "fr", tmp_path / "voice")


def rendered(speaker: AlsaSpeaker, text: str) -> None:
    speaker.render(text)
    render = speaker._renders
    assert render is not None
    render[0].wait()
    assert not speaker.rendering()


@pytest.mark.usefixtures("programs")
def test_words_are_given_whole_and_kept_under_their_digest(speaker: AlsaSpeaker) -> None:
    for text in (SAYS, "-w /etc/passwd; rm", "Égalité, 6 à 6"):
        assert not speaker.has(text)
        rendered(speaker, text)
        assert speaker.has(text)
        assert speaker._path(text).read_text() == text
    assert not list(speaker._cache.glob("*.half"))


def test_a_rendering_that_fails_leaves_nothing_and_is_raised(
    programs: Programs, speaker: AlsaSpeaker
) -> None:
    programs.put("espeak-ng", ESPEAK.format(status=1))
    speaker.render(SAYS)
    assert speaker._renders is not None
    speaker._renders[0].wait()
    with pytest.raises(HardwareError, match="status 1"):
        speaker.rendering()
    assert not speaker.has(SAYS)


def test_it_is_played_on_the_device(programs: Programs, speaker: AlsaSpeaker) -> None:
    rendered(speaker, SAYS)
    speaker.play(SAYS)
    assert speaker._plays is not None
    speaker._plays.wait()
    assert programs.log.read_text().split()[:3] == ["-q", "-D", "default"]


def test_a_player_that_failed_is_raised_at_the_next_announcement(
    programs: Programs, speaker: AlsaSpeaker
) -> None:
    programs.put("aplay", APLAY.format(log=programs.log, status=1))
    speaker.play(SAYS)
    assert speaker._plays is not None
    speaker._plays.wait()
    with pytest.raises(HardwareError, match="aplay on default"):
        speaker.play(SAYS)


def test_missing_programs_say_what_to_install(
    speaker: AlsaSpeaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BoardUnfit, match="install espeak-ng"):
        speaker.render(SAYS)
    with pytest.raises(BoardUnfit, match="install alsa-utils"):
        speaker.play(SAYS)


def test_stop_leaves_no_process(programs: Programs, speaker: AlsaSpeaker) -> None:
    programs.put("espeak-ng", "#!/bin/sh\nexec tail -f /dev/null\n")
    speaker.render(SAYS)
    assert speaker._renders is not None
    process = speaker._renders[0]
    assert speaker.rendering()
    speaker.stop()
    assert process.returncode is not None
    assert not speaker.rendering()


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_the_real_program_renders_a_wave_file(tmp_path: Path) -> None:
    speaker = AlsaSpeaker("null", "fr", tmp_path)
    rendered(speaker, SAYS)
    data = speaker._path(SAYS).read_bytes()
    assert (data[:4], data[8:12]) == (b"RIFF", b"WAVE")
    assert len(data) > 20_000


@pytest.mark.skipif(shutil.which("aplay") is None, reason="alsa-utils is not installed")
def test_the_real_player_takes_it(tmp_path: Path) -> None:
    if shutil.which("espeak-ng") is None:
        pytest.skip("espeak-ng is not installed")
    speaker = AlsaSpeaker("null", "en", tmp_path)
    rendered(speaker, "No more bets")
    speaker.play("No more bets")
    assert speaker._plays is not None
    assert speaker._plays.wait(30) == 0
