"""The mistakes of a configuration: all of them, each with its key, in the words of a language."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone, summed_up
from firmware.shell.words.words import Words


class ConfigFault(NamedTuple):
    """The mistake in the value under `key`, and its remedy."""

    key: str
    what: Text

    @property
    def words(self) -> Text:
        """Return the fault with its place; one of the whole file has no key."""
        at = Text("config.at", {"where": self.key, "what": self.what})
        return at if self.key else self.what

    def line(self, words: Words) -> str:
        """Return the fault in a language."""
        return words.say(self.words)


class ConfigError(CannotBeDone):
    """The configuration can't be used; `faults` says all that is wrong with it.

    `path` is its file, if it has one.
    """

    def __init__(self, faults: Iterable[ConfigFault], path: Path | None = None) -> None:
        self.faults = list(faults)
        self.path = path
        super().__init__(summed_up([fault.words for fault in self.faults]))

    def __str__(self) -> str:
        return "; ".join(f"{key}: {what.key}" for key, what in self.faults)

    def lines(self, words: Words) -> list[str]:
        """Return the faults, a line each; one of the whole file names that."""
        named = f"{self.path}: " if self.path else ""
        return [("" if fault.key else named) + fault.line(words) for fault in self.faults]


class Faults:
    """The mistakes so far, the keys without a value, and the holder of each unique thing."""

    def __init__(self) -> None:
        self.found: list[ConfigFault] = []
        self._without: set[str] = set()
        self._holders: dict[tuple[str, str | int], str] = {}

    def add(self, key: str, why: str, **values: str | int | Text) -> None:
        """Report a mistake in `key`."""
        self.found.append(ConfigFault(key, Text(f"config.{why}", dict(values))))
        self.without(key)

    def without(self, key: str) -> None:
        """Note that `key` gave no value."""
        self._without.add(key)

    def sound(self, *keys: str) -> bool:
        """Return whether every one of `keys` gave a value, so that they may be held together."""
        return self._without.isdisjoint(keys)

    def hold(self, kind: str, thing: str | int, key: str, said: str) -> None:
        """Reserve a unique thing for `key`, unless another key holds it."""
        if (kind, thing) in self._holders:
            held = Text(f"config.held.{kind}", {"value": said})
            self.add(key, "taken", held=held, other=self._holders[kind, thing])
        else:
            self._holders[kind, thing] = key
