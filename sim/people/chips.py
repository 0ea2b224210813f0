"""A person's acts on the chips on the felt: laying, taking, restoring, keying amounts.

Theory of operation. This is the one owner of chips on the felt: it finds the place, gets the chips
from the rack, and lays them. A bet that a page makes goes through

    Dispatcher ──> PlayerChips.bet ──> SimFelt.put_chip ──> the antenna of the simulated reader
    the request    the place, the      the stack at the
                   chips, the wait     place

A player's acts (`bet`, `take_bet`, `change_bet`) wait until the table has read the chips; `lay`,
`take_chips` and `set_amount` only move them.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.keys import CHIP_KEYS, Key
from firmware.core.vocabulary.money import NO_CENTS, Cents, fewest_chips
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.line_client import ControlError
from sim.people.actor import Actor
from sim.people.layout import TableLayout, missing_place_reason
from sim.people.rack import Rack
from sim.people.status_queries import bets_shown, carried_bets

TAKING_MS: Final = 700
CHIP_READ_MS: Final = 2000
"""How long a table may take to read chips that were laid or taken."""
OPEN_PHASE: Final = "open"
"""The phase in which bets are taken."""


class PlayerChips:
    """Lays chips of a rack, which everybody at the table may share, and takes them."""

    def __init__(self, actor: Actor, rack: Rack, layout: TableLayout) -> None:
        self.rack = rack
        self._actor = actor
        self._felt = actor.hands.table.felt
        self._layout = layout

    def place(self, spot: int, written_bet: str) -> Place:
        """Return a place of the felt, however it is written. Raises RequestFailed."""
        place, table = (
            Place(spot, self._layout.game.canonical_name(written_bet)),
            self._actor.hands.table,
        )
        if table.has_place(place):
            return place
        if spot not in table.wiring.lights.spots:
            raise RequestFailed(Text("why.no_such_spot", {"spot": spot}))
        raise RequestFailed(missing_place_reason(self._layout.game, spot, written_bet))

    def amounts_on_felt(self) -> dict[Stack, Cents]:
        """Return the worth of each bettor's chips at each place."""
        return self._actor.hands.amounts_on_felt()

    def amount_at(self, stack: Stack) -> Cents:
        """Return the amount there."""
        return self.amounts_on_felt().get(stack, NO_CENTS)

    # chips alone

    def lay(self, place: Place, cents: Cents, bettor: str | None = None) -> None:
        """Put chips worth `cents` on a place: all, or none if one is missing.

        Raises NoSuchChip.
        """
        for tag in self.rack.fetch_chips(place.spot, cents, bettor):
            self._felt.put_chip(place, tag)

    def lay_colour_chips(self, place: Place, count: int) -> None:
        """Put so many chips of its player's colour on a place. Raises NoSuchChip."""
        for tag in self.rack.fetch_colour_chips(place.spot, count):
            self._felt.put_chip(place, tag)

    def take_chips(self, place: Place, bettor: str | None = None) -> Cents:
        """Take all of a bettor's chips from a place; return their worth."""
        tags = self._actor.hands.tags_at(place, bettor)
        for tag in tags:
            self._take_chip(place, tag)
        return Cents(sum(map(self._actor.hands.chip_cents, tags)))

    def set_amount(self, place: Place, cents: Cents, bettor: str | None = None) -> None:
        """Make a bettor's chips on a place worth exactly `cents`. Raises NoSuchChip."""
        present_cents = self.amount_at((place, bettor))
        if present_cents > cents:
            self.take_chips(place, bettor)
            present_cents = NO_CENTS
        self.lay(place, Cents(cents - present_cents), bettor)

    def take_all_chips(self) -> None:
        """Let every player take his chips."""
        for place, bettor in self.amounts_on_felt():
            self.take_chips(place, bettor)

    def restore(self, stacks: Mapping[Place, Sequence[bytes]]) -> None:
        """Restore an earlier state of the felt: these chips, and no others."""
        # All chips are taken first: one may have to go back to another place.
        for place, tags in self._felt.stacks.items():
            for tag in tuple(tags):
                self._take_chip(place, tag)
        for place, place_tags in stacks.items():
            for tag in place_tags:
                self.rack.fetch_again(tag)
                self._felt.put_chip(place, tag)

    def _take_chip(self, place: Place, tag: bytes) -> None:
        self._felt.take_chip(place, tag)
        self.rack.return_chip(tag)

    # the players, who wait until the table has read their chips

    def bet(self, place: Place, cents: Cents, bettor: str | None = None) -> None:
        """Bet an amount. Raises NoSuchChip."""
        self.lay(place, cents, bettor)
        self._await_chip_read((place, bettor))

    def take_bet(self, place: Place, bettor: str | None = None) -> Cents:
        """Take all of a bettor's chips; return their worth. Raises RequestFailed."""
        taken_cents = self.take_chips(place, bettor)
        if not taken_cents:
            place_values: TextValues = {"spot": place.spot, "on": bet_words(place.on)}
            raise RequestFailed(Text("why.nothing_there", place_values))
        self._actor.hands.await_chip_read()
        return taken_cents

    def bet_colour_chips(self, place: Place, count: int, worth: Cents) -> None:
        """Bet chips of a colour, and have the dealer key what one is worth. Raises NoSuchChip."""
        self._actor.hands.colour_worth[place.spot] = worth
        self.lay_colour_chips(place, count)
        self._actor.hands.await_chip_read()
        self._actor.wait_until(lambda status: _is_colour_read(status, place), CHIP_READ_MS)
        if self._actor.read_status().ask.do is Act.KEY_PRICE:
            for value, chips in fewest_chips(worth, self._layout.denominations):
                for _ in range(chips):
                    self._actor.hands.press_key(CHIP_KEYS[self._layout.denominations.index(value)])
            self._actor.press_key(Key.COLOUR_PRICE)

    def change_bet(self, stack: Stack, cents: Cents) -> None:
        """Set the amount there. Raises NoSuchChip."""
        self.set_amount(stack[0], cents, stack[1])
        self._actor.hands.await_chip_read()

    def _await_chip_read(self, stack: Stack) -> None:
        """Wait until the table has read the amount there, if it reads amounts and takes bets."""
        self._actor.hands.await_chip_read()
        if self._layout.amounts.by_reader:
            with suppress(ControlError):
                self._actor.wait_until(
                    lambda status: self._is_amount_read(status, stack), CHIP_READ_MS
                )

    def _is_amount_read(self, status: Status, stack: Stack) -> bool:
        return status.phase != OPEN_PHASE or (
            bets_shown(status).get(stack) or NO_CENTS
        ) == self.amount_at(stack)

    # steps that the table prompts

    def return_illegal_bets(self, status: Status) -> None:
        """Return the illegal bets."""
        self._actor.pause(TAKING_MS)
        for stack in self._bets_to_return(status):
            self.take_chips(*stack)
        self._actor.hands.await_chip_read()

    def _bets_to_return(self, status: Status) -> list[Stack]:
        """Return, after the close, the bets that are not locked; before it, the illegal bets of
        spots in red.
        """
        unlocked_stacks = [
            stack for stack in self.amounts_on_felt() if stack not in carried_bets(status)
        ]
        if status.phase == "round":
            return [stack for stack in unlocked_stacks if stack not in bets_shown(status)]
        fault_stacks = [
            stack for stack in unlocked_stacks if status.spots[stack[0].spot].light == "fault"
        ]
        back_stacks = [stack for stack in fault_stacks if stack[1] is not None]
        return back_stacks or fault_stacks or unlocked_stacks

    def restore_carried_bets(self, status: Status) -> None:
        """Restore carried-over bets: first those taken off, then those added to."""
        self._actor.pause(TAKING_MS)
        amounts_on_felt, carried = self.amounts_on_felt(), carried_bets(status).items()
        short_stacks = [
            (stack, cents)
            for stack, cents in carried
            if amounts_on_felt.get(stack, NO_CENTS) < cents
        ]
        for (place, bettor), cents in short_stacks or carried:
            self.set_amount(place, cents, bettor)
        self._actor.hands.await_chip_read()

    def key_amount(self, status: Status) -> None:
        """Key the amount of the prompted place. Raises RequestFailed."""
        if status.keying is None:
            raise RequestFailed(Text("person.nothing_to_key"))
        place = Place(*status.keying)
        cents = self.amount_at((place, None))
        self._actor.wait_until(lambda current: current.keying == status.keying)
        has_amount = any(stack[0] == place for stack in bets_shown(status))
        self._actor.hands.key_amount(cents, self._layout.denominations, has_amount=has_amount)
        self._actor.wait_until(
            lambda current: (current.ask, current.keying) != (status.ask, status.keying)
        )


def _is_colour_read(status: Status, place: Place) -> bool:
    """Return whether colour chips are seen there: the table asks for their worth, or knows it."""
    return status.ask.do is Act.KEY_PRICE or (place, None) in bets_shown(status)
