"""The wheel of fortune, articles 117 to 122: 9 to 60 equal parts, a symbol on each."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from firmware.core.game.bounds import Bound
from firmware.core.game.conditions import FactKind, Facts
from firmware.core.game.instrument_game import InstrumentGame
from firmware.core.game.pack_terms import BetOdds
from firmware.core.games.roulette.roulette import too_few_revolutions
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.money import Odds
from firmware.core.vocabulary.panel import Text

REVOLUTIONS: Final = "turns"
"""The bound of how often the wheel goes round (121)."""
MOST_REVOLUTIONS: Final = 10
PARTS: Final = "parts"
"""The bound of how many parts the wheel has (117)."""
RETURN: Final = "return"
"""The bound of what each part returns in the long run, in per cent (122)."""
MOST_PARTS: Final = 1000

Segments = Mapping[str, Sequence[int]]
"""By symbol: the number of its segments, and its odds to 1."""


class WheelOfFortune(InstrumentGame):
    """One table's wheel, with the layout that its option `segments` gives."""

    BETS = ()
    OPTION_BETS = ("on",)
    REQUIRED_OPTIONS = ("segments",)
    BOUNDS = MappingProxyType(
        {PARTS: Bound(1, MOST_PARTS), RETURN: Bound(0), REVOLUTIONS: Bound(1, MOST_REVOLUTIONS)}
    )
    INSTRUMENT = Instrument("segment", 1, readings=2)
    FACTS = MappingProxyType({"symbol": FactKind.WORD})

    @classmethod
    def places_with(cls, options: Mapping[str, Any]) -> Sequence[str]:
        """Return a place for each symbol, if there are any."""
        segments = options.get("segments")
        return tuple(f"on:{symbol}" for symbol in segments) if isinstance(segments, dict) else ()

    def allows_option(self, option_name: str, option_value: object) -> bool:
        """Segments are symbols, each with two positive numbers: its parts and its odds."""
        if option_name != "segments":
            return super().allows_option(option_name, option_value)
        return (
            isinstance(option_value, dict)
            and bool(option_value)
            and all(self._is_segment(segment) for segment in option_value.values())
        )

    def _is_segment(self, segment: object) -> bool:
        if not isinstance(segment, list) or len(segment) != 2:
            return False
        return all(map(_is_positive, segment)) and segment[0] <= (self.bounds[PARTS].most or 0)

    def option_hint(self, name: str) -> Text | None:
        """Return what segments may be."""
        hint = Text("why.option_segments", self.bounds[PARTS].values)
        return hint if name == "segments" else super().option_hint(name)

    def options_refusal(self, options: Mapping[str, Any]) -> Text | None:
        """Articles 117 and 122."""
        part_count = sum(segment_count for segment_count, _ in options["segments"].values())
        if not self.bounds[PARTS].allows(part_count):
            return Text(
                "why.parts_number", {"number": str(part_count), **self.bounds[PARTS].values}
            )
        for symbol, return_share in returns_by_symbol(options["segments"]).items():
            what = Text("bet.on_n", {"argument": symbol})
            if why := self.bounds[RETURN].return_refusal(return_share, what):
                return why
        return None

    def symbols_refusal(self, symbols: Symbols) -> Text | None:
        """Return the refusal of a symbol that the wheel does not have."""
        if len(symbols) == 1 and symbols[0] in self.options["segments"]:
            return None
        return Text("no_result.segment", {"result": " ".join(symbols)})

    def facts(self, spot: int) -> Facts:  # noqa: ARG002
        """Return the symbol at which the wheel stopped."""
        return {"symbol": self.last_symbols[0]}

    def void_result_reason(self, seen_result: ResultSeen) -> Text | None:
        """Article 121."""
        bound = self.bounds[REVOLUTIONS]
        article = self.cited.cite("result", bound.article)
        return too_few_revolutions(seen_result, bound.least or 0, article)

    def paying_lines(self, bet_name: str) -> Iterable[BetOdds]:
        """Article 120: each symbol at the odds of its segments."""
        _, _, symbol = bet_name.partition(":")
        if symbol in self.options["segments"]:
            yield BetOdds(Odds(self.options["segments"][symbol][1], 1), "120")

    def settle_bets(self, symbols: Symbols) -> None:
        """Article 119: a bet wins if the pointer stops in a part of its symbol."""
        for bet in self.laid_bets():
            _, _, symbol = bet.place.on.partition(":")
            if (symbol,) == symbols:
                self.win(bet, Odds(self.options["segments"][symbol][1], 1), "120")
            else:
                self.lose(bet, "119")


def returns_by_symbol(segments: Segments) -> dict[str, Fraction]:
    """Return the share of its stake that each bet returns in the long run, stake included (122)."""
    part_count = sum(segment_count for segment_count, _ in segments.values())
    return {
        symbol: Fraction(segment_count * (symbol_odds + 1), part_count)
        for symbol, (segment_count, symbol_odds) in segments.items()
    }


def arrange_symbols(segments: Segments) -> list[str]:
    """Return the symbols in order around the wheel, each one's parts spread as evenly as
    possible.
    """
    # each symbol's parts at equal distances; ties go to the symbol with more parts
    segment_places = [
        (Fraction(2 * segment_index + 1, 2 * segment_count), -segment_count, symbol)
        for symbol, (segment_count, _) in segments.items()
        for segment_index in range(segment_count)
    ]
    return [symbol for _, _, symbol in sorted(segment_places)]


def _is_positive(number: object) -> bool:
    return type(number) is int and number > 0


GAME = WheelOfFortune
