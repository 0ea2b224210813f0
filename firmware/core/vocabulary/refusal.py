"""The one exception for a request that can't be fulfilled."""

from collections.abc import Sequence

from firmware.core.vocabulary.panel import Text


class CannotBeDone(Exception):
    """A request that can't be fulfilled; `why` are words for a person, with the remedy."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.key)
        self.why = why


def summed_up(faults: Sequence[Text]) -> Text:
    """Return the first of several faults, and how many more there are."""
    first, *more = faults
    return Text("technician.unfit", {"what": first, "more": len(more)}) if more else first
