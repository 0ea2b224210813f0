"""Rebuys at tables in service: sold by the tournament, laid by the table, each exactly once.

sale ──> level message: spot, chips, number ──> the dealer lays them ──> table's journal
   SoldRebuy.is_laid <── the table's next report has the number, or the player has moved on

Until its chips are known to be laid, a rebuy is in every level message of the table where its
player sat at the sale. The table lays each number once. A table lets no player move to another one
before they are laid, so his arrival there says that they were. A player who is on the way cannot
buy.

Until the table itself has reported the number, a report that the player of that seat has lost all
is of the chips that he had before: he is not out, and sits at his spot again with the chips of the
rebuy. Reports come in order, but those of other tables may come first: he may have moved on since,
and another player may sit there.
"""

import msgspec

from firmware.core.tournament.rulings import TableSpot


class SoldRebuy(msgspec.Struct, frozen=True):
    """A rebuy: its number among all that were sold, and the seat of its player at the sale."""

    number: int
    seat: TableSpot
    is_laid: bool = False
    """Whether its chips are known to be laid."""
    is_reported: bool = False
    """Whether its table has reported so."""
