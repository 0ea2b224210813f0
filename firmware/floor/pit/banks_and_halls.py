"""Banks of machines and tournament halls, of which the pit knows what they show, and no facts."""

from typing import Any, Final, Literal, NamedTuple

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.floor.heartbeat import BankSeen, HallSeen
from firmware.floor.pit.fact import Moment

OVER: Final = ("SALE", "OVER")
"""The stages in which a hall may end its service."""
APART: Final = ("machine", "code")
"""The values that tell one alarm of a bank from another in the same words."""


class Other(NamedTuple):
    """A bank or a hall as it was heard last, as `Sight` is a table."""

    heard: Moment
    seen: BankSeen | HallSeen
    skew_ms: int

    @property
    def of(self) -> Literal["bank", "hall"]:
        return "bank" if isinstance(self.seen, BankSeen) else "hall"

    @property
    def may_be_silent(self) -> bool:
        return isinstance(self.seen, HallSeen) and self.seen.view.stage in OVER

    @property
    def causes(self) -> dict[str, dict[str, Any]]:
        """What is amiss by its view: its own alarms, by their words and what they are about."""
        if self.seen.view is None:
            return {"no_bank": {}}
        alarms = self.seen.view.alarms
        return {_kind(said): {"said": msgspec.to_builtins(said)} for said in alarms}


def _kind(said: Text) -> str:
    about = (str(said.values[name]) for name in APART if name in said.values)
    return ":".join((said.key, *about))
