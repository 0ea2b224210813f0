"""An act that is impossible at the table's present state."""

from firmware.core.vocabulary.panel import Text


class Unfit(Exception):
    """It can't be done now, and why."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.key)
        self.why = why
