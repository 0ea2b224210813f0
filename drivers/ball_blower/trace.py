"""A ball blower's line, verbatim."""

from collections import Counter

from drivers.ball_blower.lines import (
    BallDrawn,
    BlowerFault,
    BlowerFramer,
    BlowerRests,
    DrawBegun,
    DrawEnded,
    ReceivedMessage,
    UnknownText,
)
from drivers.trace import Framing, OpenLine, text_line


def ball_blower() -> OpenLine:
    """Return the tracer of this line."""
    health: Counter[str] = Counter()
    framer = BlowerFramer(health)
    framing = Framing(lambda data, _now: framer.feed(data), framer.break_off, health.copy)
    return OpenLine(framing, text_line, _describe_reply)


def _describe_reply(message: ReceivedMessage) -> str:
    match message:
        case UnknownText(text):
            return f"? {text_line(text)}"
        case BlowerRests(draw_number):
            return f"R {draw_number:04}"
        case DrawBegun(draw_number):
            return f"D {draw_number:04}"
        case BallDrawn(draw_number, ball_position, ball):
            return f"B {draw_number:04} {ball_position:02} {ball:02}"
        case DrawEnded(draw_number, balls):
            return f"E {draw_number:04} " + " ".join(f"{ball:02}" for ball in balls)
        case BlowerFault(code):
            return f"F {code:02}"
