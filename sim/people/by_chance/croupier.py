"""A croupier who plays as chance has it, and the players at his table."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from threading import Event
from typing import Final

from firmware.core.games.keno.keno import Keno
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.next_step import FAULT_ACTS, Act
from firmware.core.vocabulary.status import Status
from sim.people.by_chance.betting import Betting
from sim.people.by_chance.bettors import LayoutBettors
from sim.people.by_chance.clerk import TicketClerk
from sim.people.by_chance.dealer import RandomDealer
from sim.people.by_chance.instrument_dealer import InstrumentDealer
from sim.people.by_chance.mishaps import MishapChance
from sim.people.by_chance.people_kind import USUAL_PEOPLE, PeopleKind
from sim.people.by_chance.players import SpotPlayers, TablePlayers
from sim.people.person import IDLE_WAIT_MS, PROMPT_HANDLERS, Person
from sim.people.status_queries import round_progress, settled_places

MISHAP_RATE: Final = 0.02
"""How often each thing that can go wrong does, whenever it can."""

MAX_TRIES: Final = 8
"""How often the same act is tried before the round is voided."""
AFTER_CLOSE: Final = frozenset({Act.DEAL_CARD, Act.BRING_RESULT})
"""The steps right after the close, in which a late bet may occur."""


class Croupier:
    """Executes the table's next step, one at a time.

    If another process deals the cards, he lays bets at once and makes no mistakes. Not
    modelled: players who keep their winnings on the felt.
    """

    def __init__(
        self,
        person: Person,
        random_source: Random,
        *,
        deals_cards: bool = True,
        mishap_rate: float = MISHAP_RATE,
        people_kind: PeopleKind = USUAL_PEOPLE,
    ) -> None:
        self.person = person
        self._actor = person.actor
        self._deals_cards = deals_cards
        self._mishap_chance = mishap_chance = MishapChance(
            random_source, mishap_rate if deals_cards else 0
        )
        layout = person.layout
        self._players: TablePlayers = (
            LayoutBettors(layout, random_source)
            if layout.game.SHARED_LAYOUT
            else SpotPlayers(layout, random_source, people_kind.side_bet_probability)
        )
        self._instrument_dealer = InstrumentDealer(person, mishap_chance)
        self._dealer = self._seat_dealer(random_source)
        self._ticket_clerk = self._seat_clerk(random_source)
        self._betting = Betting(
            person, self._players, self._dealer, mishap_chance, deals_cards=deals_cards
        )
        self._last_attempt: tuple[object, ...] = ()
        self._attempts = 0
        self._choice_handlers: dict[Act, Callable[[Status], None]] = {
            Act.PLACE_BETS: self._betting.take_bets,
            Act.BRING_RESULT: self._bring_result,
            Act.KEY_AGAIN: self._key_result_again,
        }
        if self._dealer:
            self._choice_handlers |= {
                Act.DEAL_CARD: self._dealer.deal_card,
                Act.TAKE_DECISION: self._dealer.decide,
            }

    def _seat_dealer(self, random_source: Random) -> RandomDealer | None:
        cards = self.person.cards
        return (
            RandomDealer(self.person, cards, random_source, self._mishap_chance) if cards else None
        )

    def _seat_clerk(self, random_source: Random) -> TicketClerk | None:
        ticket_desk, layout = self.person.ticket_desk, self.person.layout
        if ticket_desk is None or not isinstance(layout.game, Keno):
            return None
        return TicketClerk(
            ticket_desk, self._actor, layout.game, layout.spots, random_source, self._mishap_chance
        )

    @property
    def tray_gain(self) -> int:
        """The gain of the house's tray from the felt, in cents, without commissions."""
        return self.person.payer.tray_gain

    @property
    def mishap_counts(self) -> Counter[str]:
        """The mishaps, by name."""
        return self._mishap_chance.mishap_counts

    def run(self, stop_event: Event) -> None:
        """Play on until stopped."""
        self._actor.repeat_until_stopped(self.step, stop_event)

    def resume(
        self,
        felt_bets: Iterable[Bet],
        drawn_cards: Mapping[Card, int],
        dealt_hands: Mapping[int, Sequence[Card]] | None = None,
    ) -> None:
        """Take over a table as it is: its chips, the cards that have left the shoe, hands."""
        for bet in felt_bets:
            self.person.player_chips.lay(bet.place, bet.cents, bet.bettor)
            # The players have bet in this round.
            self._betting.betting_round = self._actor.read_status().round
        if self.person.cards:
            self.person.cards.take_over(self._actor.read_status(), drawn_cards, dealt_hands or {})

    def restart_round(self) -> None:
        """Play the table's round once more: it has been taken back to where that opened."""
        self._betting.betting_round = 0
        if self._ticket_clerk:
            self._ticket_clerk.forget_tickets()

    def step(self) -> None:
        """Execute the next step; wait a little if it is not his."""
        status = self._actor.read_status()
        prompted_act = status.ask.do
        handler = self._choice_handlers.get(
            prompted_act, self._answer_prompt if prompted_act in PROMPT_HANDLERS else None
        )
        is_closed = status.phase == "round" and prompted_act in AFTER_CLOSE
        # A fault may last: waiting for its end is not a failed try.
        if handler is None or (prompted_act not in FAULT_ACTS and self._is_stuck(status)):
            self._actor.wait(IDLE_WAIT_MS)
        elif is_closed and self._mishap_chance.should_happen("late_bet"):
            self._betting.lay_mistake(self._players.late_stake(settled_places(status)))
        else:
            handler(status)

    def _answer_prompt(self, status: Status) -> None:
        """Execute a step without a choice; occasionally overlook a losing bet."""
        payer = self.person.payer
        if status.ask.do is Act.TAKE_CHIPS:
            lost_stacks = payer.lost_stacks(status)
            payer.forgotten = {
                stack
                for stack in lost_stacks
                if self._mishap_chance.should_happen("forgotten_chip")
            }
        self.person.answer_prompt(status)

    # results: dice and balls close the bets by themselves

    def _bring_result(self, status: Status) -> None:
        if status.instrument and status.instrument.step == "balls":
            self._draw_balls(status)
        else:
            self._key_result_again(status)

    def _key_result_again(self, status: Status) -> None:
        dice = status.instrument and status.instrument.step == "dice"
        if not dice or status.phase != "open" or self._betting.are_bets_laid(status):
            self._instrument_dealer.pass_dice(self._actor.read_status())
            self._instrument_dealer.bring_result(self._actor.read_status())

    def _draw_balls(self, status: Status) -> None:
        if self._ticket_clerk and self._betting.betting_round != status.round:
            self._betting.betting_round = status.round
            self._ticket_clerk.sell_tickets(status)
        self._instrument_dealer.bring_result(self._actor.read_status())
        current = self._actor.read_status()
        if self._ticket_clerk and current.round > status.round:
            self._ticket_clerk.pay_winners(current)

    def _is_stuck(self, status: Status) -> bool:
        """Return whether the act was tried too often; then the round has been voided."""
        attempt = (status.focus, *round_progress(status))
        self._attempts = self._attempts + 1 if attempt == self._last_attempt else 0
        self._last_attempt = attempt
        if self._attempts < MAX_TRIES or not self._deals_cards:
            return False
        self._attempts = 0
        self.mishap_counts["void"] += 1
        self.person.void_round()
        return True
