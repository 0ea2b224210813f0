"""A SlingShot 2's line; its fields have the names of the maker's guide."""

from collections import Counter

from drivers.slingshot.lines import (
    NumberLine,
    SlingshotFramer,
    SlingshotLine,
    SlingshotStatus,
    UnknownLine,
    WheelAnswer,
)
from drivers.trace import Framing, OpenLine, text_line


def slingshot() -> OpenLine:
    """Return the tracer of this line."""
    health: Counter[str] = Counter()
    framer = SlingshotFramer(health)
    framing = Framing(lambda data, _now: framer.feed(data), framer.restart, health.copy)
    return OpenLine(framing, text_line, _describe_reply)


def _describe_reply(line: SlingshotLine) -> str:
    match line:
        case NumberLine(winner):
            return f"WIN {winner.strip()}"
        case WheelAnswer(command_letter, text):
            return f"*{command_letter} {text}"
        case UnknownLine(octets, oddity):
            return f"? {oddity} {octets.decode()}" if oddity else f"? {octets.decode()}"
        case SlingshotStatus(state, game_number, winner, warnings, speed_tenths, direction):
            description = f"*X {state.name} GAME {game_number} WIN {winner.strip() or '-'}"
            speed = f"{speed_tenths // 10}.{speed_tenths % 10}"
            return f"{description} WARN {int(warnings):X} RPM {speed} DIR {direction}"
