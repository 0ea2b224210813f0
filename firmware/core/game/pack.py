"""A game's numbers as a rule pack gives them, each with its article."""

from collections.abc import Mapping
from typing import Any

import msgspec

from firmware.core.game.articles import Articles, Citations, citations
from firmware.core.game.bounds import Bound
from firmware.core.game.declared_bet import DeclaredBet
from firmware.core.game.pack_terms import (
    BetOdds,
    CommissionShare,
    FixedStake,
    PackChoice,
    PayoutLimit,
    PayTable,
    SeatLimit,
    StakeMultiple,
    Switch,
)
from firmware.core.game.traits import GameTraits
from firmware.core.vocabulary.money import Cents, Commission, Odds

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
        numbered = {*self.pays, *self.stakes, *map(bet_of_table, self.tables), *self.tables}
        side_bets = {*game.SIDE_BETS, *game.HIDDEN_SIDE_BETS}
        return frozenset({*self.without, *(side_bets - numbered)})


def bet_of_table(name: str) -> str:
    """Return the bet of a numbered pay table: `progressive_2` is of `progressive`."""
    bet, _, number = name.rpartition("_")
    return bet if number.isdecimal() else name
