"""The players of a script before the close: chips and tickets."""

from typing import Final

import msgspec

from firmware.core.table.decisions import OFFER_MS
from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents, fewest_chips
from firmware.core.vocabulary.places import Stack
from firmware.shell.desk.desk import quick_pick
from firmware.shell.script import BetPosition, BetStep, TicketStep
from sim.play.people.scene import ScriptScene

MOST_PICKED: Final = 80
MOST_CENTS: Final = 10**12
"""More than any chips are worth."""


class ScriptPlayers:
    """Players who bet, take bets back, and order tickets at the desk."""

    def __init__(self, scene: ScriptScene) -> None:
        self._scene = scene
        self._hands = scene.hands
        self.written_bets: dict[Stack, str] = {}
        """How the script wrote the place of each bet when it was laid."""

    def bet(self, bet: BetStep) -> None:
        scene = self._scene
        place = scene.place(bet)
        if place is None:
            return
        if bet.is_working and not scene.state.game.MARK_KEYS:
            scene.refuse("why.not_this_game", step="working")
        elif not 0 < bet.cents <= MOST_CENTS or not self._can_be_laid(bet.cents):
            scene.refuse("why.amount")
        else:
            if not self._hands.tags_at(place, bet.bettor):
                self.written_bets[place, bet.bettor] = bet.on
            tag = self._hands.lay_chip(place, Cents(bet.cents), bet.bettor)
            self._set_working(bet, (place, bet.bettor))
            if scene.refused:
                scene.without_lines(lambda: self._hands.take_chip(place, tag))
            # Chips may be for a decision: only after this time does the table call them late.
            if scene.table.core_table.deadline is not None:
                self._hands.wait(OFFER_MS)

    def _set_working(self, bet: BetStep, stack: Stack) -> None:
        """Switch whether the new bet works, if the script sets that."""
        is_working = self._scene.state.game.is_working(stack)
        if bet.is_working and not self._scene.refused and bet.working is not is_working:
            self._hands.press_key(Key.TOGGLE_WORKING)

    def _can_be_laid(self, cents: int) -> bool:
        """Return whether the house's chips make the amount up, if the dealer must key it."""
        rules = self._scene.state.rules
        chips = fewest_chips(Cents(cents), rules.denominations)
        return (
            not rules.amounts.by_dealer
            or sum(value * chip_count for value, chip_count in chips) == cents
        )

    def take_bet(self, place_step: BetPosition) -> None:
        place = self._scene.place(place_step)
        if place is None:
            return
        tags = self._hands.sweep_chips(place, place_step.bettor)
        if not tags:
            self._scene.refuse("why.nothing_there", spot=place.spot, on=bet_words(place.on))
        elif self._scene.refused:
            self._scene.without_lines(lambda: self._hands.return_chips(place, tags))

    def ticket(self, ticket: TicketStep) -> None:
        """Ask for a ticket at the desk."""
        desk = self._scene.table.desk
        if desk is None:
            self._scene.refuse("why.not_this_game", step="ticket")
        elif (ticket.numbers is None) is (ticket.quick_pick is None):
            self._order_empty_ticket(ticket)
            self._scene.refuse("why.numbers_or_quick_pick")
        elif ticket.quick_pick is not None and not 0 < ticket.quick_pick <= MOST_PICKED:
            self._order_empty_ticket(ticket)
            picked, max_picked = str(ticket.quick_pick), str(MOST_PICKED)
            self._scene.refuse("why.picked", picked=picked, most=max_picked)
        else:
            numbers = ticket.numbers or quick_pick(ticket.quick_pick or 0)
            desk.order_ticket(ticket.spot, numbers, ticket.cents, ticket.draws, paid=ticket.paid)
            self._hands.await_chip_read()

    def _order_empty_ticket(self, ticket: TicketStep) -> None:
        """Ask for a ticket without a number: among the tickets it has its place all the same."""
        empty_ticket = msgspec.structs.replace(ticket, numbers=(), quick_pick=None)
        self._scene.without_lines(lambda: self.ticket(empty_ticket))
