"""The mistakes of a registry's file, each with its place."""

from collections.abc import Sequence
from pathlib import Path

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import InvalidValue, RequestFailed, faults_summary


class RegistryError(RequestFailed):
    """A registry that can't be used; `faults` lists all its mistakes."""

    def __init__(self, faults: Sequence[Text]) -> None:
        super().__init__(faults_summary(faults))
        self.faults = tuple(faults)


def located_mistake(path: Path, reason: Text, line: int | None = None) -> Text:
    """Return a mistake with its place, a line or the whole file."""
    place = str(path) if line is None else f"{path}:{line}"
    return Text("registry.at", {"place": place, "what": reason})


def unfit_field(key: str, **values: str) -> InvalidValue:
    """Return the error for a field; `key` is that of its words."""
    return InvalidValue(Text(key, dict(values)))


def not_text(path: Path, error: UnicodeDecodeError) -> Text:
    """Return the mistake of a file that is no UTF-8."""
    return located_mistake(path, Text("registry.not_utf8", {"byte": str(error.start)}))
