"""What a person may have a wheel do that is not a spin."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class WheelAct(StrEnum):
    """An act on a wheel that opens and closes, and that has modes."""

    OPEN = "open"
    CLOSE = "close"
    SET_MODE = "mode"
    """Close it, set the mode that the table needs, and open it again."""


WHEEL_ACT_WORDS: Final[Mapping[WheelAct, str]] = {
    WheelAct.OPEN: "wheel_act.open",
    WheelAct.CLOSE: "wheel_act.close",
    WheelAct.SET_MODE: "wheel_act.mode",
}
"""The message key of each act."""
WHEEL_REFUSAL_WORDS: Final[Mapping[str, str]] = {
    "ball_in_play": "wheel_refused.ball_in_play",
    "no_answer": "wheel_refused.no_answer",
    "refused": "wheel_refused.refused",
}
"""The message key of each reason for which a wheel does not do an act."""
