"""What a simulated SlingShot 2 answers to a command, by its firmware."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from sim.machines.slingshot_games import CLOSED, SlingshotGames

SETTINGS: Final = {"D": "15", "C": "8465", "K": "1900", "S": "16.0 18.0", "G": "0"}
"""What a real wheel answered to `*T` and these letters (a few of them)."""
BUSY_COMMANDS: Final = "oOPuTF"


@dataclass
class WheelFirmware:
    """The program of a wheel, and how it is set up."""

    version: str = "V2.50 simulated SlingShot 2"
    pockets: int | None = 37
    """The answer to `*T Z`; None is an old one that does not know the question."""
    is_busy: bool = False
    """Whether it answers BUSY to whatever it can."""
    state_shown: str | None = None
    """A state of a newer program, which it shows instead of its own."""
    more_fields: str = ""
    """What a newer program appends to a status."""

    def status_line(self, state: int, fields: str) -> str:
        return f"*X;{self.state_shown or state};{fields}{self.more_fields}"


class SlingshotAnswers:
    """Obeys commands, and yields the answers."""

    def __init__(
        self, games: SlingshotGames, firmware: WheelFirmware, send_status: Callable[[], None]
    ) -> None:
        self._games = games
        self._firmware = firmware
        self._send_status = send_status

    def answers(self, command: bytes, at_ms: int) -> Iterator[str]:
        """Obey a command, without its end; yield its answers."""
        words = command.decode("ascii", "replace").lstrip("*").split()
        if not words:
            return
        letter = words[0][:1]
        if self._firmware.is_busy and letter in BUSY_COMMANDS:
            yield f"*{letter} BUSY"
            return
        match words:
            case ["X"]:
                self._send_status()
            case ["o", mode] if mode.isdigit():
                yield f"*o {mode}" if self._games.set_mode(int(mode)) else "*o BUSY"
            case ["T", setting]:
                yield from self._setting(setting)
            case [command_letter, *_]:
                is_obeyed = self._obey(words, at_ms)
                if is_obeyed is None:
                    yield from self._info(command_letter)
                else:
                    yield f"*{command_letter} {'OK' if is_obeyed else 'NO'}"

    def _obey(self, words: list[str], at_ms: int) -> bool | None:
        """Do what a command says; return whether it was done, None if it only asks."""
        match words:
            case ["P", "0" | "1" as on]:
                return self._games.open_wheel(at_ms, opens_wheel=on == "1")
            case ["u", "1"]:
                return self._games.start(at_ms)
            case ["R"]:
                self._games.reset(at_ms)
                return True
        return None

    def _setting(self, setting: str) -> Iterator[str]:
        pockets = self._firmware.pockets
        values = SETTINGS if pockets is None else {**SETTINGS, "Z": str(pockets)}
        if setting in values:
            yield f"*T {setting.lower()} {values[setting]}"

    def _info(self, command_letter: str) -> Iterator[str]:
        is_closed = self._games.state == CLOSED
        info_answers = {
            "S": self._firmware.version.split()[0],
            "V": self._firmware.version,
            "O": f"{self._games.state} 1 60 {self._games.mode}",
            "F": "0" if is_closed else "BUSY",
            **dict.fromkeys("KAq", "OK"),
        }
        if command_letter in info_answers:
            yield f"*{command_letter} {info_answers[command_letter]}"
