"""The desk of a simulated Keno: a clerk, and the holders of his tickets (79 to 86)."""

from contextlib import suppress
from random import Random
from typing import Final, NamedTuple

from firmware.core.games.keno.keno import Keno
from firmware.core.games.keno.prizes import NUMBERS, prize
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from sim.people.actor import Body
from sim.people.by_chance.mishaps import Luck
from sim.people.desk import Desk

SELLS_MS: Final = 1500
MOST_DRAWS: Final = 3
STAKES: Final = (100, 200, 500, 1000)
COMES_TO_CLAIM: Final = 0.8
"""The probability of claiming a win right after its draw."""


class Held(NamedTuple):
    """A ticket as its holder has it."""

    control: str
    numbers: tuple[int, ...]
    cents: Cents
    last_draw: int
    won: bool = False


class Clerk:
    """Sells tickets at the desk, and pays those that have won."""

    def __init__(
        self,
        desk: Desk,
        body: Body,
        played: Keno,
        spots: int,
        chance: Random,
        luck: Luck,
    ) -> None:
        self._desk = desk
        self._body = body
        self._game = played
        self._spots = range(1, spots + 1)
        self._chance = chance
        self._luck = luck
        self._held: list[Held] = []

    def sell(self, seen: Status) -> None:
        """Sell some tickets before the next draw."""
        printer = self._body.hands.table.printer
        if printer and self._luck.strikes("no_paper"):
            printer.run_out()
        for spot in self._chance.sample(self._spots, self._chance.randint(1, len(self._spots))):
            self._body.pause(SELLS_MS)
            if self._body.look().stopped:
                return
            self._sell(spot, _next_draw(seen))

    def _sell(self, spot: int, draw: int) -> None:
        picked = int(self._chance.choice(list(self._game.paytable)))
        numbers = tuple(sorted(self._chance.sample(NUMBERS, picked)))
        cents = Cents(self._chance.choice(STAKES))
        draws = self._chance.randint(1, MOST_DRAWS)
        paid = not self._luck.strikes("unpaid_ticket")
        printed = self._printed()
        with suppress(CannotBeDone):
            control = self._desk.ask(spot, numbers, cents, draws, paid=paid)
            self._body.until(lambda _: self._printed() > printed)
            if paid:
                self._held.append(Held(control, numbers, cents, draw + draws - 1))

    def _printed(self) -> int:
        printer = self._body.hands.table.printer
        return len(printer.pages) if printer else 0

    def pay(self, seen: Status) -> None:
        """Have the holders look at the numbers drawn last; who has won comes, sooner or later."""
        drawn = frozenset(map(int, seen.results[-1].split())) if seen.results else frozenset()
        held = [self._paid(self._looked_at(ticket, drawn)) for ticket in self._held]
        draw = _next_draw(seen)
        self._held = [ticket for ticket in held if ticket.won or ticket.last_draw >= draw]

    def forget(self) -> None:
        """Know of no ticket: the table has been taken back to before some were sold."""
        self._held.clear()

    def _paid(self, ticket: Held) -> Held:
        if not ticket.won or self._chance.random() > COMES_TO_CLAIM:
            return ticket
        self._desk.claim(ticket.control)
        return ticket._replace(won=False)

    def _looked_at(self, ticket: Held, drawn: frozenset[int]) -> Held:
        numbers = ticket.numbers
        hits = len(drawn.intersection(numbers))
        won = prize(self._game.paytable, len(numbers), hits, ticket.cents)
        return ticket._replace(won=ticket.won or won > 0)


def _next_draw(seen: Status) -> int:
    """Return the number of the draw that is on sale."""
    return int(seen.told["draw"]["draw"])
