"""A person's acts on the players' chips: laying, taking, restoring, keying amounts."""

from contextlib import suppress
from typing import Final

from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.rulings import bet_name
from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.line_client import ControlError
from sim.people.actor import Body
from sim.people.layout import Layout
from sim.people.rack import Rack
from sim.people.status_queries import standing, standing_over

TAKES_MS: Final = 700
READ_MS: Final = 2000
"""How long a table may take to read chips that were laid or taken."""
OPEN: Final = "open"
"""The phase in which bets are taken."""


class Chips:
    """Lays and takes through a rack, which everybody at the table may share."""

    def __init__(self, body: Body, rack: Rack, layout: Layout) -> None:
        self.rack = rack
        self._body = body
        self._layout = layout

    def place(self, spot: int, on: str) -> Place:
        """Return a place of the felt, however it is written. Raises CannotBeDone."""
        place, table = Place(spot, self._layout.game.canonical(on)), self._body.hands.table
        if table.has(place):
            return place
        if spot not in table.wiring.lights.spots:
            raise CannotBeDone(Text("why.no_such_spot", {"spot": spot}))
        raise CannotBeDone(Text("why.no_such_bet", {"on": on}))

    def lies(self, stack: Stack) -> Cents:
        """Return the amount there."""
        return self.rack.lying().get(stack, NOTHING)

    # the players

    def lay(self, place: Place, cents: Cents, bettor: str | None = None) -> None:
        """Lay an amount, and let the table read it. Raises NoSuchChip."""
        self.rack.lay(place, cents, bettor)
        self._let_read((place, bettor))

    def take(self, place: Place, bettor: str | None = None) -> Cents:
        """Take all of a bettor's chips; return their worth. Raises CannotBeDone."""
        taken = self.rack.take(place, bettor)
        if not taken:
            where: Values = {"spot": place.spot, "on": bet_name(place.on)}
            raise CannotBeDone(Text("why.nothing_there", where))
        self._body.hands.let_read()
        return taken

    def leave(self, stack: Stack, cents: Cents) -> None:
        """Set the amount there. Raises NoSuchChip."""
        self.rack.leave(stack[0], cents, stack[1])
        self._body.hands.let_read()

    def take_all(self) -> None:
        """Let every player take his chips."""
        for place, bettor in self.rack.lying():
            self.rack.take(place, bettor)

    def _let_read(self, stack: Stack) -> None:
        """Wait until the table has read the amount there, if it reads amounts and takes bets."""
        self._body.hands.let_read()
        if self._layout.amounts.by_reader:
            with suppress(ControlError):
                self._body.until(lambda seen: self._is_held(seen, stack), READ_MS)

    def _is_held(self, seen: Status, stack: Stack) -> bool:
        return seen.phase != OPEN or (standing(seen).get(stack) or NOTHING) == self.lies(stack)

    # what the table asks for

    def give_back(self, seen: Status) -> None:
        """Return the illegal bets."""
        self._body.pause(TAKES_MS)
        for stack in self._to_return(seen):
            self.rack.take(*stack)
        self._body.hands.let_read()

    def _to_return(self, seen: Status) -> list[Stack]:
        """Return, after the close, the bets that are not locked; before it, the illegal bets of
        spots in red.
        """
        lying = [stack for stack in self.rack.lying() if stack not in standing_over(seen)]
        if seen.phase == "round":
            return [stack for stack in lying if stack not in standing(seen)]
        red = [stack for stack in lying if seen.spots[stack[0].spot].light == "fault"]
        behind = [stack for stack in red if stack[1] is not None]
        return behind or red or lying

    def put_back(self, seen: Status) -> None:
        """Restore carried-over bets: first those taken off, then those added to."""
        self._body.pause(TAKES_MS)
        lying, stood = self.rack.lying(), standing_over(seen).items()
        short = [(stack, cents) for stack, cents in stood if lying.get(stack, NOTHING) < cents]
        for (place, bettor), cents in short or stood:
            self.rack.leave(place, cents, bettor)
        self._body.hands.let_read()

    def key_amount(self, seen: Status) -> None:
        """Key the amount of the prompted place. Raises CannotBeDone."""
        if seen.keying is None:
            raise CannotBeDone(Text("person.nothing_to_key"))
        place = Place(*seen.keying)
        cents = self.lies((place, None))
        self._body.until(lambda now: now.keying == seen.keying)
        lying = any(stack[0] == place for stack in standing(seen))
        self._body.hands.key_amount(cents, self._layout.denominations, lying=lying)
        self._body.until(lambda now: (now.ask, now.keying) != (seen.ask, seen.keying))
