"""The wheel of fortune, articles 117 to 122: 9 to 60 equal parts, a symbol on each."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from firmware.core.game.instrument_game import InstrumentGame
from firmware.core.games.roulette.roulette import too_few
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.money import Odds
from firmware.core.vocabulary.panel import Text

REVOLUTIONS: Final = 3
"""Article 121: the wheel goes round at least so often."""
PARTS: Final = range(9, 61)
"""Article 117."""
LEAST_RETURN: Final = Fraction(75, 100)
"""Article 122."""

Segments = Mapping[str, Sequence[int]]
"""By symbol: the number of its segments, and its odds to 1."""


class WheelOfFortune(InstrumentGame):
    """One table's wheel, with the layout that its option `segments` gives."""

    BETS = ()
    REQUIRED = ("segments",)
    NEEDS = MappingProxyType(
        {"segments": Text("why.option_segments", {"most": str(PARTS[-1]), "article": "117"})}
    )
    INSTRUMENT = Instrument("segment", 1, readings=2)

    @classmethod
    def bets_of(cls, options: Mapping[str, Any]) -> Sequence[str]:
        """Return a place for each symbol, if there are any."""
        segments = options.get("segments")
        return tuple(f"on:{symbol}" for symbol in segments) if isinstance(segments, dict) else ()

    @classmethod
    def allows(cls, name: str, value: object) -> bool:
        """Segments are symbols, each with two positive numbers, the first of them its parts."""
        if name != "segments":
            return super().allows(name, value)
        return isinstance(value, dict) and bool(value) and all(map(_is_segment, value.values()))

    @classmethod
    def forbidden(cls, options: Mapping[str, Any]) -> Text | None:
        """Articles 117 and 122."""
        parts = sum(many for many, _ in options["segments"].values())
        if parts not in PARTS:
            ends = {"least": str(PARTS[0]), "most": str(PARTS[-1])}
            return Text("why.parts_number", {"number": str(parts), **ends, "article": "117"})
        for symbol, back in returns(options["segments"]).items():
            if back < LEAST_RETURN:
                ratio = f"{back.numerator}/{back.denominator}"
                values = {"back_ratio": ratio, "least": "75", "article": "122"}
                return Text(
                    "why.return_low", {"what": Text("bet.on_n", {"argument": symbol}), **values}
                )
        return None

    def unknown(self, symbols: Symbols) -> Text | None:
        """A part that the wheel doesn't have."""
        if len(symbols) == 1 and symbols[0] in self.options["segments"]:
            return None
        return Text("no_result.segment", {"result": " ".join(symbols)})

    def invalid(self, seen: ResultSeen) -> Text | None:
        """Article 121."""
        return too_few(seen, REVOLUTIONS, "121")

    def settle(self, symbols: Symbols) -> None:
        """Article 119: a bet wins if the pointer stops in a part of its symbol."""
        for bet in self.laid_bets():
            _, _, symbol = bet.place.on.partition(":")
            if (symbol,) == symbols:
                self.win(bet, Odds(self.options["segments"][symbol][1], 1), "120")
            else:
                self.lose(bet, "119")


def returns(segments: Segments) -> dict[str, Fraction]:
    """Return the share of its stake that each bet returns in the long run, stake included (122)."""
    parts = sum(many for many, _ in segments.values())
    return {symbol: Fraction(many * (odds + 1), parts) for symbol, (many, odds) in segments.items()}


def arranged(segments: Segments) -> list[str]:
    """Return the symbols round the wheel, each one's parts as far from each other as may be."""
    places = [
        (Fraction(2 * nth + 1, 2 * many), -many, symbol)
        for symbol, (many, _) in segments.items()
        for nth in range(many)
    ]
    return [symbol for _, _, symbol in sorted(places)]


def _is_segment(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 2 or not all(map(_is_above_nothing, value)):
        return False
    return int(value[0]) <= PARTS[-1]


def _is_above_nothing(value: object) -> bool:
    return type(value) is int and value > 0


GAME = WheelOfFortune
