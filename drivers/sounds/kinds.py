"""The sections of audible parts: `sounder` and `voice`."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.kind import Kind, Site
from drivers.part import Part
from drivers.section import Needs, Section, read_pin
from drivers.sounds.sounder import BuzzerSounder, PiezoSounder
from drivers.sounds.voice import VoiceAnnouncer


@dataclass(frozen=True, slots=True)
class Piezo:
    """A passive piezo: it plays tones."""

    part: ClassVar = "piezo"
    pin: int


@dataclass(frozen=True, slots=True)
class Buzzer:
    """An active buzzer: it is on or off."""

    part: ClassVar = "buzzer"
    pin: int


@dataclass(frozen=True, slots=True)
class Voice:
    """A loudspeaker on an ALSA device."""

    part: ClassVar = "alsa"
    device: str


def _read_piezo(sounder: Section, _needs: Needs) -> Piezo:
    return Piezo(read_pin(sounder, "pin"))


def _read_buzzer(sounder: Section, _needs: Needs) -> Buzzer:
    return Buzzer(read_pin(sounder, "pin"))


def _read_voice(voice: Section, _needs: Needs) -> Voice:
    return Voice(voice.text("device"))


def _build_piezo(sounder: Piezo, site: Site) -> Part:
    return PiezoSounder(site.board.tone(sounder.pin))


def _build_buzzer(sounder: Buzzer, site: Site) -> Part:
    return BuzzerSounder(site.board.output(sounder.pin))


def _build_voice(voice: Voice, site: Site) -> Part:
    words = site.stock.screens
    speaker = site.board.speaker(voice.device, words.language, site.stock.cache)
    return VoiceAnnouncer(speaker, words.spoken, words.always_spoken)


PIEZO: Final = Kind(Piezo.part, _read_piezo, _build_piezo, hangs_on="lines")
BUZZER: Final = Kind(Buzzer.part, _read_buzzer, _build_buzzer, hangs_on="lines")
VOICE: Final = Kind(Voice.part, _read_voice, _build_voice, hangs_on="voice")
