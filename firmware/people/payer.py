"""Paying and taking at a simulated table, as the displays ask for it."""

from typing import Final

from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.status import Status
from firmware.people.body import Body
from firmware.people.cage import NoSuchChip
from firmware.people.glance import owed, paying, standing_over, turn
from firmware.people.rack import Rack

TAKES_MS: Final = 700
PAYS_MS: Final = 2000
CLEARS_MS: Final = 3000


class Payer:
    """Has at each bet what is to lie there. Not modelled: payments that are wrong."""

    def __init__(self, body: Body, rack: Rack, amounts: Amounts) -> None:
        self.tray = 0
        """What the house's tray has gained over the felt, in cents; commissions come apart."""
        self.forgotten: set[Stack] = set()
        """Losing bets that he does not see."""
        self._body = body
        self._rack = rack
        self._amounts = amounts
        self._tray_before = 0

    def begin(self) -> None:
        """Begin a round."""
        self._tray_before = self.tray

    def undo_round(self) -> None:
        """Give back what this round has brought: it is voided."""
        self.tray = self._tray_before

    # payments

    def pay(self, seen: Status) -> None:
        """Pay the bet that is asked for; press NEXT where the table can't see that it is paid."""
        if not self.lay(seen):
            self._body.press(Key.NEXT)
        self.lift_paid(seen)

    def lay_payment(self, seen: Status) -> None:
        """Pay the bet that is asked for, and press no key."""
        if self.lay(seen):
            self.lift_paid(seen)

    def lay(self, seen: Status) -> bool:
        """Take what has lost and lay what is to be paid; return whether the table has seen it."""
        self._take_losers(seen)
        self._body.pause(PAYS_MS)
        stack = paying(seen)
        paid = stack is not None and self._settle(seen, stack)
        sensed = paid and self._amounts.by_reader
        return sensed and self._body.until(lambda now: turn(now) != turn(seen))

    def lift_paid(self, seen: Status) -> None:
        """Have a player who is paid take what is his, where others' chips lie there too."""
        stack = paying(seen)
        if stack is not None and self._body.hands.table.felt.shared:
            self._lift(seen, stack)

    def take(self, seen: Status) -> None:
        """Take what has lost."""
        self._take_losers(seen)
        self._body.until(lambda now: now.ask != seen.ask)

    def lost(self, seen: Status) -> list[Stack]:
        """Return the bets that lie there and have lost."""
        lying = self._rack.lying()
        return [stack for stack, cents in owed(seen).items() if not cents and stack in lying]

    def _take_losers(self, seen: Status) -> None:
        lying = self._rack.lying()
        for stack, cents in owed(seen).items():
            if cents < lying.get(stack, NOTHING) and stack not in self.forgotten:
                self._settle(seen, stack)
                self._body.pause(TAKES_MS)

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

    # bets that move, and the end of a round

    def move(self, seen: Status) -> None:
        """Move a bet, by other chips: the reader would see the same ones in two places."""
        self._body.pause(TAKES_MS)
        origin, bettor = seen.ask.stack
        goes = Place(origin.spot, seen.ask.to or origin.on)
        self._rack.take(goes, bettor)
        self._rack.lay(goes, standing_over(seen)[goes, bettor], bettor)
        self._rack.take(origin, bettor)
        self._body.until(lambda now: now.ask != seen.ask)

    def finish(self, seen: Status) -> None:
        """Have the players take what is theirs, and end the round."""
        self._body.pause(CLEARS_MS)
        self.lift_all(seen)
        self._body.press(Key.CONFIRM)

    def lift_all(self, seen: Status) -> None:
        """Have the players take what is theirs, but for what is carried over."""
        for stack in self._rack.lying():
            self._lift(seen, stack)
        self._body.hands.let_read()

    def _lift(self, seen: Status, stack: Stack) -> None:
        """Have one player take what is his, but for what is carried over."""
        lies = self._rack.lying().get(stack, NOTHING)
        stays = standing_over(seen).get(stack, NOTHING)
        self._rack.leave(stack[0], Cents(min(lies, stays)), stack[1])
