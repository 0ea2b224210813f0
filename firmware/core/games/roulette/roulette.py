"""Roulette, articles 68 to 74: French, American, English; 37 numbers or 38."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from firmware.core.game.instrument_game import InstrumentGame
from firmware.core.game.limits import BetLimits, Refusal, Total
from firmware.core.game.pack import GameRules
from firmware.core.games.roulette.layout import (
    INSIDE,
    OUTSIDE,
    RED,
    TOP_LINE,
    canonical,
    layout,
    numbers_of,
)
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import Bet, base_name

REVOLUTIONS: Final = 7
"""Article 74: the ball goes round at least so often."""
RUNS: Final[Mapping[str, int]] = {"twice": 2, "thrice": 3}
"""Article 72.1: how often in a row the number must come."""
TOTALS: Final = MappingProxyType({"inside": frozenset(INSIDE), "outside": frozenset(OUTSIDE)})
"""Article 72: the bets that a table may limit together."""
PAID_FIRST: Final = (
    *("column", "high", "odd", "black", "red", "even", "low", "dozen"),
    *("six_line", "street", "corner", TOP_LINE, "split", "straight", "twice", "thrice"),
)
"""The order of payment of the French rules (arrêté of 23 December 1959)."""


class Roulette(InstrumentGame):
    """One table's roulette. A doubled or tripled number is carried over while it hits."""

    BETS = (*layout(38), *layout(37))
    PAYS = (*INSIDE, "top_line_american", *OUTSIDE, "twice", "twice_beside_thrice", "thrice")
    OPTIONS = MappingProxyType(
        {
            "numbers": (37, 38),
            "kind": ("french", "american", "english"),
            "twice": (False, True),
            "thrice": (False, True),
            "outside_with_twice": (False, True),
            "own_chips": (False, True),
            "totals": ({},),
        }
    )
    COLOURS = True
    INSTRUMENT = Instrument("number", 1, readings=2)

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        """Raise OptionRefused on an option that the articles do not know."""
        super().__init__(rules, options)
        self.numbers = numbers_of(self.options["numbers"])
        self.covered = layout(self.options["numbers"])
        self.hits: dict[Stack, int] = {}
        """The hits of carried-over bets so far."""

    @classmethod
    def allows(cls, name: str, value: object) -> bool:
        """A total has a minimum and a maximum, in cents."""
        if name != "totals":
            return super().allows(name, value)
        if not isinstance(value, dict):
            return False
        return value.keys() <= TOTALS.keys() and all(map(_are_limits, value.values()))

    @classmethod
    def bets_of(cls, options: Mapping[str, Any]) -> Sequence[str]:
        """Return the layout, and each number twice and thrice if offered."""
        numbers = options.get("numbers", 37)
        runs = [name for name in RUNS if options.get(name)]
        return (*layout(numbers), *(f"{run}:{n}" for run in runs for n in numbers_of(numbers)))

    @property
    def totals(self) -> tuple[Total, ...]:
        """Article 72: what one player has inside, and outside; if the table limits it."""
        return tuple(
            Total(name, TOTALS[name], BetLimits(*ends), article_of_totals(self.options))
            for name, ends in self.options["totals"].items()
        )

    @property
    def colours(self) -> bool:
        """Articles 70 and 71: chips without value, but at the French table."""
        return bool(self.options["kind"] != "french")

    @property
    def own_chips(self) -> bool:
        """Article 70, of the American and the English table."""
        return self.colours and bool(self.options["own_chips"])

    def canonical(self, on: str) -> str:
        """A place's name is independent of the order of its numbers."""
        return canonical(on)

    # bets

    def refuses(self, stack: Stack, cents: Cents) -> Refusal | None:
        """Article 72.1: with doubled numbers, outside bets only if the table allows them."""
        runs = any(self.options[run] for run in RUNS)
        outside = base_name(stack[0].on) in OUTSIDE
        if outside and runs and not self.options["outside_with_twice"]:
            return self._refusal(stack, ("why.no_outside", "72.1"))
        return super().refuses(stack, cents)

    def binds(self, stack: Stack, cents: Cents) -> Refusal | None:
        """A number that has come once may not be changed until it is settled."""
        if cents == self.carried[stack]:
            return None
        return self._refusal(stack, ("why.has_hit", "72.1"))

    # the spin

    def unknown(self, symbols: Symbols) -> Text | None:
        """The wheel has the numbers of article 68 and no others."""
        if len(symbols) == 1 and symbols[0] in self.numbers:
            return None
        return Text("no_result.number", {"result": " ".join(symbols)})

    def invalid(self, seen: ResultSeen) -> Text | None:
        """Article 74."""
        return too_few(seen, REVOLUTIONS, "74")

    def settle(self, symbols: Symbols) -> None:
        """Articles 72 and 72.1, in the order of payment."""
        (number,) = symbols
        hits, self.hits = self.hits, {}
        for bet in in_order(self.laid_bets(), PAID_FIRST):
            if base_name(bet.place.on) in RUNS:
                self._run(bet, number, hits.get((bet.place, bet.bettor), 0))
            elif number in self.covered[bet.place.on]:
                self.pay(bet, self._paid_as(base_name(bet.place.on)))
            else:
                self.lose(bet, "72")

    def _paid_as(self, name: str) -> str:
        """Return the name of a bet's payment in the pack (72 2° e, 72.1)."""
        if name == TOP_LINE and self.options["numbers"] == 38:
            return "top_line_american"
        return "twice_beside_thrice" if name == "twice" and self.options["thrice"] else name

    def _run(self, bet: Bet, number: str, hits: int) -> None:
        """Article 72.1: lost at the first miss, won when it has come as often as was bet."""
        name, _, chosen = bet.place.on.partition(":")
        if number != chosen:
            self.lose(bet, "72.1")
        elif hits + 1 == RUNS[name]:
            self.pay(bet, self._paid_as(name))
        else:
            self.hits[bet.place, bet.bettor] = hits + 1

    def void(self) -> None:
        """Carry nothing over from a voided round."""
        super().void()
        self.hits = {}

    @property
    def memory(self) -> dict[str, Any]:
        """Besides: the hits of carried-over numbers."""
        hits = [[*place, bettor, hits] for (place, bettor), hits in self.hits.items()]
        return super().memory | ({"hits": hits} if hits else {})

    def remember(self, memory: Mapping[str, Any]) -> None:
        """Take `memory` over."""
        super().remember(memory)
        self.hits = {(Place(spot, on), who): n for spot, on, who, n in memory.get("hits", ())}

    def result(self) -> Text:
        """Return the number and its colour, as announced."""
        number = self.shown[0]
        if number in ("0", "00"):
            return Text("result.number_zero", {"number": number})
        colour = Text("colour.red" if int(number) in RED else "colour.black")
        return Text("result.number", {"number": number, "colour": colour})


def article_of_totals(options: Mapping[str, Any]) -> str:
    """Article 72 has the French and the English table show the limits; 3 binds any table."""
    return "3" if options["kind"] == "american" else "72"


def _are_limits(value: object) -> bool:
    return (
        isinstance(value, list)
        and [type(cents) for cents in value] == [int, int]
        and 0 < value[0] <= value[1]
    )


def too_few(seen: ResultSeen, least: int, article: str) -> Text | None:
    """Return why a spin does not count, if the number of turns is known (74, 121)."""
    if seen.revolutions is None or seen.revolutions >= least:
        return None
    values = {"revolutions": str(seen.revolutions), "least": str(least), "article": article}
    return Text("no_result.revolutions", values)


def in_order(bets: Iterable[Bet], names: Sequence[str]) -> list[Bet]:
    """Return bets in the order of payment, spot by spot within one name."""
    return sorted(bets, key=lambda bet: (names.index(base_name(bet.place.on)), bet.place.spot))


GAME = Roulette
