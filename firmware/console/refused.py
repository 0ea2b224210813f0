"""Why a command can't be done."""

from firmware.core.vocabulary.panel import Text


class Refused(Exception):
    """A command can't be done; `why` in words, with the remedy."""

    def __init__(self, key: str, /, **values: str | int | Text) -> None:
        super().__init__(key)
        self.why = Text(key, dict(values))
