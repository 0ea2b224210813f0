"""A croupier who plays as chance has it, and the players at his table."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from threading import Event
from typing import Final

from firmware.core.games.keno.keno import Keno
from firmware.core.vocabulary.asks import MENDING, Act
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Bet
from firmware.core.vocabulary.status import Status
from firmware.people.body import Dismissed
from firmware.people.by_chance.bettors import Bettors
from firmware.people.by_chance.clerk import Clerk
from firmware.people.by_chance.dealer import Dealer
from firmware.people.by_chance.luck import Luck
from firmware.people.by_chance.players import Guests, Players, Stake
from firmware.people.by_chance.thrower import Thrower
from firmware.people.glance import owed, stage, standing, standing_over
from firmware.people.person import ANSWERS, WAITS_MS, Person

MISHAPS: Final = 0.02
"""How often each thing that can go wrong does, whenever it can."""

BETS_MS: Final = 8000
CLOSES_MS: Final = 2500
TRIES: Final = 8
"""How often the same act is tried before the round is voided."""
CLOSED: Final = frozenset({Act.DEAL, Act.BRING_RESULT})
"""The steps right after the close: a player may still lay chips."""
LOSING: Final = frozenset({Act.PAY, Act.TAKE})
"""Asked for while losing bets are taken."""


class Croupier:
    """Executes the table's next step, one at a time.

    Where another process `deals` the cards he lays bets at once and makes no mistakes. Not
    modelled: players who keep their winnings on the felt.
    """

    def __init__(
        self, person: Person, chance: Random, *, deals: bool = True, mishaps: float = MISHAPS
    ) -> None:
        self.person = person
        self._body = person.body
        self._layout = person.layout
        self._deals = deals
        self._luck = luck = Luck(chance, mishaps if deals else 0)
        self._players: Guests = (Bettors if self._layout.game.LAYOUT else Players)(
            self._layout, chance
        )
        self._thrower = Thrower(person, luck)
        self._dealer = self._seat_dealer(chance)
        self._clerk = self._seat_clerk(chance)
        self._begun = 0
        """The round in which bets were laid last."""
        self._tried: tuple[object, ...] = ()
        self._tries = 0
        self._choices: dict[Act, Callable[[Status], None]] = {
            Act.PLACE_BETS: self._take_bets,
            Act.BRING_RESULT: self._bring_result,
            Act.KEY_AGAIN: self._key_again,
        }
        if self._dealer:
            self._choices |= {Act.DEAL: self._dealer.deal, Act.DECIDE: self._dealer.decide}

    def _seat_dealer(self, chance: Random) -> Dealer | None:
        cards = self.person.cards
        return Dealer(self.person, cards, chance, self._luck) if cards else None

    def _seat_clerk(self, chance: Random) -> Clerk | None:
        desk, played = self.person.desk, self._layout.game
        if desk is None or not isinstance(played, Keno):
            return None
        return Clerk(desk, self._body, played, self._layout.spots, chance, self._luck)

    @property
    def tray(self) -> int:
        """The gain of the house's tray from the felt, in cents, without commissions."""
        return self.person.payer.tray

    @property
    def did(self) -> Counter[str]:
        """The mishaps, by name."""
        return self._luck.did

    def run(self, stop: Event) -> None:
        """Play on until stopped."""
        self._body.dismissed = stop
        try:
            while True:
                self.step()
        except Dismissed:
            return

    def resume(
        self,
        felt: Iterable[Bet],
        gone: Mapping[Card, int],
        dealt: Mapping[int, Sequence[Card]] | None = None,
    ) -> None:
        """Take over a table as it is: its chips, the cards that have left the shoe, hands."""
        for bet in felt:
            self.person.chips.rack.lay(bet.place, bet.cents, bet.bettor)
            self._begun = self._body.look().round
        if self.person.cards:
            self.person.cards.take_up(self._body.look(), gone, dealt or {})

    def start_over(self) -> None:
        """Play the table's round once more: it has been taken back to where that opened."""
        self._begun = 0
        if self._clerk:
            self._clerk.forget()

    def step(self) -> None:
        """Execute the next step; wait a little if it is not his."""
        seen = self._body.look()
        act = seen.ask.do
        does = self._choices.get(act, self._answer if act in ANSWERS else None)
        closed = seen.phase == "round" and act in CLOSED
        if does is None or (act not in MENDING and self._in_vain(seen)):
            self._body.wait(WAITS_MS)
        elif closed and self._luck.strikes("late_bet"):
            self._lay(self._players.late([place for place, _ in owed(seen)]))
        else:
            does(seen)

    def _answer(self, seen: Status) -> None:
        """Execute a step without a choice; occasionally overlook a losing bet."""
        payer = self.person.payer
        if seen.ask.do in LOSING:
            overlooked = payer.forgotten if seen.ask.do is Act.PAY else set()
            others = (stack for stack in payer.lost(seen) if stack not in overlooked)
            struck = {stack for stack in others if self._luck.strikes("forgotten_chip")}
            payer.forgotten = overlooked | struck
        self.person.answer(seen)

    # the bets

    def _take_bets(self, seen: Status) -> None:
        if self._bets_are_laid(seen):
            self._close()

    def _bets_are_laid(self, seen: Status) -> bool:
        """Let the players lay the bets of a round, once; return whether the
        table has read them all.
        """
        lie = self.person.chips.rack.lying()
        if self._begun != seen.round or not (self._layout.game.REOPENS or lie):
            self._begun = seen.round
            self._begin(seen)
            self._bet()
        return self._body.until(self._bets_are_read) and self._body.look().ask.do is seen.ask.do

    def _begin(self, seen: Status) -> None:
        self.person.payer.begin()
        self._layout.game.remember(_memory(seen))
        if self._dealer:
            self._dealer.begin(seen)

    def _bet(self) -> None:
        stakes = self._players.stakes(self._dealer.bank if self._dealer else None)
        for stake in stakes:
            if self._deals:
                self._body.pause(BETS_MS // len(stakes))
            self.person.chips.rack.lay(*stake)
        if stakes and self._layout.amounts.by_reader and self._luck.strikes("mistaken_bet"):
            self._lay(self._players.mistake(stakes))

    def _lay(self, stake: Stake) -> None:
        """Lay an illegal bet, and wait for the refusal."""
        ask = self._body.look().ask
        self.person.chips.rack.lay(*stake)
        self._body.until(lambda seen: seen.ask != ask)

    def _bets_are_read(self, seen: Status) -> bool:
        red = any(shown.light == "fault" for shown in seen.spots.values())
        may_close = Key.NO_MORE_BETS in seen.keys or self._layout.game.THROWN or red
        shown, lying = standing(seen), self.person.chips.rack.lying()
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

    # results: dice and balls close the bets by themselves

    def _bring_result(self, seen: Status) -> None:
        if seen.instrument and seen.instrument.step == "balls":
            self._draw(seen)
        else:
            self._key_again(seen)

    def _key_again(self, seen: Status) -> None:
        dice = seen.instrument and seen.instrument.step == "dice"
        if not dice or seen.phase != "open" or self._bets_are_laid(seen):
            self._thrower.throw(self._body.look())

    def _draw(self, seen: Status) -> None:
        if self._clerk and self._begun != seen.round:
            self._begun = seen.round
            self._clerk.sell(seen)
        self._thrower.throw(self._body.look())
        now = self._body.look()
        if self._clerk and now.round > seen.round:
            self._clerk.pay(now)

    def _in_vain(self, seen: Status) -> bool:
        """Return whether the act was tried too often; then the round has been voided."""
        tried = (seen.focus, *stage(seen))
        self._tries = self._tries + 1 if tried == self._tried else 0
        self._tried = tried
        if self._tries < TRIES or not self._deals:
            return False
        self._tries = 0
        self.did["void"] += 1
        self.person.void()
        return True


def _memory(seen: Status) -> dict[str, object]:
    """Return the players' memory of earlier rounds: carried-over bets, the point."""
    bets = standing_over(seen).items()
    carried = [[*place, bettor, cents] for (place, bettor), cents in bets]
    return {"carried": carried, "point": seen.told.get("point", {}).get("number")}
