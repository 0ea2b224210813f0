"""A game's numbers as a rule pack gives them, each with its article."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec

from firmware.core.vocabulary.money import Cents, Commission, Odds
from firmware.core.vocabulary.panel import Text


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


class CommissionShare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A commission as a rule pack writes it."""

    percent: int
    step_cents: Cents
    article: str


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

    def seats_at(self, options: Mapping[str, Any]) -> SeatLimit:
        """Return the spots that a table with these options may have."""
        kind = options.get("kind")
        return self.seats_of_kind.get(kind, self.seats) if isinstance(kind, str) else self.seats

    @property
    def commissions(self) -> Mapping[str, Commission]:
        """The commissions, ready to be taken."""
        return {
            bet: Commission(share.percent, share.step_cents)
            for bet, share in self.commission.items()
        }

    def faults(self, pays: Iterable[str], tables: Mapping[str, Iterable[str]]) -> list[Text]:
        """Return the mistakes of the pack, compared with the game's bets and hands."""
        pack_mistakes = _differences("pays", pays, self.pays)
        pack_mistakes += _differences("tables", tables, self.tables)
        for name, table in self.tables.items():
            pack_mistakes += _differences(f"tables.{name}", tables.get(name, ()), table.lines)
            repeated_hands = (hand for hand in set(table.lines) if table.lines.count(hand) > 1)
            pack_mistakes += [
                _pack_fault("pack.twice", f"tables.{name}.{hand}") for hand in repeated_hands
            ]
        pack_mistakes += [
            _pack_fault("pack.nothing", place) for place, worth in self._worths() if worth <= 0
        ]
        return pack_mistakes

    def _worths(self) -> Iterable[tuple[str, int]]:
        for bet, pays in self.pays.items():
            yield f"pays.{bet}", min(pays.odds)
        for bet, stake in self.stakes.items():
            yield f"stakes.{bet}", stake.cents
        for name, table in self.tables.items():
            odds = {hand: min(odds) for hand, odds in table.odds.items()}
            for hand, worth in (*odds.items(), *table.prizes.items(), *table.lot.items()):
                yield f"tables.{name}.{hand}", worth


def _differences(place: str, known_names: Iterable[str], names_there: Iterable[str]) -> list[Text]:
    expected_names, actual_names = set(known_names), set(names_there)
    missing_names = [
        _pack_fault("pack.missing", f"{place}.{name}")
        for name in sorted(expected_names - actual_names)
    ]
    return missing_names + [
        _pack_fault("pack.surplus", f"{place}.{name}")
        for name in sorted(actual_names - expected_names)
    ]


def _pack_fault(key: str, location: str) -> Text:
    return Text(key, {"where": location})
