"""The registration of a bank: wire, machines, progressive jackpot."""

from typing import Final

import msgspec

from drivers.sas.responses import MOST_REPORTED_COINS, MOST_REPORTED_RETURN

WHOLE_MACHINE: Final = 0
"""The game number that means the whole machine."""
DEFAULT_COPIES: Final = ("journal-1", "journal-2")
"""The folders of the journal's copies, if the file names no others."""


class GameTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The registration of a game; the return is in hundredths of a percent."""

    pay_table: str
    return_: int = msgspec.field(name="return")
    deviation: float | None = None
    """The standard deviation of a play's payment in stakes, by the pay table."""


class MachineTerms(GameTerms, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The registration of a machine; its games are numbered from 1, unless there is only one."""

    denomination: int
    """Cents of a credit."""
    coins: int
    """The most credits of a play; all of them contribute to the jackpot."""
    odds: int | None = None
    """The jackpot is won once in so many plays."""
    games: dict[int, GameTerms] = {}

    def game_terms(self, game_number: int) -> GameTerms | None:
        """Return the registration of a game, or the machine's own for WHOLE_MACHINE."""
        return self if game_number == WHOLE_MACHINE else self.games.get(game_number)


class Progressive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive jackpot (91): machines, first amount in cents, contribution of each coin."""

    machines: tuple[int, ...]
    base: int
    permille: int
    group: int = 1
    level: int = 1


class BankTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bank; with `shut_down` a machine that differs from its registration is shut down.

    `copies` are the journal's folders, which belong on two disks; a relative one is in the state
    folder.
    """

    name: str
    port: str
    machine: dict[int, MachineTerms]
    progressive: Progressive | None = None
    shut_down: bool = False
    copies: tuple[str, str] = DEFAULT_COPIES

    @property
    def first_jackpot_cents(self) -> int:
        """The first amount of the jackpot in cents; 0 without a jackpot."""
        return self.progressive.base if self.progressive else 0

    def contribution_permille(self, address: int) -> int:
        """Return the thousandths of each coin that a machine contributes; 0 if it does not."""
        jackpot_terms = self.progressive
        return jackpot_terms.permille if jackpot_terms and address in jackpot_terms.machines else 0


def registered_description(machine: MachineTerms, game_number: int) -> dict[str, object]:
    """Return the fields that a machine must report of itself or of one of its games (88, 89); {}
    for a game that is not registered.
    """
    game_terms = machine.game_terms(game_number)
    if game_terms is None:
        return {}
    return {
        "denomination": machine.denomination,
        "coins": min(machine.coins, MOST_REPORTED_COINS),
        "pay_table": game_terms.pay_table,
        "base_return": min(game_terms.return_, MOST_REPORTED_RETURN),
    }
