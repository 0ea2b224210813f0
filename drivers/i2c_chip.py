"""The description of an I2C chip beside its driver: its addresses and its wire trace."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from drivers.spelling import Speller

LOW_HIGH = ("0", "1")


@dataclass(frozen=True)
class I2cChip:
    """A kind of chip, named by the word that stands for it in the configuration.

    It is the `CHIP` of its driver; its far end is `far_end` of `sim.chips.<word>`.
    """

    word: str
    addresses: Sequence[int]
    """Those that it can be set to, lowest first."""
    trace: Callable[[], Speller]
    terminals: Sequence[str] = ()
    """Its inputs or outputs, in the order in which the configuration numbers them."""
    straps: tuple[str, ...] = ()
    """The pins that set its address, highest first."""
    levels: tuple[str, ...] = LOW_HIGH
    """The possible connections of each of these pins, from the lowest address on."""

    def strapped(self, address: int) -> str:
        """Say how its pins are wired for an address: A2 A1 A0 = 0 0 1."""
        if not self.straps:
            return ""
        above = address - self.addresses[0]
        wired: list[str] = []
        for _ in self.straps:
            above, level = divmod(above, len(self.levels))
            wired.insert(0, self.levels[level])
        return f"{' '.join(self.straps)} = {' '.join(wired)}"


def chips_of(package: str, words: Iterable[str]) -> tuple[Any, ...]:
    """Return the `CHIP` of each module of a package that is named after a chip."""
    return tuple(import_module(f"{package}.{word}").CHIP for word in words)
