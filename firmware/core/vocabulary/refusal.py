"""The one exception for a request that can't be fulfilled."""

from firmware.core.vocabulary.panel import Text


class CannotBeDone(Exception):
    """A request that can't be fulfilled; `why` are words for a person, with the remedy."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.key)
        self.why = why
