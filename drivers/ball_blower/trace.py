"""A ball blower's line, verbatim."""

from collections import Counter

from drivers.ball_blower.lines import Ball, Begun, Ended, Faulty, Framer, Rests, Word
from drivers.trace import Framing, OpenLine


def ball_blower() -> OpenLine:
    """Return the tracer of this line."""
    health: Counter[str] = Counter()
    framer = Framer(health)
    framing = Framing(lambda data, _now: framer.feed(data), framer.break_off, health.copy)
    return OpenLine(framing, _asked, _heard)


def _asked(line: bytes) -> str:
    return line.decode("latin-1").rstrip()


def _heard(word: Word) -> str:
    match word:
        case Rests(draw):
            return f"R {draw:04}"
        case Begun(draw):
            return f"D {draw:04}"
        case Ball(draw, nth, ball):
            return f"B {draw:04} {nth:02} {ball:02}"
        case Ended(draw, balls):
            return f"E {draw:04} " + " ".join(f"{ball:02}" for ball in balls)
        case Faulty(code):
            return f"F {code:02}"
