"""The sections `sounder` and `voice`."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.kind import BuildContext, PartKind
from drivers.part import Part
from drivers.section import ConfigSection, TableNeeds, read_pin
from drivers.sounds.sounder import BuzzerSounder, PiezoSounder
from drivers.sounds.voice import VoiceAnnouncer


@dataclass(frozen=True, slots=True)
class PiezoWiring:
    """A passive piezo: it plays tones."""

    part: ClassVar = "piezo"
    pin: int


@dataclass(frozen=True, slots=True)
class BuzzerWiring:
    """An active buzzer: it is on or off."""

    part: ClassVar = "buzzer"
    pin: int


@dataclass(frozen=True, slots=True)
class VoiceWiring:
    """A loudspeaker on an ALSA device."""

    part: ClassVar = "alsa"
    device: str


def _read_piezo(sounder: ConfigSection, _table_needs: TableNeeds) -> PiezoWiring:
    return PiezoWiring(read_pin(sounder, "pin"))


def _read_buzzer(sounder: ConfigSection, _table_needs: TableNeeds) -> BuzzerWiring:
    return BuzzerWiring(read_pin(sounder, "pin"))


def _read_voice(voice: ConfigSection, _table_needs: TableNeeds) -> VoiceWiring:
    return VoiceWiring(voice.text("device"))


def _build_piezo(sounder: PiezoWiring, build_context: BuildContext) -> Part:
    return PiezoSounder(build_context.board.tone(sounder.pin))


def _build_buzzer(sounder: BuzzerWiring, build_context: BuildContext) -> Part:
    return BuzzerSounder(build_context.board.output(sounder.pin))


def _build_voice(voice: VoiceWiring, build_context: BuildContext) -> Part:
    display_texts = build_context.registries.screens
    speaker = build_context.board.speaker(
        voice.device, display_texts.voice, build_context.registries.cache_dir
    )
    return VoiceAnnouncer(speaker, display_texts.announcement_text, display_texts.standard_phrases)


PIEZO_KIND: Final = PartKind(PiezoWiring.part, _read_piezo, _build_piezo, bus_type="lines")
BUZZER_KIND: Final = PartKind(BuzzerWiring.part, _read_buzzer, _build_buzzer, bus_type="lines")
VOICE_KIND: Final = PartKind(VoiceWiring.part, _read_voice, _build_voice, bus_type="voice")
