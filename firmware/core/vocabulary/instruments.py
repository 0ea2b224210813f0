"""The instruments of games without cards: wheels, dice, balls; and how the dealer keys a result.

A die is keyed by its face, a number by its digits and RESULT. If only the dealer reads the
instrument, he keys `readings` readings, which must agree.
"""

from typing import Final, NamedTuple

from firmware.core.vocabulary.keys import DIGIT_KEYS, Key

Symbols = tuple[str, ...]

HALF_A_THROW_MS: Final = 2_000
"""How long the second die may be waited for: then the first was a slip of the finger."""
HALF_A_NUMBER_MS: Final = 10_000


class Instrument(NamedTuple):
    """How many symbols make a result, whether each is one face, and how often it is keyed."""

    result_kind: str
    """The kind of result: a number, a segment, dice or balls."""
    symbols: int
    keyed_by_face: bool = False
    readings: int = 1

    @property
    def patience_ms(self) -> int:
        """How long a reading may be left half keyed."""
        return HALF_A_THROW_MS if self.keyed_by_face else HALF_A_NUMBER_MS


class KeyedResult(NamedTuple):
    """The dealer's unfinished entry of a result."""

    digits: str = ""
    """Of the number that is being keyed."""
    symbols: Symbols = ()
    """Of the reading that is being keyed."""
    first: Symbols | None = None
    """The first reading, if there must be two."""

    def after_key(self, key: Key, instrument: Instrument) -> "KeyedResult":
        """Return the entry after one more key. A number's digits end with RESULT."""
        if key is Key.END_NUMBER:
            return self._with_number() if self.digits else self
        digit = str(DIGIT_KEYS.index(key))
        if instrument.keyed_by_face:
            return self._replace(symbols=(*self.symbols, digit))
        return self._replace(digits=(self.digits + digit)[-NUMBER_LENGTH:])

    def _with_number(self) -> "KeyedResult":
        """Add the number; keyed a second time it is taken out again."""
        remaining_symbols = tuple(symbol for symbol in self.symbols if symbol != self.digits)
        again = len(remaining_symbols) < len(self.symbols)
        return self._replace(
            digits="", symbols=remaining_symbols if again else (*remaining_symbols, self.digits)
        )

    def whole_reading(self, instrument: Instrument) -> Symbols | None:
        """Return the reading, when it is whole."""
        return self.symbols if len(self.symbols) == instrument.symbols else None


NUMBER_LENGTH: Final = 2
"""The digits of a number."""
