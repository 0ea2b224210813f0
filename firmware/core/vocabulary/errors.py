"""The error of an action that is forbidden at the moment."""

from firmware.core.vocabulary.panel import Text


class Forbidden(Exception):
    """An action that the moment forbids; raised before anything has changed."""

    def __init__(self, why: Text | str, **values: str | int | Text) -> None:
        self.why = why if isinstance(why, Text) else Text(why, values)
        super().__init__(self.why.key)
