"""What a page does with chips."""

from contextlib import suppress
from typing import Final

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.rulings import bet_name
from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.line_socket import ControlError
from firmware.web.bench.bench import Floor
from sim.people.croupier import SimCroupier
from sim.people.glance import standing

TIDIES: Final = 40
"""Stacks that are paid, taken or given back by one act, at most."""
READ_MS: Final = 2000
"""How long a table may take to read chips that were laid or taken."""
OPEN: Final = "open"
"""The phase in which bets are taken."""


class ChipsByHand:
    """Lays, takes and clears up, through the rack that everybody at the table shares."""

    def __init__(self, floor: Floor, croupier: SimCroupier) -> None:
        self._floor = floor
        self._croupier = croupier

    def place(self, spot: int, on: str) -> Place:
        """Return a place of the felt, however it is written. Raises CannotBeDone."""
        game = self._floor.game
        place = Place(spot, game.canonical(on))
        if self._floor.sim.has(place):
            return place
        if spot not in self._floor.sim.wiring.lights.spots:
            raise CannotBeDone(Text("why.no_such_spot", {"spot": spot}))
        raise CannotBeDone(Text("web.act.no_such_bet", {"name": on}))

    def put(self, spot: int, on: str, cents: Cents, bettor: str | None = None) -> None:
        """Lay an amount. Raises CannotBeDone, NoSuchChip."""
        place = self.place(spot, on)
        self._floor.rack.lay(place, cents, bettor)
        self._let_read((place, bettor))

    def take(self, spot: int, on: str, bettor: str | None = None) -> Cents:
        """Take a bettor's chips from a place; return what they are worth. Raises CannotBeDone."""
        place = self.place(spot, on)
        taken = self._floor.rack.take(place, bettor)
        if not taken:
            where: Values = {"spot": spot, "on": bet_name(place.on)}
            raise CannotBeDone(Text("why.nothing_there", where))
        self._floor.hands.let_read()
        return taken

    def leave(self, stack: Stack, cents: Cents) -> None:
        """Have so much lie there, and no more."""
        self._floor.rack.leave(stack[0], cents, stack[1])
        self._floor.hands.let_read()

    def lies(self, stack: Stack) -> Cents:
        """Return what lies there."""
        return self._floor.rack.lying().get(stack, NOTHING)

    def tidy(self) -> None:
        """Do with the chips what the table asks for, and press no key. Raises CannotBeDone."""
        if not self._croupier.tidy():
            paid = Key.NEXT in self._floor.look().keys
            raise CannotBeDone(
                Text("web.act.chips_are_right" if paid else "web.act.nothing_to_tidy")
            )
        for _ in range(TIDIES):
            if not self._croupier.tidy():
                return

    def _let_read(self, stack: Stack) -> None:
        """Wait until the table holds what lies there, where it reads amounts and takes bets."""
        self._floor.hands.let_read()
        if self._floor.config.table.amounts.by_reader:
            with suppress(ControlError):
                self._croupier.person.until(lambda seen: self._is_held(seen, stack), READ_MS)

    def _is_held(self, seen: Status, stack: Stack) -> bool:
        return seen.phase != OPEN or (standing(seen).get(stack) or NOTHING) == self.lies(stack)
