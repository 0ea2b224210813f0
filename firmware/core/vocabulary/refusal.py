"""The one exception for whatever somebody asks for and can't have."""

from collections.abc import Sequence

from firmware.core.vocabulary.panel import Text


class CannotBeDone(Exception):
    """What was asked for can't be done; `why` says it to a person, with the remedy."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.key)
        self.why = why


def summed_up(faults: Sequence[Text]) -> Text:
    """Return the first of several faults, and how many more there are."""
    first, *more = faults
    return Text("technician.unfit", {"what": first, "more": len(more)}) if more else first
