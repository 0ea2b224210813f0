"""A SlingShot 2's line; its fields have the names of the maker's guide."""

from collections import Counter

from drivers.slingshot.lines import Answer, Framer, Line, Number, Status
from drivers.spelling import Framing, OpenLine


def slingshot() -> OpenLine:
    health: Counter[str] = Counter()
    framer = Framer(health)
    framing = Framing(lambda data, _now: framer.feed(data), framer.restart, health.copy)
    return OpenLine(framing, _asked, _heard)


def _asked(command: bytes) -> str:
    return command.decode("latin-1").rstrip()


def _heard(line: Line) -> str:
    match line:
        case Number(winner):
            return f"WIN {winner.strip()}"
        case Answer(letter, text):
            return f"*{letter} {text}"
        case Status(state, game, winner, warned, speed, direction):
            said = f"*X {state.name} GAME {game} WIN {winner.strip() or '-'}"
            return f"{said} WARN {int(warned):X} RPM {speed // 10}.{speed % 10} DIR {direction}"
