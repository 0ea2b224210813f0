"""The instruments of games without cards: wheels, dice, balls; and how the dealer keys a result.

A die is keyed by its face, a number by its digits and RESULT. If only the dealer reads the
instrument, he keys `readings` readings, which must agree.
"""

from typing import Final, NamedTuple

from firmware.core.vocabulary.keys import DIGITS, Key

Symbols = tuple[str, ...]

HALF_A_THROW_MS: Final = 2_000
"""How long the second die may be waited for: then the first was a slip of the finger."""
HALF_A_NUMBER_MS: Final = 10_000


class Instrument(NamedTuple):
    """How many symbols make a result, whether each is one face, and how often it is keyed."""

    step: str
    """The kind of result: a number, a segment, dice or balls."""
    symbols: int
    faces: bool = False
    readings: int = 1

    @property
    def patience_ms(self) -> int:
        """How long a reading may be left half keyed."""
        return HALF_A_THROW_MS if self.faces else HALF_A_NUMBER_MS


class Keyed(NamedTuple):
    """The dealer's unfinished entry of a result."""

    digits: str = ""
    """Of the number that is being keyed."""
    symbols: Symbols = ()
    """Of the reading that is being keyed."""
    first: Symbols | None = None
    """The first reading, if there must be two."""

    def press(self, key: Key, instrument: Instrument) -> "Keyed":
        """Return the entry after one more key. A number's digits end with RESULT."""
        if key is Key.RESULT:
            return self._with_number() if self.digits else self
        digit = str(DIGITS.index(key))
        if instrument.faces:
            return self._replace(symbols=(*self.symbols, digit))
        return self._replace(digits=(self.digits + digit)[-LONGEST:])

    def _with_number(self) -> "Keyed":
        """Add the number; keyed a second time it is taken out again."""
        others = tuple(symbol for symbol in self.symbols if symbol != self.digits)
        again = len(others) < len(self.symbols)
        return self._replace(digits="", symbols=others if again else (*others, self.digits))

    def read(self, instrument: Instrument) -> Symbols | None:
        """Return the reading, when it is whole."""
        return self.symbols if len(self.symbols) == instrument.symbols else None


LONGEST: Final = 2
"""The digits of a number."""
