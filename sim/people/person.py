"""A person at a simulated table: a player, the croupier or the supervisor.

Theory of operation. A person knows what a real one would: the table's published status,
the hardware in front of him, and the cards and chips that are his. He never reads the
state of the rules, and he acts only on the simulated hardware, so a round played here
passes the same drivers and the same rules as one at a real table.

    Croupier (chance)  ─┐              ┌ Payer ─▶ PlayerChips       ─┐
    ScriptPlay         ─┼─▶  Person ───┤ ShoeCards, PanelKeys        ├─▶ Actor.hands ─▶ SimTable
    Dispatcher (page)  ─┘   prompts    └ ResultMaker, Supervisor …  ─┘
                               ▲
                               └────────── Actor: the table's status, and the clock

- Each subject has its own class (chips, cards, keys, payments, results); `Person` joins
  them and chooses by the prompt that the status shows.
- `answer_prompt` executes one prompt that leaves no choice. A choice (a bet, a decision, an
  insurance) is made by what drives the person: chance, a script or a page.
- A driver repeats: read the status, execute its prompt, wait. An impossible act raises
  RequestFailed; the driver decides if that is a mistake.
- Time is the actor's: simulated time in a test and in `croupier play`, the wall clock at a
  table that is served.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import CONFIRM_ACTS, FAULT_ACTS, Act, Role
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from sim.people.actor import Actor
from sim.people.cards import ShoeCards
from sim.people.chips import PlayerChips
from sim.people.deal import DealtCards
from sim.people.decisions import Decisions
from sim.people.desk import TicketDesk
from sim.people.keys import PanelKeys
from sim.people.layout import TableLayout
from sim.people.payer import Payer
from sim.people.pot_chips import PotChips
from sim.people.rack import Rack
from sim.people.result_maker import ResultMaker
from sim.people.status_queries import round_progress
from sim.people.supervisor import Supervisor, needs_clear

OPENING_MS: Final = 2000
FELT_CHECK_MS: Final = 4000
"""Longer than the reader of a layout takes to look at every place once."""
RETURNS_MS: Final = 10_000
"""How long a part may be lost that is waited for."""
IDLE_WAIT_MS: Final = 300
WHEEL_FAULTS: Final = ("wheel_closed", "wheel_mode")
"""The faults of a wheel that a key ends."""


class Person:
    """Executes one act at a time; `answer` executes the prompts without a choice.

    An impossible act raises RequestFailed. Without `dealt_cards` another process deals, and he does
    not touch the shoe. Several persons may be at one table, with one rack and one `DealtCards`.
    """

    def __init__(
        self,
        actor: Actor,
        layout: TableLayout,
        random_source: Random,
        *,
        rack: Rack | None = None,
        dealt_cards: DealtCards | None = None,
        ticket_desk: TicketDesk | None = None,
    ) -> None:
        self.actor = actor
        self.layout = layout
        rack = rack or Rack(actor.hands, layout.denominations)
        self.player_chips = PlayerChips(actor, rack, layout)
        self.pot_chips = PotChips(actor, self.player_chips)
        self.payer = Payer(actor, self.player_chips, layout.amounts)
        self.supervisor = Supervisor(actor, self.player_chips)
        self.panel_keys = PanelKeys(actor, layout.game)
        self.decisions = Decisions(actor, self.player_chips, self.panel_keys, layout)
        self.result_maker = ResultMaker(actor, layout, random_source)
        self.cards = (
            ShoeCards(actor, dealt_cards, layout.game)
            if dealt_cards and layout.game.decks
            else None
        )
        self.ticket_desk = ticket_desk

    def answer_prompt(self, status: Status) -> bool:
        """Execute the prompted step; return False if it leaves a choice."""
        handler = PROMPT_HANDLERS.get(status.ask.do)
        if handler is not None:
            handler(self, status)
        return handler is not None

    def require_cards(self) -> ShoeCards:
        """Return the cards that he deals. Raises RequestFailed if he deals none."""
        if self.cards is None:
            raise RequestFailed(Text("person.no_cards"))
        return self.cards

    def sell_ticket(
        self, spot: int, numbers: Sequence[int], cents: int, draws: int, *, paid: bool = True
    ) -> None:
        """Sell a ticket at the desk. Raises RequestFailed if it is refused."""
        if self.ticket_desk is None or not self.layout.game.PAID_ON_CLAIM:
            raise RequestFailed(Text("person.no_tickets"))
        self.ticket_desk.order_ticket(spot, numbers, cents, draws, paid=paid)

    # chips alone

    def tidy_chips(self) -> None:
        """Move chips as prompted, one movement; press NEXT if there is nothing to move.

        Raises RequestFailed.
        """
        if not self.tidy_step():
            self._press_next()

    def _press_next(self) -> None:
        if Key.NEXT_PAYMENT not in self.actor.read_status().keys:
            raise RequestFailed(Text("person.nothing_to_tidy"))
        self.actor.press_key(Key.NEXT_PAYMENT)

    def tidy_step(self) -> bool:
        """Execute the prompted step on chips; return whether any moved."""
        status, amounts_before = self.actor.read_status(), self.player_chips.amounts_on_felt()
        handler = TIDYING_HANDLERS.get(status.ask.do)
        if handler is None:
            return False
        handler(self, status)
        has_moved = self.player_chips.amounts_on_felt() != amounts_before
        # CONFIRM is prompted until its key is pressed: there is no progress to wait for.
        if has_moved and status.ask.do not in CONFIRM_ACTS:
            self.actor.wait_until(
                lambda current: round_progress(current) != round_progress(status), FELT_CHECK_MS
            )
        return has_moved

    def finish_unseen(self, status: Status) -> None:
        """End a round with a payment that the table did not see, under the key if it wants that."""
        if status.ask.of is Role.SUPERVISOR:
            with self.supervisor.key_turned():
                self.payer.finish_round(status)
        else:
            self.payer.finish_round(status)

    # the table

    def open_table(self) -> None:
        """Open the table."""
        self.actor.pause(OPENING_MS)
        self.actor.press_key(Key.CONFIRM)

    def confirm_felt(self) -> None:
        """Confirm the felt, once the reader has read every place."""
        self.actor.wait(FELT_CHECK_MS)
        self.actor.press_key(Key.CONFIRM)

    def await_parts(self) -> None:
        """Wait for a part that is lost, and confirm the felt once it is back."""
        self.actor.wait_until(lambda status: status.ask.fault != "lost", RETURNS_MS)
        if self.actor.read_status().ask.do is Act.CONFIRM_FELT:
            self.confirm_felt()

    def shuffle(self, status: Status) -> None:
        """Shuffle the cards; if another process deals, only press the key."""
        self.player_chips.take_all_chips()
        if self.cards:
            self.cards.shuffle(status)
        else:
            self.actor.press_key(Key.CARDS_SHUFFLED)

    def mend_fault(self, status: Status) -> None:
        """Execute a fault's step; wait a little if it is not his."""
        prompt, table = status.ask, self.actor.hands.table
        if prompt.do is Act.VOID_ROUND:
            self.void_round()
        elif prompt.do is Act.CLEAR_FAULTS or needs_clear(prompt.fault):
            self.supervisor.clear_faults()
        elif prompt.fault in WHEEL_FAULTS:
            self.mend_wheel(prompt.fault)
        elif prompt.fault in ("wheel_resting", "wheel_locked") and table.wheel:
            table.wheel.prepare()
            self.actor.wait_until(lambda current: current.ask.fault != prompt.fault, RETURNS_MS)
        elif prompt.fault == "no_paper" and table.printer:
            table.printer.load_paper()
            self.actor.wait_until(lambda current: current.ask != status.ask)
        elif self.cards and table.shoe.in_error:
            self.clear_shoe(self.cards)
        elif self.cards and any(fault.part == "shoe" for fault in status.faults):
            self.supervisor.clear_faults()
        else:
            self.actor.wait(IDLE_WAIT_MS)

    def mend_wheel(self, fault: str) -> None:
        """Open a closed wheel, or have the supervisor set its mode; with bets locked he voids."""
        if fault == "wheel_closed":
            self.actor.press_key(Key.CONFIRM)
        else:
            with self.supervisor.key_turned():
                is_obeyed = Key.CONFIRM in self.actor.read_status().keys
                self.actor.press_key(Key.CONFIRM if is_obeyed else Key.VOID_ROUND)
        self.actor.wait_until(lambda current: current.ask.fault != fault, RETURNS_MS)

    def clear_shoe(self, cards: ShoeCards) -> None:
        """Clear the shoe's error; enter the unread card by hand."""
        unread_card, cards.dealt_cards.unread_card = cards.dealt_cards.unread_card, None
        if unread_card is None:
            cards.clear_shoe()
        else:
            self.supervisor.enter_card(unread_card)

    def void_round(self) -> None:
        """Void the round: everybody takes his chips back."""
        self.supervisor.void_round()
        self.payer.undo_round()
        if self.cards:
            self.actor.hands.stand_by()
            self.actor.hands.clear_shoe()


PromptHandler = Callable[[Person, Status], object]

PROMPT_HANDLERS: Final[Mapping[Act, PromptHandler]] = {
    Act.OPEN_TABLE: lambda he, _: he.open_table(),
    Act.KEY_AMOUNT: lambda he, seen: he.player_chips.key_amount(seen),
    Act.RETURN_BET: lambda he, seen: he.player_chips.return_illegal_bets(seen),
    Act.PUT_BET_BACK: lambda he, seen: he.player_chips.restore_carried_bets(seen),
    Act.RESOLVE_LATE: lambda he, seen: he.supervisor.resolve_late_bets(seen),
    Act.CONFIRM_FELT: lambda he, _: he.confirm_felt(),
    Act.SHUFFLE_CARDS: lambda he, seen: he.shuffle(seen),
    Act.PAY_BET: lambda he, seen: he.payer.pay_prompted(seen),
    Act.TAKE_CHIPS: lambda he, seen: he.payer.take_losses(seen),
    Act.MOVE_BET: lambda he, seen: he.payer.move_bet(seen),
    Act.CONFIRM_PAID: lambda he, seen: he.payer.finish_round(seen),
    Act.CONFIRM_UNSEEN: lambda he, seen: he.finish_unseen(seen),
    Act.COLLECT_COMMISSION: lambda he, _: he.payer.collect_commission(),
    **dict.fromkeys(FAULT_ACTS, lambda he, seen: he.mend_fault(seen)),
}
"""The act for each step without a choice."""
TIDYING_HANDLERS: Final[Mapping[Act, PromptHandler]] = {
    Act.RETURN_BET: lambda he, seen: he.player_chips.return_illegal_bets(seen),
    Act.PUT_BET_BACK: lambda he, seen: he.player_chips.restore_carried_bets(seen),
    Act.RESOLVE_LATE: lambda he, seen: he.supervisor.restore_late_places(seen),
    Act.SHUFFLE_CARDS: lambda he, _: he.player_chips.take_all_chips(),
    Act.PAY_BET: lambda he, seen: he.payer.pay_without_key(seen),
    Act.TAKE_CHIPS: lambda he, seen: he.payer.lift_prompted_bet(seen),
    Act.MOVE_BET: lambda he, seen: he.payer.move_bet(seen),
    **dict.fromkeys(CONFIRM_ACTS, lambda he, seen: he.payer.lift_all_chips(seen)),
}
"""Those of them that only move chips."""
