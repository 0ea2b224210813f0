"""Paying and taking at a simulated table, as the displays ask for it."""

from typing import Final

from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.status import Status
from sim.people.actor import Body
from sim.people.cage import NoSuchChip
from sim.people.rack import Rack
from sim.people.status_queries import due, paying, standing_over, turn

TAKES_MS: Final = 700
PAYS_MS: Final = 2000
CLEARS_MS: Final = 3000


class Payer:
    """Sets each bet to the amount due. Not modelled: wrong payments."""

    def __init__(self, body: Body, rack: Rack, amounts: Amounts) -> None:
        self.tray = 0
        """The gain of the house's tray from the felt, in cents, without commissions."""
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
        """Return this round's payments: it is voided."""
        self.tray = self._tray_before

    # payments

    def pay(self, seen: Status) -> None:
        """Pay the prompted bet; press NEXT if the table can't detect the payment."""
        if not self.lay(seen):
            self._body.press(Key.NEXT)
        self.lift_paid(seen)

    def lay_payment(self, seen: Status) -> None:
        """Pay the bet that is asked for, and press no key."""
        if self.lay(seen):
            self.lift_paid(seen)

    def lay(self, seen: Status) -> bool:
        """Lay the payment that is asked for; return whether the table has read it."""
        self._body.pause(PAYS_MS)
        stack = paying(seen)
        paid = stack is not None and self._settle(seen, stack)
        sensed = paid and self._amounts.by_reader
        return sensed and self._body.until(lambda now: turn(now) != turn(seen))

    def lift_paid(self, seen: Status) -> None:
        """Let a paid player take his chips, if others' chips are there too."""
        stack = paying(seen)
        if stack is not None and self._body.hands.table.felt.shared:
            self._lift(seen, stack)

    def take(self, seen: Status) -> None:
        """Take what is lost; press NEXT if the table can't detect that it is gone."""
        self.lift_lost(seen)
        if not self._body.until(lambda now: now.ask != seen.ask) and Key.NEXT in seen.keys:
            self._body.press(Key.NEXT)

    def lift_asked(self, seen: Status) -> None:
        """Take what is lost of the bet that is asked for, and press no key."""
        self._settle(seen, seen.ask.stack)
        self._body.pause(TAKES_MS)

    def lift_lost(self, seen: Status) -> None:
        """Take what is lost of every bet, and press no key."""
        for stack in self.lost(seen):
            if stack not in self.forgotten:
                self._settle(seen, stack)
                self._body.pause(TAKES_MS)

    def lost(self, seen: Status) -> list[Stack]:
        """Return the bets that lie there and have lost, in whole or in part."""
        lying = self._rack.lying()
        return [s for s, cents in due(seen).items() if cents < lying.get(s, NOTHING)]

    def _settle(self, seen: Status, stack: Stack) -> bool:
        """Set a bet to the amount that is due, if it is known; return whether it is now.

        What the house has no chips for is paid beside the felt.
        """
        lies, cents = self._rack.lying().get(stack, NOTHING), due(seen).get(stack)
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
        """Let the players take their chips, and end the round."""
        self._body.pause(CLEARS_MS)
        self.lift_all(seen)
        self._body.press(Key.CONFIRM)

    def lift_all(self, seen: Status) -> None:
        """Let the players take their chips, except carried-over bets."""
        for stack in self._rack.lying():
            self._lift(seen, stack)
        self._body.hands.let_read()

    def _lift(self, seen: Status, stack: Stack) -> None:
        """Let one player take his chips, except carried-over bets."""
        lies = self._rack.lying().get(stack, NOTHING)
        stays = standing_over(seen).get(stack, NOTHING)
        self._rack.leave(stack[0], Cents(min(lies, stays)), stack[1])
