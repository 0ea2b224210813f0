"""The events of a Mercury other than numbers."""

from typing import Final

from firmware.core.vocabulary.events import FaultRaised, NoMoreBetsSeen, NoResultSeen

WHEEL: Final = "wheel"
NO_MORE_BETS: Final = NoMoreBetsSeen()
SAME_DIRECTION: Final = NoResultSeen("same_direction")
VOID_SPIN: Final = NoResultSeen("wheel_void")
UNKNOWN_SPIN: Final = FaultRaised(WHEEL, "spin_unknown")
RIM_FAULT: Final = FaultRaised(WHEEL, "wheel_fault", {"code": "4"})
RESTING: Final = FaultRaised(WHEEL, "wheel_resting")
LOCKED: Final = FaultRaised(WHEEL, "wheel_locked")
