"""Roulette, articles 68 to 74: French, American, English; 37 numbers or 38."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from firmware.core.game.conditions import FactKind, Facts
from firmware.core.game.instrument_game import InstrumentGame
from firmware.core.game.limits import BetLimits, BetRefusal, TotalLimit
from firmware.core.game.pack import GameRules
from firmware.core.games.roulette.layout import (
    INSIDE_BETS,
    OUTSIDE_BETS,
    RED_NUMBERS,
    TOP_LINE,
    ZEROS,
    canonical,
    layout_places,
    numbers_of,
)
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place, Stack

ZERO: Final = "zero"
"""The switch: what becomes of even chances at zero."""
LOSE: Final = "lose"
HALF: Final = "half"
"""Half of the stake goes back."""
PRISON: Final = "prison"
"""The stake stays for the next spin: it goes back if it wins then; another zero leaves it there."""
PRISON_ONCE: Final = "prison_once"
"""The same, but another zero takes it."""
BALL_TURNS: Final = "turns"
"""The switch: how often the ball goes round at least."""
QUEBECS_TURNS: Final = 7
"""Article 74."""
EVEN_CHANCES: Final = frozenset(("low", "high", "even", "odd", "red", "black"))
RUN_LENGTHS: Final[Mapping[str, int]] = {"twice": 2, "thrice": 3}
"""Article 72.1: how often in a row the number must come."""
LIMITED_GROUPS: Final = MappingProxyType(
    {"inside": frozenset(INSIDE_BETS), "outside": frozenset(OUTSIDE_BETS)}
)
"""Article 72: the bets that a table may limit together."""
PAID_FIRST: Final = (
    *("column", "high", "odd", "black", "red", "even", "low", "dozen"),
    *("six_line", "street", "corner", TOP_LINE, "split", "straight", "twice", "thrice"),
)
"""The order of payment of the French rules (arrêté of 23 December 1959)."""
TOTAL_WORDS: Final[Mapping[str, str]] = {"inside": "total.inside", "outside": "total.outside"}
"""The message keys of the groups of bets that may be limited together (72)."""

COLOUR_KEYS: Final[Mapping[str, str]] = {"red": "colour.red", "black": "colour.black"}


class Roulette(InstrumentGame):
    """One table's roulette. A doubled or tripled number is carried over while it hits."""

    BETS = (*layout_places(38), *layout_places(37))
    BETS_WITH_ODDS = (
        *INSIDE_BETS,
        "top_line_american",
        *OUTSIDE_BETS,
        "twice",
        "twice_beside_thrice",
        "thrice",
    )
    OWN_OPTIONS = MappingProxyType(
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
    COLOUR_CHIPS = True
    SWITCHES = MappingProxyType(
        {
            ZERO: (LOSE, HALF, PRISON, PRISON_ONCE),
            BALL_TURNS: (
                QUEBECS_TURNS,
                *(other for other in range(1, 11) if other != QUEBECS_TURNS),
            ),
        }
    )
    FACTS = MappingProxyType(
        {"number": FactKind.WORD, "zero": FactKind.TRUTH, "colour": FactKind.WORD}
    )
    INSTRUMENT = Instrument("number", 1, readings=2)

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        """Raise OptionRefused on an option that the articles do not know."""
        super().__init__(rules, options)
        self.numbers_on_table = numbers_of(self.options["numbers"])
        self.covered_numbers = layout_places(self.options["numbers"])
        zero_switch = self.rules.switches.get(ZERO)
        self._zero_article = zero_switch.article if zero_switch else ""
        if self.options[ZERO] == HALF:
            self.HALF_GIVEN_UP = dict.fromkeys(EVEN_CHANCES, self._zero_article)
        self.hits: dict[Stack, int] = {}
        """The hits of carried-over bets so far."""

    def allows_option(self, option_name: str, option_value: object) -> bool:
        """A total has a minimum and a maximum, in cents."""
        if option_name != "totals":
            return super().allows_option(option_name, option_value)
        if not isinstance(option_value, dict):
            return False
        return option_value.keys() <= LIMITED_GROUPS.keys() and all(
            map(_are_limits, option_value.values())
        )

    @classmethod
    def places_with(cls, options: Mapping[str, Any]) -> Sequence[str]:
        """Return the layout, and each number twice and thrice if offered."""
        numbers_on_table = options.get("numbers", 37)
        run_names = [bet_name for bet_name in RUN_LENGTHS if options.get(bet_name)]
        return (
            *layout_places(numbers_on_table),
            *(
                f"{run_name}:{number}"
                for run_name in run_names
                for number in numbers_of(numbers_on_table)
            ),
        )

    @property
    def total_limits(self) -> tuple[TotalLimit, ...]:
        """Article 72: the limits on one player's inside bets together, and on his outside bets."""
        return tuple(
            TotalLimit(
                TOTAL_WORDS[total_name],
                LIMITED_GROUPS[total_name],
                BetLimits(*total_limits),
                self.cited.cite("limits", article_of_totals(self.options)),
            )
            for total_name, total_limits in self.options["totals"].items()
        )

    @property
    def has_colour_chips(self) -> bool:
        """Articles 70 and 71: chips without value, but at the French table."""
        return bool(self.options["kind"] != "french")

    @property
    def chips_are_personal(self) -> bool:
        """Article 70, of the American and the English table."""
        return self.has_colour_chips and bool(self.options["own_chips"])

    def canonical_name(self, bet_name: str) -> str:
        """A place's name is independent of the order of its numbers."""
        return canonical(bet_name)

    # bets

    def chips_refusal(self, bet_stack: Stack, amount_cents: Cents) -> BetRefusal | None:
        """Article 72.1: with doubled numbers, outside bets only if the table allows them."""
        has_runs = any(self.options[run_name] for run_name in RUN_LENGTHS)
        is_outside = base_bet_name(bet_stack[0].on) in OUTSIDE_BETS
        if is_outside and has_runs and not self.options["outside_with_twice"]:
            return self._bet_refusal(bet_stack, ("why.no_outside", "72.1"))
        return super().chips_refusal(bet_stack, amount_cents)

    def change_refusal(self, bet_stack: Stack, amount_cents: Cents) -> BetRefusal | None:
        """A bet that is carried over may not be changed until it is settled."""
        if amount_cents == self.carried[bet_stack]:
            return None
        if _is_even_chance(bet_stack[0].on):
            return self._bet_refusal(bet_stack, ("why.in_prison", self._zero_article))
        return self._bet_refusal(bet_stack, ("why.has_hit", "72.1"))

    # the spin

    def facts(self, spot: int) -> Facts:  # noqa: ARG002
        """Return the facts of the number; the colour of a zero is green."""
        return number_facts(self.last_symbols[0])

    @classmethod
    def possible_facts(cls) -> Sequence[Facts]:
        """Return the facts of every number of the larger table."""
        return [number_facts(number) for number in numbers_of(38)]

    def symbols_refusal(self, symbols: Symbols) -> Text | None:
        """The wheel has the numbers of article 68 and no others."""
        if len(symbols) == 1 and symbols[0] in self.numbers_on_table:
            return None
        return Text("no_result.number", {"result": " ".join(symbols)})

    def void_result_reason(self, seen_result: ResultSeen) -> Text | None:
        """Article 74, or as many turns as the house has."""
        switch = self.rules.switches.get(BALL_TURNS)
        article = switch.article if switch else self.cited.cite("result", "74")
        return too_few_revolutions(seen_result, self.options[BALL_TURNS], article)

    def settle_bets(self, symbols: Symbols) -> None:
        """Articles 72 and 72.1, in the order of payment."""
        (number,) = symbols
        # only bets that hit again are carried over once more
        former_hits, self.hits = self.hits, {}
        for bet in in_payment_order(self.laid_bets(), PAID_FIRST):
            if base_bet_name(bet.place.on) in RUN_LENGTHS:
                self._settle_run(bet, number, former_hits.get((bet.place, bet.bettor), 0))
            elif (bet.place, bet.bettor) in self.carried:
                self._settle_prisoner(bet, number)
            elif number in self.covered_numbers[bet.place.on]:
                self.pay(bet, self._paid_as(base_bet_name(bet.place.on)))
            else:
                self._lose_to(bet, number)

    def _lose_to(self, bet: Bet, number: str) -> None:
        """Article 72; at a house that has it so, a zero takes half of an even chance, or leaves it
        for the next spin.
        """
        is_of_zero = number in ZEROS and _is_even_chance(bet.place.on)
        if not is_of_zero or self.options[ZERO] == LOSE:
            self.lose(bet, "72")
        elif self.options[ZERO] == HALF:
            half = self.rounding.payment(bet.cents, 2)
            self.lose(bet, self._zero_article, returned=half)

    def _settle_prisoner(self, bet: Bet, number: str) -> None:
        """An even chance that a zero has left goes back or is lost; by the switch another zero
        leaves it once more.
        """
        if number in self.covered_numbers[bet.place.on]:
            self.push(bet, self._zero_article)
        elif number not in ZEROS or self.options[ZERO] == PRISON_ONCE:
            self.lose(bet, self._zero_article)

    def paid_as(self, bet_name: str) -> Sequence[str]:
        """Return the name of a bet's payment in the pack."""
        return (self._paid_as(base_bet_name(bet_name)),)

    def _paid_as(self, bet_name: str) -> str:
        """Return the name of a bet's payment in the pack (72 2° e, 72.1)."""
        if bet_name == TOP_LINE and self.options["numbers"] == 38:
            return "top_line_american"
        return "twice_beside_thrice" if bet_name == "twice" and self.options["thrice"] else bet_name

    def _settle_run(self, bet: Bet, number: str, hit_count: int) -> None:
        """Article 72.1: lost at the first miss, won after as many hits as were bet on."""
        bet_name, _, chosen_number = bet.place.on.partition(":")
        if number != chosen_number:
            self.lose(bet, "72.1")
        elif hit_count + 1 == RUN_LENGTHS[bet_name]:
            self.pay(bet, self._paid_as(bet_name))
        else:
            self.hits[bet.place, bet.bettor] = hit_count + 1

    def void(self) -> None:
        """Carry nothing over from a voided round."""
        super().void()
        self.hits = {}

    @property
    def memory(self) -> dict[str, Any]:
        """Also the hits of carried-over bets."""
        hit_records = [
            [*place, bettor, hit_records] for (place, bettor), hit_records in self.hits.items()
        ]
        return super().memory | ({"hits": hit_records} if hit_records else {})

    def remember(self, memory: Mapping[str, Any]) -> None:
        """Restore `memory`."""
        super().remember(memory)
        self.hits = {
            (Place(spot, bet_name), bettor): hit_count
            for spot, bet_name, bettor, hit_count in memory.get("hits", ())
        }

    def status_lines(self) -> tuple[Text, ...]:
        """Return the spots of even chances that wait for the next spin."""
        waiting = self.carries if self.finished else self.carried
        spots = sorted({place.spot for place, _ in waiting if _is_even_chance(place.on)})
        return (Text("told.prison", {"spots": ", ".join(map(str, spots))}),) if spots else ()

    def result(self) -> Text:
        """Return the number and its colour, as announced."""
        number = self.last_symbols[0]
        if number in ZEROS:
            return Text("result.number_zero", {"number": number})
        return Text(
            "result.number", {"number": number, "colour": Text(COLOUR_KEYS[colour_of(number)])}
        )


def _is_even_chance(on: str) -> bool:
    return base_bet_name(on) in EVEN_CHANCES


def number_facts(number: str) -> Facts:
    """Return the facts of a number."""
    return {"number": number, "zero": number in ZEROS, "colour": colour_of(number)}


def colour_of(number: str) -> str:
    """Return `red`, `black` or, of a zero, `green`."""
    if number in ZEROS:
        return "green"
    return "red" if int(number) in RED_NUMBERS else "black"


def article_of_totals(options: Mapping[str, Any]) -> str:
    """Article 72 has the French and the English table display the limits; article 3 binds any
    table.
    """
    return "3" if options["kind"] == "american" else "72"


def _are_limits(limit_pair: object) -> bool:
    return (
        isinstance(limit_pair, list)
        and [type(amount_cents) for amount_cents in limit_pair] == [int, int]
        and 0 < limit_pair[0] <= limit_pair[1]
    )


def too_few_revolutions(seen_result: ResultSeen, min_revolutions: int, article: str) -> Text | None:
    """Return why a spin does not count, if its revolutions are known and too few (74, 121)."""
    if seen_result.revolutions is None or seen_result.revolutions >= min_revolutions:
        return None
    text_values = {
        "revolutions": str(seen_result.revolutions),
        "least": str(min_revolutions),
        "article": article,
    }
    return Text("no_result.revolutions", text_values)


def in_payment_order(table_bets: Iterable[Bet], bet_names: Sequence[str]) -> list[Bet]:
    """Return bets in the order of payment, spot by spot within one name."""
    return sorted(
        table_bets, key=lambda bet: (bet_names.index(base_bet_name(bet.place.on)), bet.place.spot)
    )


GAME = Roulette
