"""The mistakes of a configuration: all of them, each with its key, in the words of a language."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed, faults_summary
from firmware.shell.words.house_words import NO_HOUSE, HouseWords
from firmware.shell.words.words import Words

RESERVED_WORDS: Final = {
    "pin": "config.held.pin",
    "address": "config.held.address",
    "port": "config.held.port",
    "input": "config.held.input",
    "meaning": "config.held.meaning",
    "antenna": "config.held.antenna",
    "file": "config.held.file",
    "hall_table": "config.held.hall_table",
}
"""The words of what only one key can hold, by its kind."""


class ConfigFault(NamedTuple):
    """The mistake in the value under `key`, and its remedy."""

    key: str
    reason: Text

    @property
    def full_text(self) -> Text:
        """Return the fault with its place; one of the whole file has no key."""
        placed_text = Text("config.at", {"where": self.key, "what": self.reason})
        return placed_text if self.key else self.reason

    def rendered(self, words: Words) -> str:
        """Return the fault in a language."""
        return words.render(self.full_text)


class ConfigError(RequestFailed):
    """The configuration can't be used; `faults` has every mistake in it.

    `path` is its file, if it has one, and `house` the words of its rule pack.
    """

    def __init__(
        self,
        faults: Iterable[ConfigFault],
        path: Path | None = None,
        house: HouseWords = NO_HOUSE,
    ) -> None:
        self.faults = list(faults)
        self.path, self.house = path, house
        super().__init__(faults_summary([fault.full_text for fault in self.faults]))

    def __str__(self) -> str:
        return "; ".join(f"{key}: {reason.key}" for key, reason in self.faults)

    def rendered_lines(self, words: Words) -> list[str]:
        """Return the faults, a line each; one of the whole file names that."""
        path_prefix = f"{self.path}: " if self.path else ""
        words = words.for_house(self.house) if self.house else words
        return [("" if fault.key else path_prefix) + fault.rendered(words) for fault in self.faults]


class Holder(NamedTuple):
    """The key that holds a unique thing, and the words by which a later one is refused."""

    key: str
    refusal: str


class ConfigFaults:
    """The mistakes so far, the keys without a value, and the holder of each unique thing."""

    def __init__(self) -> None:
        self.found: list[ConfigFault] = []
        self._missing_keys: set[str] = set()
        self._holders: dict[tuple[str, str | int], Holder] = {}

    def add_fault(self, key: str, reason: str, **values: str | int | Text) -> None:
        """Report a mistake in `key`; `reason` is the key of its words."""
        self.found.append(ConfigFault(key, Text(reason, dict(values))))
        self.note_missing(key)

    def note_missing(self, key: str) -> None:
        """Note that `key` gave no value."""
        self._missing_keys.add(key)

    def are_sound(self, *keys: str) -> bool:
        """Return whether every one of `keys` gave a value, so that they may be held together."""
        return self._missing_keys.isdisjoint(keys)

    def reserve(
        self,
        resource_kind: str,
        resource: str | int,
        key: str,
        displayed: str,
        refusal: str = "config.taken",
    ) -> None:
        """Reserve a unique thing for `key`, unless another key holds it.

        `refusal` is the key of the words by which a later one is refused.
        """
        holder = self._holders.get((resource_kind, resource))
        if holder is None:
            self._holders[resource_kind, resource] = Holder(key, refusal)
        else:
            reserved_text = Text(RESERVED_WORDS[resource_kind], {"value": displayed})
            self.add_fault(key, holder.refusal, held=reserved_text, other=holder.key)
