"""Paying and taking at a simulated table, as the displays ask for it."""

from collections.abc import Callable, Mapping
from typing import Final

from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.status import Status
from sim.people.cage import NoSuchChip
from sim.people.glance import owed, paying, standing_over, turn
from sim.people.luck import Luck
from sim.people.person import Person
from sim.people.rack import Rack

TAKES_MS: Final = 700
PAYS_MS: Final = 2000
CLEARS_MS: Final = 3000


class Payer:
    """Has at each bet what is to lie there. Not modelled: payments that are wrong."""

    def __init__(self, person: Person, rack: Rack, amounts: Amounts, luck: Luck) -> None:
        self.tray = 0
        """What the house's tray has gained over the felt, in cents; commissions come apart."""
        self._person = person
        self._rack = rack
        self._amounts = amounts
        self._luck = luck
        self._tray_before = 0
        self._forgotten: Stack | None = None
        """A losing bet that he leaves lying until he is told."""
        self.acts: Mapping[Act, Callable[[Status], None]] = {
            Act.PAY: self._pay,
            Act.TAKE: self.take,
            Act.MOVE: self.move,
            Act.CONFIRM: self._finish,
        }

    def begin(self) -> None:
        """Begin a round."""
        self._tray_before = self.tray

    def undo_round(self) -> None:
        """Give back what this round has brought: it is voided."""
        self.tray = self._tray_before

    def _pay(self, seen: Status) -> None:
        if not self.lay(seen):
            self._person.press(Key.NEXT)
        self.lift_paid(seen)

    def lay(self, seen: Status) -> bool:
        """Take what has lost and lay what is to be paid; return whether the table has seen it."""
        self._take_losers(seen)
        self._person.pause(PAYS_MS)
        stack = paying(seen)
        paid = stack is not None and self._settle(seen, stack)
        sensed = paid and self._amounts.by_reader
        return sensed and self._person.until(lambda now: turn(now) != turn(seen))

    def lift_paid(self, seen: Status) -> None:
        """Have a player who is paid take what is his, where others' chips lie there too."""
        stack = paying(seen)
        if stack is not None and self._person.hands.table.felt.shared:
            self._lift(seen, stack)

    def _lift(self, seen: Status, stack: Stack) -> None:
        """Have a player take what is his, but for what stands over: others' chips lie there too."""
        lies = self._rack.lying().get(stack, NOTHING)
        stays = standing_over(seen).get(stack, NOTHING)
        self._rack.leave(stack[0], min(lies, stays), stack[1])

    def take(self, seen: Status) -> None:
        """Take what has lost."""
        self._forgotten = None
        self._take_losers(seen)
        self._person.until(lambda now: now.ask != seen.ask)

    def _take_losers(self, seen: Status) -> None:
        lying = self._rack.lying()
        for stack, cents in owed(seen).items():
            taken = cents < lying.get(stack, NOTHING) and stack != self._forgotten
            if taken and not cents and self._luck.strikes("forgotten_chip"):
                self._forgotten = stack
            elif taken:
                self._settle(seen, stack)
                self._person.pause(TAKES_MS)

    def _settle(self, seen: Status, stack: Stack) -> bool:
        """Have at a bet what is to lie there, where that is known; return whether it does now.

        What the house has no chips for is paid beside the felt.
        """
        lies, cents = self._rack.lying().get(stack, NOTHING), owed(seen).get(stack)
        if cents is None or cents == lies:
            return False
        try:
            self._rack.leave(stack[0], cents, stack[1])
        except NoSuchChip:
            return False
        self.tray += lies - cents
        return True

    def move(self, seen: Status) -> None:
        """Move a bet, by other chips: the reader would see the same ones in two places."""
        self._person.pause(TAKES_MS)
        origin, bettor = seen.ask.stack
        goes = Place(origin.spot, seen.ask.to or origin.on)
        self._rack.take(goes, bettor)
        self._rack.lay(goes, standing_over(seen)[goes, bettor], bettor)
        self._rack.take(origin, bettor)
        self._person.until(lambda now: now.ask != seen.ask)

    def _finish(self, seen: Status) -> None:
        """Have the players take what is theirs, but for what stands over, and end the round."""
        self._person.pause(CLEARS_MS)
        self.lift_all(seen)
        self._person.press(Key.CONFIRM)

    def lift_all(self, seen: Status) -> None:
        """Have the players take what is theirs, but for what stands over."""
        for stack in self._rack.lying():
            self._lift(seen, stack)
        self._person.hands.let_read()
