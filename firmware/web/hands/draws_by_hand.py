"""What a page does with cards, wheels, dice, balls and tickets."""

from collections.abc import Sequence
from typing import Final

from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from firmware.shell.desk.socket import SOCKET, DeskRequest, Sale, ask_desk
from firmware.shell.sockets.line_socket import ControlError
from firmware.web.bench.bench import Floor
from firmware.web.messages.card_names import card_of
from sim.people.croupier import SimCroupier
from sim.people.deal import Deal
from sim.people.dealer import Dealer
from sim.people.glance import stage

NOTICED_MS: Final = 1500
"""How long the table may take to show that a card has come, or that a draw may begin."""


class DrawsByHand:
    """Draws from the pack that everybody at the table shares."""

    def __init__(self, floor: Floor, croupier: SimCroupier, deal: Deal) -> None:
        self._floor = floor
        self._croupier = croupier
        self._deal = deal

    @property
    def left(self) -> int:
        """How many cards are in the shoe."""
        return len(self._deal.pack)

    def draw(self, name: str | None = None, *, readable: bool = True) -> None:
        """Draw the next card, behind the cut card where that is next; or one of those left.

        Raises CannotBeDone where there is no such card in the shoe.
        """
        dealer, pack, before = self._dealer(), self._deal.pack, self._glance()
        if name is None:
            if not len(pack):
                raise CannotBeDone(Text("web.act.shoe_empty"))
            if pack.cut_card_comes():
                self._floor.hands.cut_card()
            card = pack.draw()
        else:
            card = card_of(name, self._floor.game)
            if not pack.holds(card):
                raise CannotBeDone(Text("web.act.card_gone", {"card": card.name}))
            pack.draw(card)
        dealer.lay(card, before, readable=readable)
        self._wait_for_change(before)

    def cut(self) -> None:
        """Draw the cut card. Raises CannotBeDone."""
        self._dealer()
        before = self._glance()
        self._deal.pack.cut()
        self._floor.hands.cut_card()
        self._wait_for_change(before)

    def shuffle(self) -> None:
        """Shuffle the cards, load the shoe and say so. Raises CannotBeDone, ControlError."""
        self._dealer().reload(self._floor.look())
        self._floor.hands.press(Key.SHUFFLED)

    def throw(self, symbols: Symbols = (), revolutions: int | None = None) -> None:
        """Spin, throw or draw, and don't wait for the result. Raises CannotBeDone, ControlError."""
        game, wheel = self._floor.game, self._floor.sim.wheel
        if game.INSTRUMENT is None:
            raise CannotBeDone(Text("web.act.nothing_to_throw"))
        why = game.unknown(symbols) if symbols else None
        if why is not None:
            raise CannotBeDone(why)
        if wheel and wheel.turning:
            raise CannotBeDone(Text("web.act.turning"))
        if self._floor.sim.blower:
            self._wait_for_draw()
        self._croupier.thrower.bring(self._floor.look(), symbols, revolutions)

    def sell(self, sale: Sale) -> None:
        """Sell a ticket. Raises CannotBeDone where the table refuses it, ControlError."""
        if not self._floor.game.PAID_LATER:
            raise CannotBeDone(Text("web.act.no_tickets"))
        answer = ask_desk(self._floor.room.socket(SOCKET), DeskRequest(sell=sale))
        if not answer.done:
            raise CannotBeDone(Text("web.act.no_ticket", {"why": answer.why}))

    def _wait_for_draw(self) -> None:
        """Wait until the table lets its machine draw, as after a sale. Raises CannotBeDone."""
        if not self._croupier.person.until(lambda now: Key.SPIN in now.keys, NOTICED_MS):
            raise CannotBeDone(Text("web.act.no_draw_yet"))

    def _dealer(self) -> Dealer:
        dealer = self._croupier.dealer
        if dealer is None:
            raise CannotBeDone(Text("web.act.no_cards"))
        return dealer

    def _glance(self) -> Status | None:
        try:
            return self._floor.look()
        except ControlError:
            return None

    def _wait_for_change(self, before: Status | None) -> None:
        if before is None:
            return
        try:
            self._croupier.person.until(lambda now: stage(now) != stage(before), NOTICED_MS)
        except ControlError:
            return


class SoldAtDesk:
    """Implements `sim.people.clerk.Desk` at the desk of a table in service."""

    def __init__(self, floor: Floor) -> None:
        self._socket = floor.room.socket(SOCKET)

    def ask(
        self, spot: int, numbers: Sequence[int], cents: int, draws: int, *, paid: bool = True
    ) -> str:
        """Ask for a ticket; return its control number. Raises ControlError."""
        sale = Sale(spot, cents, draws, tuple(numbers), paid=paid)
        return ask_desk(self._socket, DeskRequest(sell=sale)).control

    def claim(self, control: str) -> None:
        """Present a ticket for payment. Raises ControlError."""
        ask_desk(self._socket, DeskRequest(claim=control))
