"""Paying and taking at a simulated table, as the displays ask for it."""

from collections.abc import Callable, Mapping
from typing import Final

from firmware.core.counting import Amounts
from firmware.core.events import Key, Place
from firmware.core.felt import Stack
from firmware.core.money import NOTHING
from sim.glance import owed, paying, standing_over, turn
from sim.luck import Luck
from sim.person import Person
from sim.rack import Rack
from sim.seen import Seen

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
        self.acts: Mapping[str, Callable[[Seen], None]] = {
            "prompt.pay": self._pay,
            "prompt.pay_commission": self._pay,
            "prompt.pay_prize": self._pay,
            "prompt.take": self._take,
            "prompt.move": self._move,
            "prompt.confirm": self._finish,
        }

    def begin(self) -> None:
        """Begin a round."""
        self._tray_before = self.tray

    def undo_round(self) -> None:
        """Give back what this round has brought: it is voided."""
        self.tray = self._tray_before

    def _pay(self, seen: Seen) -> None:
        self._take_losers(seen)
        self._person.pause(PAYS_MS)
        stack = paying(seen)
        paid = stack is not None and self._settle(seen, stack)
        sensed = paid and self._amounts == "read"
        if not (sensed and self._person.until(lambda now: turn(now) != turn(seen))):
            self._person.press(Key.NEXT)
        if stack is not None and self._person.hands.table.shared:
            self._lift(seen, stack)

    def _lift(self, seen: Seen, stack: Stack) -> None:
        """Have a player take what is his, but for what stands over: others' chips lie there too."""
        lies = self._rack.lying().get(stack, NOTHING)
        stays = standing_over(seen).get(stack, NOTHING)
        self._rack.leave(stack[0], min(lies, stays), stack[1])

    def _take(self, seen: Seen) -> None:
        self._forgotten = None
        self._take_losers(seen)
        self._person.until(lambda now: now.act != seen.act)

    def _take_losers(self, seen: Seen) -> None:
        lying = self._rack.lying()
        for stack, cents in owed(seen).items():
            taken = cents < lying.get(stack, NOTHING) and stack != self._forgotten
            if taken and not cents and self._luck.strikes("forgotten_chip"):
                self._forgotten = stack
            elif taken:
                self._settle(seen, stack)
                self._person.pause(TAKES_MS)

    def _settle(self, seen: Seen, stack: Stack) -> bool:
        """Have at a bet what is to lie there, where that is known; return whether chips moved."""
        lies, cents = self._rack.lying().get(stack, NOTHING), owed(seen).get(stack)
        if cents is None or cents == lies:
            return False
        self._rack.leave(stack[0], cents, stack[1])
        self.tray += lies - cents
        return True

    def _move(self, seen: Seen) -> None:
        """Move a bet, by other chips: the reader would see the same ones in two places."""
        if seen.moving is None:
            return
        self._person.pause(TAKES_MS)
        spot, on, bettor, to = seen.moving
        goes = Place(spot, to)
        self._rack.take(goes, bettor)
        self._rack.lay(goes, standing_over(seen)[goes, bettor], bettor)
        self._rack.take(Place(spot, on), bettor)
        self._person.until(lambda now: now.moving != seen.moving)

    def _finish(self, seen: Seen) -> None:
        """Have the players take what is theirs, but for what stands over, and end the round."""
        self._person.pause(CLEARS_MS)
        for stack in self._rack.lying():
            self._lift(seen, stack)
        self._person.hands.let_read()
        self._person.press(Key.CONFIRM)
