"""The exceptions for a request that can't be fulfilled, and for a value that can't be used."""

from collections.abc import Sequence

from firmware.core.vocabulary.panel import Text


class RequestFailed(Exception):
    """A request that can't be fulfilled; `why` are words for a person, with the remedy."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.key)
        self.why = why


class InvalidValue(ValueError):
    """A value that can't be used; `why` are words with the values that can.

    The reader of the text adds the place of the value, as msgspec does for any ValueError.
    """

    def __init__(self, why: Text) -> None:
        super().__init__(why.key)
        self.why = why


def faults_summary(faults: Sequence[Text]) -> Text:
    """Return the first of several faults, and how many more there are."""
    first, *further_faults = faults
    return (
        Text("technician.unfit", {"what": first, "more": len(further_faults)})
        if further_faults
        else first
    )
