"""People who err at Craps and Keno, whose rounds open again by themselves after a throw."""

from typing import Any

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from tests.kits.games.rounds_with_mistakes import Erring
from tests.kits.games.table_facts import facts

FOR_NEXT = "field"
"""A bet that may be laid at any time."""


class ErringThrows(Erring):
    """A wrong throw is read, or the one before is found wrong; all is put right before the next."""

    _last_throw: int | None = None
    """The step of the last throw, while only bets have followed after the round has reopened."""

    def _take_step(self, at: int) -> None:
        before = self.table.state.round.number
        super()._take_step(at)
        step = self._steps[at]
        reopened = self.table.state.phase is Phase.OPEN and self.table.state.round.number > before
        if any(map(self._shows, step)):
            self._last_throw = at if reopened else None
        elif not _is_plain_bet(step):
            self._last_throw = None

    def _may_err(self, at: int) -> bool:
        return any(map(self._shows, self._steps[at]))

    def _go_astray(self, at: int) -> int:
        self.counts["mistakes"] += 1
        if self._last_throw is not None and self._chance.random() < 0.5:
            self._throw_again(self._last_throw)
            return at
        self._end_throw()
        self._acts.clear()
        self._do_wrong(at)
        if self._acts and self.table.state.phase is Phase.OPEN:
            self._lay_for_next()
        elif self._acts and self.table.state.round.bets.settled:
            self._settle_some()
        self._go_back(at, 0)
        self._last_throw = None
        return at

    def _lay_for_next(self) -> None:
        """Lay a bet for the throw after the wrong one, where none lies."""
        stack = Place(1, FOR_NEXT), None
        felt = self.table.state.felt
        if FOR_NEXT in felt.bet_positions and not felt.amount(stack):
            self.counts["laid for the next"] += self._put(stack, 500)

    def _throw_again(self, index: int) -> None:
        """Take the last throw back though bets have followed, and let the same come again."""
        felt, before = dict(self.table.state.felt.stacks), facts(self.table)
        if not self._goes_back(Key.TAKE_CARD_BACK, supervised=True):
            self.differences.append(f"step {index + 1} not taken back")
        self.counts["thrown again"] += 1
        late = dict(self.table.state.round.bets.late_stacks)
        self._lay_as({**self.table.state.felt.stacks, **late})
        self.play_step(self._steps[index])
        for stack, cents in felt.items():
            if self.table.state.felt.amount(stack) != cents:
                self._put(stack, Cents(cents))
        now = facts(self.table)
        other = {name: (before[name], now[name]) for name in now if now[name] != before[name]}
        if other:
            self.differences.append(f"step {index + 1} thrown again: {other}")


def _is_plain_bet(step: dict[str, Any]) -> bool:
    return "bet" in step and not step["bet"].get("working")
