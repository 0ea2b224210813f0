"""A croupier who plays as chance has it, and the players at his table."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from threading import Event
from typing import Final

from firmware.core.games.keno.keno import Keno
from firmware.core.vocabulary.asks import MENDING, Act
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.rulings import Bet
from firmware.core.vocabulary.status import Status
from sim.people.by_chance.betting import Betting
from sim.people.by_chance.bettors import Bettors
from sim.people.by_chance.clerk import Clerk
from sim.people.by_chance.dealer import Dealer
from sim.people.by_chance.mishaps import Luck
from sim.people.by_chance.players import Guests, Players
from sim.people.by_chance.wheel_dealer import Thrower
from sim.people.person import ANSWERS, WAITS_MS, Person
from sim.people.status_queries import decided, stage

MISHAPS: Final = 0.02
"""How often each thing that can go wrong does, whenever it can."""

TRIES: Final = 8
"""How often the same act is tried before the round is voided."""
CLOSED: Final = frozenset({Act.DEAL, Act.BRING_RESULT})
"""The steps right after the close: a player may still lay chips."""


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
        self._deals = deals
        self._luck = luck = Luck(chance, mishaps if deals else 0)
        layout = person.layout
        self._players: Guests = (Bettors if layout.game.LAYOUT else Players)(layout, chance)
        self._thrower = Thrower(person, luck)
        self._dealer = self._seat_dealer(chance)
        self._clerk = self._seat_clerk(chance)
        self._bets = Betting(person, self._players, self._dealer, luck, deals=deals)
        self._tried: tuple[object, ...] = ()
        self._tries = 0
        self._choices: dict[Act, Callable[[Status], None]] = {
            Act.PLACE_BETS: self._bets.take,
            Act.BRING_RESULT: self._bring_result,
            Act.KEY_AGAIN: self._key_again,
        }
        if self._dealer:
            self._choices |= {Act.DEAL: self._dealer.deal, Act.DECIDE: self._dealer.decide}

    def _seat_dealer(self, chance: Random) -> Dealer | None:
        cards = self.person.cards
        return Dealer(self.person, cards, chance, self._luck) if cards else None

    def _seat_clerk(self, chance: Random) -> Clerk | None:
        desk, layout = self.person.desk, self.person.layout
        if desk is None or not isinstance(layout.game, Keno):
            return None
        return Clerk(desk, self._body, layout.game, layout.spots, chance, self._luck)

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
        self._body.keep_doing(self.step, stop)

    def resume(
        self,
        felt: Iterable[Bet],
        gone: Mapping[Card, int],
        dealt: Mapping[int, Sequence[Card]] | None = None,
    ) -> None:
        """Take over a table as it is: its chips, the cards that have left the shoe, hands."""
        for bet in felt:
            self.person.chips.rack.lay(bet.place, bet.cents, bet.bettor)
            self._bets.begun = self._body.look().round
        if self.person.cards:
            self.person.cards.take_up(self._body.look(), gone, dealt or {})

    def start_over(self) -> None:
        """Play the table's round once more: it has been taken back to where that opened."""
        self._bets.begun = 0
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
            self._bets.lay(self._players.late(decided(seen)))
        else:
            does(seen)

    def _answer(self, seen: Status) -> None:
        """Execute a step without a choice; occasionally overlook a losing bet."""
        payer = self.person.payer
        if seen.ask.do is Act.TAKE:
            lost = payer.lost(seen)
            payer.forgotten = {stack for stack in lost if self._luck.strikes("forgotten_chip")}
        self.person.answer(seen)

    # results: dice and balls close the bets by themselves

    def _bring_result(self, seen: Status) -> None:
        if seen.instrument and seen.instrument.step == "balls":
            self._draw(seen)
        else:
            self._key_again(seen)

    def _key_again(self, seen: Status) -> None:
        dice = seen.instrument and seen.instrument.step == "dice"
        if not dice or seen.phase != "open" or self._bets.are_laid(seen):
            self._thrower.pass_dice(self._body.look())
            self._thrower.throw(self._body.look())

    def _draw(self, seen: Status) -> None:
        if self._clerk and self._bets.begun != seen.round:
            self._bets.begun = seen.round
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
