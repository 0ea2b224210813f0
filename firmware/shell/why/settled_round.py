"""The money of a recalled round, as far as its bets are reckoned from it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from firmware.core.game.game import Game
from firmware.core.vocabulary.jackpot import JackpotLocked
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled, BetsLocked, RoundVoided
from firmware.shell.recall import RecalledRound, RoundItem


@dataclass(frozen=True)
class SettledRound:
    """The locked stakes and the settled bets of a round, without those that were undone."""

    game: Game
    lines: tuple[BetSettled, ...]
    """Of a voided round those after the void."""
    locked: Mapping[Stack, Cents]
    """The stakes at the close, before any decision added to them."""
    bank_spot: int
    """Whose player was the bank (53); 0 if none was."""
    jackpot: Cents | None
    """The amount that was shown; None if it is not known."""
    is_voided: bool

    @classmethod
    def of_recalled(cls, recalled_round: RecalledRound, game: Game) -> "SettledRound":
        """Return the money of a recalled round, at its game."""
        lines: list[BetSettled] = []
        locked: dict[Stack, Cents] = {}
        bank_spot, jackpot = 0, recalled_round.jackpot
        for item in _valid_items(recalled_round):
            match item.ruling:
                case BetsLocked(bets=bets, bank=bank):
                    locked, bank_spot = {bet.stack: bet.cents for bet in bets}, bank
                case BetSettled():
                    lines.append(item.ruling)
                case RoundVoided():
                    lines.clear()
                case JackpotLocked(shown=shown):
                    jackpot = shown
        return cls(game, tuple(lines), locked, bank_spot, jackpot, recalled_round.voided)

    def has_line(self, line: BetSettled) -> bool:
        """Return whether a line counts: it was neither undone nor voided."""
        return any(line is counted_line for counted_line in self.lines)

    def lines_before(self, line: BetSettled) -> Iterator[BetSettled]:
        """Yield the lines that were settled before this one."""
        for earlier_line in self.lines:
            if earlier_line is line:
                return
            yield earlier_line

    def stake(self, line: BetSettled) -> Cents:
        """Return the stake of a line; of a second payment that of the line which has it."""
        if not line.bonus:
            return line.bet.cents
        stakes = (other.bet.cents for other in self.lines if other.bet.stack == line.bet.stack)
        return Cents(sum(stakes, NO_CENTS))


def _valid_items(recalled_round: RecalledRound) -> Iterator[RoundItem]:
    return (item for item in recalled_round.story if not item.undone)
