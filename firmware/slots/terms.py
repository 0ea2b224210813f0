"""The registration of a bank: its wire, its machines, its progressive lot."""

from typing import Final

import msgspec

WHOLE_MACHINE: Final = 0
"""In place of a game's number: the machine as a whole."""


class GameTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The registration of a game; its return is in hundredths of a percent."""

    pay_table: str
    return_: int = msgspec.field(name="return")
    deviation: float | None = None
    """The standard deviation of what a play pays, in stakes, by the pay table."""


class MachineTerms(GameTerms, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The registration of a machine; its games have numbers from 1, unless there is only one."""

    denomination: int
    """Cents of a credit."""
    coins: int
    """The most credits of a play; all of them play for the lot."""
    odds: int | None = None
    """The lot is won once in so many plays."""
    games: dict[int, GameTerms] = {}

    def game_terms(self, game_number: int) -> GameTerms | None:
        """Return the registration of a game, or under WHOLE that of the machine."""
        return self if game_number == WHOLE_MACHINE else self.games.get(game_number)


class Progressive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive lot (91): its machines, its first amount in cents, its part of each coin."""

    machines: tuple[int, ...]
    base: int
    permille: int
    group: int = 1
    level: int = 1


class BankTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bank; with `shut_down` a machine that is not as registered may not be played.

    `copies` are the folders of the journal, which belong on two disks; a relative one is in the
    state's.
    """

    name: str
    port: str
    machine: dict[int, MachineTerms]
    progressive: Progressive | None = None
    shut_down: bool = False
    copies: tuple[str, str] = ("journal-1", "journal-2")

    @property
    def first_jackpot_cents(self) -> int:
        """The first amount of the lot in cents; 0 without one."""
        return self.progressive.base if self.progressive else 0

    def contribution_permille(self, address: int) -> int:
        """Return how much of each coin of a machine goes to the lot."""
        jackpot_terms = self.progressive
        return jackpot_terms.permille if jackpot_terms and address in jackpot_terms.machines else 0


def registered_description(machine: MachineTerms, game_number: int) -> dict[str, object]:
    """Return the description that a machine should give of itself, or of one of its games (88, 89);
    none of a game that is not registered.
    """
    game_terms = machine.game_terms(game_number)
    if game_terms is None:
        return {}
    machine_values = {"denomination": machine.denomination, "coins": machine.coins}
    return {**machine_values, "pay_table": game_terms.pay_table, "base_return": game_terms.return_}
