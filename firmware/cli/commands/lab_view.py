"""The view of the laboratory: lit keys, lights, displays, and who uses the devices."""

from collections.abc import Iterable, Mapping
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words
from sim.usb.port import UsbPort
from sim.web.bench.scene import SceneReader
from sim.web.messages.messages_out import LetterScreen, PixelScreen

LOOK_INTERVAL_S: Final = 0.3
_BRAILLE: Final = 0x2800
_DOTS: Final = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""The column and row of each bit of a Braille character."""
_DARK: Final = "–"


class LabView:
    """Gives a line for each change, once it has been the same for two looks.

    So a light that flashes gives no line until it is steady.
    """

    def __init__(
        self, words: Words, scene_reader: SceneReader, ports: Mapping[str, UsbPort]
    ) -> None:
        self._words = words
        self._scene_reader = scene_reader
        self._ports = ports
        self._shown: dict[str, str] = {}
        self._last_look: dict[str, str] = {}

    def changes(self) -> list[str]:
        """Look, and return a line for each change since the last line about it."""
        look = self._look()
        steady = {name: text for name, text in look.items() if self._last_look.get(name) == text}
        changed = [text for name, text in steady.items() if self._shown.get(name) != text]
        self._last_look = look
        self._shown |= steady
        return changed

    def _look(self) -> dict[str, str]:
        scene, lights = self._scene_reader.scene(), self._scene_reader.lights()
        displays = self._scene_reader.displays()
        devices = {name: self._device_text(name, port) for name, port in self._ports.items()}
        lit_spots = (
            f"{spot} #{bytes(colour).hex()}" for spot, colour in lights.spots.items() if any(colour)
        )
        return devices | {
            "keys": self._line("lab.keys", scene.keys),
            "lights": self._line("lab.lights", lit_spots),
            "figures": self._line("lab.figures", [scene.figures] if scene.figures else ()),
            "dealer": self._screen("lab.dealer_display", displays.dealer_display),
            "payout": self._screen("lab.payout_display", displays.payout_display),
        }

    def _device_text(self, name: str, port: UsbPort) -> str:
        state = "lab.pulled"
        if port.is_plugged:
            state = "lab.attached" if port.in_use.locked() else "lab.waiting"
        return self._words.render(Text(state, {"device": name}))

    def _line(self, key: str, items: Iterable[str]) -> str:
        return self._words.render(Text(key, {"items": " ".join(items) or _DARK}))

    def _screen(self, key: str, screen: PixelScreen | LetterScreen) -> str:
        if not screen.lit:
            return self._line(key, ())
        return self._line(key, ("\n" + "\n".join(screen_rows(screen)),))


def screen_rows(screen: PixelScreen | LetterScreen) -> list[str]:
    """Return a display's picture as rows of text, dots as Braille characters."""
    if isinstance(screen, LetterScreen):
        return ["".join(map(_letter, row)) for row in screen.rows]
    octets_a_row = -(-screen.width // 8)

    def is_lit(column: int, row: int) -> bool:
        return bool(screen.bits[row * octets_a_row + column // 8] & 0x80 >> column % 8)

    def character(left: int, top: int) -> str:
        bits = sum(
            is_lit(left + column, top + row) << bit for bit, (column, row) in enumerate(_DOTS)
        )
        return chr(_BRAILLE | bits)

    return [
        "".join(character(left, top) for left in range(0, screen.width, 2))
        for top in range(0, screen.height, 4)
    ]


def _letter(code: int) -> str:
    return chr(code) if 0x20 <= code < 0x7F else "·"
