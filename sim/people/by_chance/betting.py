"""The bets of a round by chance: laid once, waited for, and closed, not always rightly."""

from typing import Final

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.status import Status
from sim.people.by_chance.dealer import Dealer
from sim.people.by_chance.mishaps import Luck
from sim.people.by_chance.players import Guests, Stake
from sim.people.person import Person
from sim.people.status_queries import standing, standing_over

BETS_MS: Final = 8000
CLOSES_MS: Final = 2500


class Betting:
    """Has the players lay their bets; at once where another process `deals` the cards."""

    def __init__(
        self, person: Person, players: Guests, dealer: Dealer | None, luck: Luck, *, deals: bool
    ) -> None:
        self.begun = 0
        """The round in which bets were laid last."""
        self._person = person
        self._body = person.body
        self._rack = person.chips.rack
        self._layout = person.layout
        self._players = players
        self._dealer = dealer
        self._luck = luck
        self._deals = deals

    def take(self, seen: Status) -> None:
        """Have the bets laid, and close them."""
        if self.are_laid(seen):
            self._close()

    def are_laid(self, seen: Status) -> bool:
        """Let the players lay the bets of a round, once; return whether the
        table has read them all.
        """
        lie = self._rack.lying()
        if self.begun != seen.round or not (self._layout.game.REOPENS or lie):
            self.begun = seen.round
            self._begin(seen)
            self._bet()
        return self._body.until(self._are_read) and self._body.look().ask.do is seen.ask.do

    def _begin(self, seen: Status) -> None:
        self._person.payer.begin()
        self._layout.game.remember(_memory(seen))
        if self._dealer:
            self._dealer.begin(seen)

    def _bet(self) -> None:
        stakes = self._players.stakes(self._dealer.bank if self._dealer else None)
        for stake in stakes:
            if self._deals:
                self._body.pause(BETS_MS // len(stakes))
            self._rack.lay(*stake)
        if stakes and self._layout.amounts.by_reader and self._luck.strikes("mistaken_bet"):
            self.lay(self._players.mistake(stakes))

    def lay(self, stake: Stake) -> None:
        """Lay an illegal bet, and wait for the refusal."""
        ask = self._body.look().ask
        self._rack.lay(*stake)
        self._body.until(lambda seen: seen.ask != ask)

    def _are_read(self, seen: Status) -> bool:
        red = any(shown.light == "fault" for shown in seen.spots.values())
        may_close = Key.NO_MORE_BETS in seen.keys or self._layout.game.THROWN or red
        shown, lying = standing(seen), self._rack.lying()
        same = shown.keys() == lying.keys()
        return may_close and same and (not self._layout.amounts.known or shown == lying)

    def _close(self) -> None:
        self._body.pause(CLOSES_MS if self._deals else 0)
        if self._dealer and self._dealer.closes():
            return
        closed = self._body.press(Key.NO_MORE_BETS)
        if closed and self._luck.strikes("undone"):
            self._body.pause(CLOSES_MS)
            self._body.press(Key.UNDO)


def _memory(seen: Status) -> dict[str, object]:
    """Return the players' memory of earlier rounds: carried-over bets, the point."""
    bets = standing_over(seen).items()
    carried = [[*place, bettor, cents] for (place, bettor), cents in bets]
    return {"carried": carried, "point": seen.told.get("point", {}).get("number")}
