"""A game's numbers as a rule pack gives them, each with its article."""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, Literal

import msgspec

from firmware.core.game.articles import Articles, Citations, citations
from firmware.core.game.bounds import Bound, bound_faults
from firmware.core.game.declared_bet import DeclaredBet, term_faults
from firmware.core.game.traits import GameTraits
from firmware.core.vocabulary.money import Cents, Commission, Direction, Odds
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import base_bet_name

HAND: Final = "hand"
"""All that one player is paid at one spot in a round."""
ROUND: Final = "round"
"""All that a table pays in a round."""
TOTALS: Final = (HAND, ROUND)


class PackChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many packs a game may be dealt from."""

    least: int
    most: int
    usual: int
    article: str
    only: tuple[int, ...] = ()
    """The numbers allowed, if not all in between."""

    @property
    def allowed(self) -> Iterable[int]:
        """Every number allowed."""
        return self.only or range(self.least, self.most + 1)


class BetOdds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The payment of a winning bet, and its article."""

    odds: Odds
    article: str


class CommissionShare(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A commission as a rule pack writes it; `percent` may have decimals."""

    percent: int | float
    step_cents: Cents = Cents(1)
    article: str = ""
    when: Literal["placed", "won"] = "placed"
    """Whether a bet owes it in any case, or only if it wins."""
    rounding: Direction = "up"
    """How the stake is rounded to a multiple of the step, and the share to the cent."""
    none: bool = False
    """Whether there is none, though the pack that this one extends has one."""

    @property
    def ratio(self) -> Odds:
        """The share as whole numbers, 9 to 200 for 4.5 per cent."""
        whole, parts = Fraction(str(self.percent)).as_integer_ratio()
        return Odds(whole, parts * 100)


class FixedStake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stake of one amount."""

    cents: Cents
    article: str


class SeatLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many spots a table may have."""

    most: int
    article: str | None = None
    """None if no article limits them: a table of this program has no more lights."""


class PayTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The payment of each hand: at odds, a prize in cents, or per cent of the jackpot."""

    article: str
    odds: dict[str, Odds] = {}
    prizes: dict[str, Cents] = {}
    lot: dict[str, int] = {}

    @property
    def lines(self) -> list[str]:
        """Every hand that it names."""
        return [*self.odds, *self.prizes, *self.lot]

    def without(self, hands: Collection[str]) -> "PayTable":
        """Return the table without the lines of these hands."""
        odds = {hand: odds for hand, odds in self.odds.items() if hand not in hands}
        return msgspec.structs.replace(self, odds=odds)

    def pays(self, hand: str) -> bool:
        """Return whether the hand has a line."""
        return hand in self.odds or hand in self.prizes or hand in self.lot


class Switch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option of a game that a rule pack allows, and what a table has that doesn't set it."""

    allowed: list[str | int | bool]
    usual: str | int | bool
    article: str = ""


class PayoutLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The most that is paid for a bet, a hand or a round."""

    cents: Cents | None = None
    """At every table, which may have less; None if each table may have one."""
    article: str = ""


class StakeMultiple(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The most of a bet, as a multiple of another stake of the same player, by the point."""

    times_of: str
    by_point: dict[str, int]
    article: str = ""


NamedTable = dict[str, Odds]
"""The lines of a pay table that a table may choose."""


class GameRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's numbers, by bet, by table, by hand."""

    seats: SeatLimit
    seats_of_kind: dict[str, SeatLimit] = {}
    """Other seats of a table whose option `kind` is one of these."""
    decks: PackChoice | None = None
    """None for a game without cards."""
    pays: dict[str, BetOdds] = {}
    commission: dict[str, CommissionShare] = {}
    stakes: dict[str, FixedStake] = {}
    """Bets of one fixed amount."""
    tables: dict[str, PayTable] = {}
    pay_tables: dict[str, dict[str, NamedTable]] = {}
    """By pay table of the game: others by their names, of which a table chooses one. A line that
    one doesn't name is as in `tables`.
    """
    bets: dict[str, DeclaredBet] = {}
    """Bets that the pack declares, or amends."""
    without: tuple[str, ...] = ()
    """Bets of the game that are not offered."""
    switches: dict[str, Switch] = {}
    limits: dict[str, StakeMultiple] = {}
    """The most of bets that is a multiple of others, as odds are of the line."""
    max_payout: dict[str, PayoutLimit] = {}
    """By bet, and under `hand` and `round` by all bets of a player there and of the table."""
    bounds: dict[str, Bound] = {}
    """Legal minima and maxima of numbers that a table sets."""
    sections: dict[str, str] = {}
    """The articles of a game that cites none itself, by their subject."""
    articles: Articles | None = None
    """Its own articles in place of Québec's that the program cites; None to cite those."""

    @property
    def citations(self) -> Citations:
        """The articles by which this game is refused and settled."""
        return citations(self.articles, msgspec.to_builtins(self) if self.articles else {})

    def seats_at(self, options: Mapping[str, Any]) -> SeatLimit:
        """Return the spots that a table with these options may have."""
        kind = options.get("kind")
        return self.seats_of_kind.get(kind, self.seats) if isinstance(kind, str) else self.seats

    @property
    def pay_table_names(self) -> Mapping[str, tuple[str, ...]]:
        """By bet, the pay tables of which a table may choose one; the first is the usual one."""
        declared = {on: tuple(bet.pay_tables) for on, bet in self.bets.items() if bet.pay_tables}
        return {on: tuple(tables) for on, tables in self.pay_tables.items()} | declared

    def with_pay_tables(self, chosen: Mapping[str, str]) -> "GameRules":
        """Return the rules of a table that has chosen these pay tables, by bet; declared bets too
        have theirs among `tables` and `pays` then.
        """
        tables, pays = dict(self.tables), dict(self.pays)
        for on, named in self.pay_tables.items():
            lines = named[chosen.get(on, next(iter(named)))]
            table = tables.get(on, PayTable(""))
            tables[on] = msgspec.structs.replace(table, odds={**table.odds, **lines})
        for on, bet in self.bets.items():
            lines = bet.paying_lines(chosen.get(on))
            if bet.amends:
                continue
            if len(bet.lines) == 1 and "" in lines:
                pays[on] = BetOdds(lines[""], bet.article)
            else:
                tables[on] = PayTable(bet.article, lines, bet.prizes)
        return msgspec.structs.replace(self, tables=tables, pays=pays)

    def _option_faults(self, game: type[GameTraits]) -> list[Text]:
        known_options = {*game.OWN_OPTIONS, *game.REQUIRED_OPTIONS}
        named_options = self.articles.options if self.articles else ()
        return _surplus("articles.options", known_options, named_options)

    @property
    def payment_caps(self) -> dict[str, Cents]:
        """The maximum payments at every table of the house."""
        limits = self.max_payout.items()
        return {on: limit.cents for on, limit in limits if limit.cents is not None}

    @property
    def commissions(self) -> Mapping[str, Commission]:
        """The commissions, ready to be taken."""
        return {
            bet: Commission(share.ratio.win, share.step_cents, share.ratio.stake, share.rounding)
            for bet, share in self.commission.items()
        }

    def missing_bets(self, game: type[GameTraits]) -> frozenset[str]:
        """Return the bets that a table can't offer: those that the pack excludes, and the side
        bets for which it has no number.
        """
        numbered = {*self.pays, *self.stakes, *map(_bet_of_table, self.tables), *self.tables}
        side_bets = {*game.SIDE_BETS, *game.HIDDEN_SIDE_BETS}
        return frozenset({*self.without, *(side_bets - numbered)})

    def faults(self, game: type[GameTraits]) -> list[Text]:
        """Return the mistakes of the pack, compared with the game's bets and hands. A table may
        lack a line, which then loses.
        """
        missing, known_bets = self.missing_bets(game), {*map(base_bet_name, game.BETS)}
        expected = {bet for bet in game.BETS_WITH_ODDS if bet not in missing}
        expected_tables = {
            name for name in game.PAY_TABLES if missing.isdisjoint((name, _bet_of_table(name)))
        }
        mistakes = [
            *_absent("pays", expected, self.pays),
            *_absent("tables", expected_tables, self.tables),
            *_absent("sections", game.SECTIONS, self.sections),
            *_surplus("sections", game.SECTIONS, self.sections),
            *_surplus("pays", {*game.BETS_WITH_ODDS, *missing}, self.pays),
            *_surplus("tables", {*game.PAY_TABLES, *missing}, self.tables),
            *_surplus("pay_tables", game.PAY_TABLES, self.pay_tables),
            *_surplus("without", known_bets, self.without),
            *_surplus("limits", game.MULTIPLES, self.limits),
            *_surplus("max_payout", _capped_names(game, self.bets), self.max_payout),
            *_surplus("bounds", game.BOUNDS, self.bounds),
            *bound_faults(game.BOUNDS, self.bounds),
            *_surplus("switches", {*game.SWITCHES, *game.OWN_OPTIONS}, self.switches),
        ]
        mistakes += [*self._limit_faults(game), *self._line_faults(game)]
        mistakes += [
            _pack_fault("pack.nothing", place) for place, worth in self._worths() if worth <= 0
        ]
        mistakes += [*self._option_faults(game), *self._seat_faults(game)]
        return mistakes + self._switch_faults(game) + self._declared_faults(game)

    def _seat_faults(self, game: type[GameTraits]) -> Iterable[Text]:
        limits = {"seats": self.seats}
        limits |= {f"seats_of_kind.{kind}": limit for kind, limit in self.seats_of_kind.items()}
        for place, limit in limits.items():
            if not 1 <= limit.most <= game.MOST_SEATS:
                most = str(game.MOST_SEATS)
                yield Text("pack.range", {"where": f"{place}.most", "least": "1", "most": most})

    def _limit_faults(self, game: type[GameTraits]) -> Iterable[Text]:
        for on, multiple in self.limits.items():
            known_stakes = game.MULTIPLES.get(on, ())
            yield from _surplus(f"limits.{on}.times_of", known_stakes, [multiple.times_of])
            yield from _surplus(f"limits.{on}.by_point", game.POINTS, multiple.by_point)

    def _line_faults(self, game: type[GameTraits]) -> Iterable[Text]:
        """Yield the mistakes in the lines of the pay tables."""
        for name, table in self.tables.items():
            known_lines = game.PAY_TABLES.get(name, table.lines)
            yield from _surplus(f"tables.{name}", known_lines, table.lines)
            repeated_hands = (hand for hand in set(table.lines) if table.lines.count(hand) > 1)
            for hand in repeated_hands:
                yield _pack_fault("pack.twice", f"tables.{name}.{hand}")
        for on, named in self.pay_tables.items():
            for name, lines in named.items():
                known_lines = game.PAY_TABLES.get(on, [*lines])
                yield from _surplus(f"pay_tables.{on}.{name}", known_lines, lines)

    def _switch_faults(self, game: type[GameTraits]) -> list[Text]:
        known_values = {**game.OWN_OPTIONS, **game.SWITCHES}
        return [
            Text(
                "pack.switch", {"where": f"switches.{name}", "values": _written(known_values[name])}
            )
            for name, switch in self.switches.items()
            if name in known_values
            and not (
                switch.allowed
                and all(_is_among(value, known_values[name]) for value in switch.allowed)
                and _is_among(switch.usual, switch.allowed)
            )
        ]

    def _declared_faults(self, game: type[GameTraits]) -> list[Text]:
        return [
            Text("pack.in_bet", {"where": ".".join(filter(None, ("bets", on, key))), "what": why})
            for on, bet in self.bets.items()
            for key, why in term_faults(game, on, bet)
        ]

    def _worths(self) -> Iterable[tuple[str, int]]:
        for bet, pays in self.pays.items():
            yield f"pays.{bet}", min(pays.odds)
        for bet, stake in self.stakes.items():
            yield f"stakes.{bet}", stake.cents
        for on, limit in self.max_payout.items():
            yield f"max_payout.{on}", 1 if limit.cents is None else limit.cents
        for name, table in self.tables.items():
            odds = {hand: min(odds) for hand, odds in table.odds.items()}
            for hand, worth in (*odds.items(), *table.prizes.items(), *table.lot.items()):
                yield f"tables.{name}.{hand}", worth


def _capped_names(game: type[GameTraits], bets: Collection[str]) -> set[str]:
    """Return the bets whose payment may have a maximum, and the names for several together."""
    known_bets = {*map(base_bet_name, game.BETS), *game.OPTION_BETS, *bets}
    return {*(known_bets - {*game.HIDDEN_SIDE_BETS}), *TOTALS}


def _is_among(value: object, values: Iterable[object]) -> bool:
    """Return whether a value is one of these, of the same type: true is no 1."""
    return any(type(value) is type(known) and value == known for known in values)


def _bet_of_table(name: str) -> str:
    """Return the bet of a numbered pay table: `progressive_2` is of `progressive`."""
    bet, _, number = name.rpartition("_")
    return bet if number.isdecimal() else name


def _absent(place: str, expected: Collection[str], names: Collection[str]) -> list[Text]:
    return [
        _pack_fault("pack.missing", f"{place}.{name}") for name in sorted({*expected} - {*names})
    ]


def _surplus(place: str, known: Collection[str], names: Collection[str]) -> list[Text]:
    return [_pack_fault("pack.surplus", f"{place}.{name}") for name in sorted({*names} - {*known})]


def _written(values: Iterable[object]) -> str:
    return ", ".join(msgspec.json.encode(value, enc_hook=str).decode() for value in values)


def _pack_fault(key: str, location: str) -> Text:
    return Text(key, {"where": location})
