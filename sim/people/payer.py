"""Paying and taking at a simulated table, as the displays ask for it."""

from typing import Final

from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.status import Status
from sim.people.actor import Actor
from sim.people.chips import PlayerChips
from sim.people.rack import NoSuchChip
from sim.people.status_queries import amounts_due, carried_bets, payment_prompt, stack_to_pay

TAKING_MS: Final = 700
PAYMENT_MS: Final = 2000
CLEARING_MS: Final = 3000


class Payer:
    """Sets each bet to the amount due. Not modelled: wrong payments."""

    def __init__(self, actor: Actor, player_chips: PlayerChips, amounts: Amounts) -> None:
        self.tray_gain = 0
        """The gain of the house's tray from the felt, in cents, without commissions."""
        self.forgotten: set[Stack] = set()
        """Losing bets that he does not see."""
        self._actor = actor
        self._player_chips = player_chips
        self._amounts = amounts
        self._tray_before = 0

    def begin_round(self) -> None:
        """Begin a round."""
        self._tray_before = self.tray_gain

    def undo_round(self) -> None:
        """Return this round's payments: it is voided."""
        self.tray_gain = self._tray_before

    # payments

    def pay_prompted(self, status: Status) -> None:
        """Pay the prompted bet; press NEXT if the table can't detect the payment."""
        if not self.lay_payment(status):
            self._actor.press_key(Key.NEXT_PAYMENT)
        self.lift_paid(status)

    def pay_without_key(self, status: Status) -> None:
        """Pay the prompted bet without pressing NEXT."""
        if self.lay_payment(status):
            self.lift_paid(status)

    def lay_payment(self, status: Status) -> bool:
        """Pay the prompted bet; return whether the table has read the payment."""
        self._actor.pause(PAYMENT_MS)
        stack = stack_to_pay(status)
        paid = stack is not None and self._set_amount_due(status, stack)
        is_sensed = paid and self._amounts.by_reader
        return is_sensed and self._actor.wait_until(
            lambda current: payment_prompt(current) != payment_prompt(status)
        )

    def lift_paid(self, status: Status) -> None:
        """Let a paid player take his chips, if others' chips are there too."""
        stack = stack_to_pay(status)
        if stack is not None and self._actor.hands.table.felt.shares_layout:
            self._lift_stack(status, stack)

    def take_losses(self, status: Status) -> None:
        """Collect losing bets; press NEXT if the table can't detect that."""
        self.lift_lost(status)
        if (
            not self._actor.wait_until(lambda current: current.ask != status.ask)
            and Key.NEXT_PAYMENT in status.keys
        ):
            self._actor.press_key(Key.NEXT_PAYMENT)

    def lift_prompted_bet(self, status: Status) -> None:
        """Collect the prompted bet's loss without pressing NEXT."""
        self._set_amount_due(status, status.ask.stack)
        self._actor.pause(TAKING_MS)

    def lift_lost(self, status: Status) -> None:
        """Collect every losing bet without pressing NEXT."""
        for stack in self.lost_stacks(status):
            if stack not in self.forgotten:
                self._set_amount_due(status, stack)
                self._actor.pause(TAKING_MS)

    def lost_stacks(self, status: Status) -> list[Stack]:
        """Return the bets on the felt that have lost, in whole or in part."""
        amounts_on_felt = self._player_chips.amounts_on_felt()
        return [
            stack
            for stack, cents in amounts_due(status).items()
            if cents < amounts_on_felt.get(stack, NO_CENTS)
        ]

    def _set_amount_due(self, status: Status, stack: Stack) -> bool:
        """Set a bet to the amount that is due, if it is known; return whether it is now.

        An amount for which the house lacks chips is assumed to be paid off the felt.
        """
        present_cents, cents = (
            self._player_chips.amounts_on_felt().get(stack, NO_CENTS),
            amounts_due(status).get(stack),
        )
        if cents is None or cents == present_cents:
            return False
        try:
            self._player_chips.set_amount(stack[0], cents, stack[1])
        except NoSuchChip:
            return False
        self.tray_gain += present_cents - cents
        return True

    def collect_commission(self) -> None:
        """Have the prompted player pay his commission, from his rack into the tray."""
        self._actor.pause(PAYMENT_MS)
        self._actor.press_key(Key.CONFIRM)

    # bets that move, and the end of a round

    def move_bet(self, status: Status) -> None:
        """Move a bet, by other chips: the reader would see the same ones in two places."""
        self._actor.pause(TAKING_MS)
        origin, bettor = status.ask.stack
        target_place = Place(origin.spot, status.ask.to or origin.on)
        self._player_chips.take_chips(target_place, bettor)
        self._player_chips.lay(target_place, carried_bets(status)[target_place, bettor], bettor)
        self._player_chips.take_chips(origin, bettor)
        self._actor.wait_until(lambda current: current.ask != status.ask)

    def finish_round(self, status: Status) -> None:
        """Let the players take their chips, and end the round."""
        self._actor.pause(CLEARING_MS)
        self.lift_all_chips(status)
        self._actor.press_key(Key.CONFIRM)

    def lift_all_chips(self, status: Status) -> None:
        """Let the players take their chips, except carried-over bets."""
        for stack in self._player_chips.amounts_on_felt():
            self._lift_stack(status, stack)
        self._actor.hands.await_chip_read()

    def _lift_stack(self, status: Status, stack: Stack) -> None:
        """Let one player take his chips, except carried-over bets."""
        present_cents = self._player_chips.amounts_on_felt().get(stack, NO_CENTS)
        carried_cents = carried_bets(status).get(stack, NO_CENTS)
        self._player_chips.set_amount(stack[0], Cents(min(present_cents, carried_cents)), stack[1])
