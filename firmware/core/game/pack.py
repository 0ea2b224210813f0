"""A game's numbers as a rule pack gives them, each with its article."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec

from firmware.core.vocabulary.money import Cents, Commission, Odds
from firmware.core.vocabulary.panel import Text


class Decks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


class Pays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The payment of a winning bet, and its article."""

    odds: Odds
    article: str


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A commission as a rule pack writes it."""

    percent: int
    step_cents: Cents
    article: str


class Fixed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stake of one amount."""

    cents: Cents
    article: str


class Seats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many spots a table may have."""

    most: int
    article: str | None = None
    """None if no article limits them: a table of this program has no more lights."""


class PayTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The payment of each hand: at odds, a prize in cents, or per cent of the lot."""

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

    seats: Seats
    seats_of_kind: dict[str, Seats] = {}
    """Other seats of a table whose option `kind` is one of these."""
    decks: Decks | None = None
    """Empty for a game without cards."""
    pays: dict[str, Pays] = {}
    commission: dict[str, Share] = {}
    stakes: dict[str, Fixed] = {}
    """Bets of one fixed amount."""
    tables: dict[str, PayTable] = {}

    def seats_at(self, options: Mapping[str, Any]) -> Seats:
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
        found = _differences("pays", pays, self.pays)
        found += _differences("tables", tables, self.tables)
        for name, table in self.tables.items():
            found += _differences(f"tables.{name}", tables.get(name, ()), table.lines)
            twice = (hand for hand in set(table.lines) if table.lines.count(hand) > 1)
            found += [_wrong("twice", f"tables.{name}.{hand}") for hand in twice]
        found += [_wrong("nothing", place) for place, worth in self._worths() if worth <= 0]
        return found

    def _worths(self) -> Iterable[tuple[str, int]]:
        for bet, pays in self.pays.items():
            yield f"pays.{bet}", min(pays.odds)
        for bet, stake in self.stakes.items():
            yield f"stakes.{bet}", stake.cents
        for name, table in self.tables.items():
            odds = {hand: min(odds) for hand, odds in table.odds.items()}
            for hand, worth in (*odds.items(), *table.prizes.items(), *table.lot.items()):
                yield f"tables.{name}.{hand}", worth


def _differences(place: str, known: Iterable[str], there: Iterable[str]) -> list[Text]:
    wanted, found = set(known), set(there)
    missing = [_wrong("missing", f"{place}.{name}") for name in sorted(wanted - found)]
    return missing + [_wrong("surplus", f"{place}.{name}") for name in sorted(found - wanted)]


def _wrong(what: str, where: str) -> Text:
    return Text(f"pack.{what}", {"where": where})
