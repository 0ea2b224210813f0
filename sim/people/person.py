"""A person at a simulated table, with eyes and hands."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from firmware.core.vocabulary.asks import MENDING, Act
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from sim.people.actor import Body
from sim.people.cards import Cards
from sim.people.chips import Chips
from sim.people.deal import Deal
from sim.people.decisions import Decisions
from sim.people.desk import Desk
from sim.people.keys import Keys
from sim.people.layout import Layout
from sim.people.payer import Payer
from sim.people.rack import Rack
from sim.people.status_queries import stage
from sim.people.supervisor import Supervisor, needs_clear
from sim.people.throws import Throws

OPENS_MS: Final = 2000
CHECKS_MS: Final = 4000
"""Longer than the reader of a layout takes to look at every place once."""
RETURNS_MS: Final = 10_000
"""How long a part may be lost that is waited for."""
WAITS_MS: Final = 300


class Person:
    """Executes one act at a time; `answer` executes the prompts without a choice.

    What he can't do now raises CannotBeDone. `deal` is None if another process deals the cards:
    then he has nothing to do with the shoe. Several may be at one table, with one rack and deal.
    """

    def __init__(
        self,
        body: Body,
        layout: Layout,
        chance: Random,
        *,
        rack: Rack | None = None,
        deal: Deal | None = None,
        desk: Desk | None = None,
    ) -> None:
        self.body = body
        self.layout = layout
        rack = rack or Rack(body.hands, layout.denominations)
        self.chips = Chips(body, rack, layout)
        self.payer = Payer(body, rack, layout.amounts)
        self.supervisor = Supervisor(body, rack)
        self.keys = Keys(body, layout.game)
        self.decisions = Decisions(body, self.chips, self.keys, layout)
        self.throws = Throws(body, layout, chance)
        self.cards = Cards(body, deal, layout.game) if deal and layout.game.decks else None
        self.desk = desk

    def answer(self, seen: Status) -> bool:
        """Execute the prompted step; return False if it leaves a choice."""
        act = ANSWERS.get(seen.ask.do)
        if act is not None:
            act(self, seen)
        return act is not None

    def at_shoe(self) -> Cards:
        """Return the cards that he deals. Raises CannotBeDone if he deals none."""
        if self.cards is None:
            raise CannotBeDone(Text("person.no_cards"))
        return self.cards

    def sell(
        self, spot: int, numbers: Sequence[int], cents: int, draws: int, *, paid: bool = True
    ) -> None:
        """Sell a ticket at the desk. Raises CannotBeDone if it is refused."""
        if self.desk is None or not self.layout.game.PAID_LATER:
            raise CannotBeDone(Text("person.no_tickets"))
        self.desk.ask(spot, numbers, cents, draws, paid=paid)

    # chips alone

    def tidy(self) -> None:
        """Do with the chips what the prompt asks, one movement; press NEXT if they already lie so.

        Raises CannotBeDone.
        """
        if not self.tidy_once():
            self._pass_on()

    def _pass_on(self) -> None:
        if Key.NEXT not in self.body.look().keys:
            raise CannotBeDone(Text("person.nothing_to_tidy"))
        self.body.press(Key.NEXT)

    def tidy_once(self) -> bool:
        """Execute the prompted step on chips; return whether any moved."""
        seen, lay = self.body.look(), self.chips.rack.lying()
        act = TIDYING.get(seen.ask.do)
        if act is None:
            return False
        act(self, seen)
        moved = self.chips.rack.lying() != lay
        if moved and seen.ask.do is not Act.CONFIRM:
            self.body.until(lambda now: stage(now) != stage(seen), CHECKS_MS)
        return moved

    # the table

    def open(self) -> None:
        """Open the table."""
        self.body.pause(OPENS_MS)
        self.body.press(Key.CONFIRM)

    def confirm_felt(self) -> None:
        """Confirm the felt, once the reader has read all of it."""
        self.body.wait(CHECKS_MS)
        self.body.press(Key.CONFIRM)

    def await_parts(self) -> None:
        """Wait for a part that is lost, and confirm the felt once it is back."""
        self.body.until(lambda seen: seen.ask.fault != "lost", RETURNS_MS)
        if self.body.look().ask.do is Act.CONFIRM_FELT:
            self.confirm_felt()

    def shuffle(self, seen: Status) -> None:
        """Shuffle the cards; if another process deals, only press the key."""
        self.chips.take_all()
        if self.cards:
            self.cards.shuffle(seen)
        else:
            self.body.press(Key.SHUFFLED)

    def mend(self, seen: Status) -> None:
        """Execute a fault's step; wait a little if it is not his."""
        ask, table = seen.ask, self.body.hands.table
        if ask.do is Act.VOID:
            self.void()
        elif ask.do is Act.CLEAR or needs_clear(ask.fault):
            self.supervisor.clear()
        elif ask.fault == "no_paper" and table.printer:
            table.printer.load_paper()
            self.body.until(lambda now: now.ask != seen.ask)
        elif self.cards and table.shoe.in_error:
            self.clear_shoe(self.cards)
        elif self.cards and any(fault.part == "shoe" for fault in seen.faults):
            self.supervisor.clear()
        else:
            self.body.wait(WAITS_MS)

    def clear_shoe(self, cards: Cards) -> None:
        """Clear the shoe's error; enter the unread card by hand."""
        unread, cards.deal.unread = cards.deal.unread, None
        if unread is None:
            cards.clear_shoe()
        else:
            self.supervisor.enter(unread)

    def void(self) -> None:
        """Void the round: everybody takes his chips back."""
        self.supervisor.void()
        self.payer.undo_round()
        if self.cards:
            self.body.hands.stand_by()
            self.body.hands.clear_shoe()


Does = Callable[[Person, Status], object]

ANSWERS: Final[Mapping[Act, Does]] = {
    Act.OPEN_TABLE: lambda he, _: he.open(),
    Act.KEY_AMOUNT: lambda he, seen: he.chips.key_amount(seen),
    Act.RETURN_BET: lambda he, seen: he.chips.give_back(seen),
    Act.PUT_BACK: lambda he, seen: he.chips.put_back(seen),
    Act.RESOLVE_LATE: lambda he, seen: he.supervisor.resolve(seen),
    Act.CONFIRM_FELT: lambda he, _: he.confirm_felt(),
    Act.SHUFFLE: lambda he, seen: he.shuffle(seen),
    Act.PAY: lambda he, seen: he.payer.pay(seen),
    Act.TAKE: lambda he, seen: he.payer.take(seen),
    Act.MOVE: lambda he, seen: he.payer.move(seen),
    Act.CONFIRM: lambda he, seen: he.payer.finish(seen),
    **dict.fromkeys(MENDING, lambda he, seen: he.mend(seen)),
}
"""The act for each step without a choice."""
TIDYING: Final[Mapping[Act, Does]] = {
    Act.RETURN_BET: lambda he, seen: he.chips.give_back(seen),
    Act.PUT_BACK: lambda he, seen: he.chips.put_back(seen),
    Act.RESOLVE_LATE: lambda he, seen: he.supervisor.put_right(seen),
    Act.SHUFFLE: lambda he, _: he.chips.take_all(),
    Act.PAY: lambda he, seen: he.payer.lay_payment(seen),
    Act.TAKE: lambda he, seen: he.payer.lift_asked(seen),
    Act.MOVE: lambda he, seen: he.payer.move(seen),
    Act.CONFIRM: lambda he, seen: he.payer.lift_all(seen),
}
"""Those of them that only move chips."""
