"""The desk of a simulated Keno: a clerk, and the holders of his tickets (79 to 86)."""

from contextlib import suppress
from random import Random
from typing import Final, NamedTuple

from firmware.core.games.keno.keno import Keno
from firmware.core.games.keno.prizes import NUMBERS, ticket_prize
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from sim.people.actor import Actor
from sim.people.by_chance.mishaps import MishapChance
from sim.people.desk import TicketDesk

TICKET_SALE_MS: Final = 1500
MAX_DRAWS: Final = 3
TICKET_STAKES: Final = (100, 200, 500, 1000)
CLAIM_PROBABILITY: Final = 0.8
"""The probability of claiming a win right after its draw."""


class HeldTicket(NamedTuple):
    """A ticket as its holder has it."""

    control_number: str
    numbers: tuple[int, ...]
    cents: Cents
    last_draw: int
    is_won: bool = False


class TicketClerk:
    """Sells tickets at the desk, and pays those that have won."""

    def __init__(
        self,
        ticket_desk: TicketDesk,
        actor: Actor,
        game: Keno,
        spots: int,
        random_source: Random,
        mishap_chance: MishapChance,
    ) -> None:
        self._ticket_desk = ticket_desk
        self._actor = actor
        self._game = game
        self._spot_numbers = range(1, spots + 1)
        self._random_source = random_source
        self._mishap_chance = mishap_chance
        self._held_tickets: list[HeldTicket] = []

    def sell_tickets(self, status: Status) -> None:
        """Sell some tickets before the next draw."""
        printer = self._actor.hands.table.printer
        if printer and self._mishap_chance.should_happen("no_paper"):
            printer.limit_paper()
        for spot in self._random_source.sample(
            self._spot_numbers, self._random_source.randint(1, len(self._spot_numbers))
        ):
            self._actor.pause(TICKET_SALE_MS)
            if self._actor.read_status().stopped:
                return
            self._sell_ticket(spot, _next_draw(status))

    def _sell_ticket(self, spot: int, draw_number: int) -> None:
        number_count = int(self._random_source.choice(list(self._game.paytable)))
        numbers = tuple(sorted(self._random_source.sample(NUMBERS, number_count)))
        cents = Cents(self._random_source.choice(TICKET_STAKES))
        draws = self._random_source.randint(1, MAX_DRAWS)
        paid = not self._mishap_chance.should_happen("unpaid_ticket")
        pages_before = self._page_count()
        with suppress(RequestFailed):
            control_number = self._ticket_desk.order_ticket(spot, numbers, cents, draws, paid=paid)
            self._actor.wait_until(lambda _: self._page_count() > pages_before)
            if paid:
                self._held_tickets.append(
                    HeldTicket(control_number, numbers, cents, draw_number + draws - 1)
                )

    def _page_count(self) -> int:
        printer = self._actor.hands.table.printer
        return len(printer.cut_tickets) if printer else 0

    def pay_winners(self, status: Status) -> None:
        """Have the holders look at the numbers drawn last; who has won comes, sooner or later."""
        drawn_numbers = (
            frozenset(map(int, status.results[-1].split())) if status.results else frozenset()
        )
        tickets = [
            self._pay_ticket(self._check_ticket(ticket, drawn_numbers))
            for ticket in self._held_tickets
        ]
        next_draw = _next_draw(status)
        self._held_tickets = [
            ticket for ticket in tickets if ticket.is_won or ticket.last_draw >= next_draw
        ]

    def forget_tickets(self) -> None:
        """Know of no ticket: the table has been taken back to before some were sold."""
        self._held_tickets.clear()

    def _pay_ticket(self, ticket: HeldTicket) -> HeldTicket:
        if not ticket.is_won or self._random_source.random() > CLAIM_PROBABILITY:
            return ticket
        self._ticket_desk.present_ticket(ticket.control_number)
        return ticket._replace(is_won=False)

    def _check_ticket(self, ticket: HeldTicket, drawn_numbers: frozenset[int]) -> HeldTicket:
        numbers = ticket.numbers
        hit_count = len(drawn_numbers.intersection(numbers))
        prize_cents = ticket_prize(self._game.paytable, len(numbers), hit_count, ticket.cents)
        return ticket._replace(is_won=ticket.is_won or prize_cents > 0)


def _next_draw(status: Status) -> int:
    """Return the number of the draw that is on sale."""
    return int(status.game_values["draw"]["draw"])
