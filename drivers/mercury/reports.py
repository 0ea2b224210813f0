"""The events of a Mercury besides numbers."""

from typing import Final

from firmware.core.vocabulary.events import FaultEnded, FaultRaised, NoMoreBetsSeen, NoResultSeen

WHEEL: Final = "wheel"
NO_MORE_BETS: Final = NoMoreBetsSeen()
SAME_DIRECTION: Final = NoResultSeen("same_direction")
VOID: Final = NoResultSeen("wheel_void")
UNKNOWN: Final = FaultRaised(WHEEL, "spin_unknown")
AT_FAULT: Final = FaultRaised(WHEEL, "wheel_fault", {"code": "4"})
WELL: Final = FaultEnded(WHEEL, "wheel_fault")
