"""The croupier of a simulated table, who does what the table asks for next, and its players."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from threading import Event
from typing import Final

from firmware.core.games.keno.keno import Keno
from firmware.core.vocabulary.asks import MENDING, Act
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import Bet
from firmware.core.vocabulary.status import Status
from sim.people.bettors import Bettors
from sim.people.clerk import Clerk, Desk
from sim.people.deal import Deal
from sim.people.dealer import Dealer
from sim.people.decider import Decider
from sim.people.glance import owed, stage, standing, standing_over
from sim.people.hands import Hands
from sim.people.luck import Luck
from sim.people.payer import TAKES_MS, Payer
from sim.people.person import Dismissed, Person
from sim.people.players import Guests, Layout, Players, Stake
from sim.people.rack import Rack
from sim.people.supervisor import Supervisor, needs_clear
from sim.people.thrower import Thrower

MISHAPS: Final = 0.02
"""How often each thing that can go wrong does, whenever it can."""

OPENS_MS: Final = 2000
BETS_MS: Final = 8000
CLOSES_MS: Final = 2500
CHECKS_MS: Final = 4000
"""Longer than the reader of a layout takes to look at every place once."""
WAITS_MS: Final = 300
TRIES: Final = 8
"""How often the same act is tried before the round is voided."""
CLOSED: Final = frozenset({Act.DEAL, Act.BRING_RESULT})
"""Asked for in a round whose bets have just been closed: somebody may still lay chips."""


class SimCroupier:
    """Does the one thing that the table asks for, step by step.

    `deals` is False where another process deals the cards: then he lays bets at once, presses
    keys, pays and takes, and has nothing to do with the shoe. `hands` pass real or virtual time;
    `speed` shortens only the pauses that people make. `symbols` are those of the table's wheel, as
    often as it has them; at the `desk` tickets are sold. Several may be at one table, with the
    same `rack` and the same `deal`. Not modelled: players who keep their winnings on the felt.
    """

    def __init__(
        self,
        hands: Hands,
        look: Callable[[], Status],
        chance: Random,
        layout: Layout,
        *,
        speed: float = 1.0,
        deals: bool = True,
        mishaps: float = MISHAPS,
        symbols: Symbols = (),
        desk: Desk | None = None,
        rack: Rack | None = None,
        deal: Deal | None = None,
    ) -> None:
        self._hands = hands
        self._look = look
        self._layout = layout
        self._deals = deals
        self._luck = Luck(chance, mishaps if deals else 0)
        self._person = Person(hands, look, speed)
        self._rack = rack or Rack(hands, layout.denominations)
        self._deal = deal
        self._supervisor = Supervisor(self._person, self._rack)
        self._payer = Payer(self._person, self._rack, layout.amounts, self._luck)
        self._players: Guests = (Bettors if layout.game.LAYOUT else Players)(layout, chance)
        self._thrower = Thrower(self._person, layout.game, symbols, chance, self._luck)
        self._dealer = self._seat_dealer(chance) if deals and layout.game.decks else None
        self._clerk = self._seat_clerk(desk, chance)
        self._begun = 0
        """The round in which bets were laid last."""
        self._tried: tuple[object, ...] = ()
        self._tries = 0
        self._acts: Mapping[Act, Callable[[Status], None]] = {
            Act.OPEN_TABLE: self._open,
            Act.PLACE_BETS: self._take_bets,
            Act.KEY_AMOUNT: self.key_amount,
            Act.RETURN_BET: self._return_bets,
            Act.PUT_BACK: self._put_back,
            Act.RESOLVE_LATE: self._supervisor.resolve,
            Act.CONFIRM_FELT: self._confirm_felt,
            Act.SHUFFLE: self._shuffled_by_another,
            Act.BRING_RESULT: self._bring_result,
            Act.KEY_AGAIN: self._key_again,
            **dict.fromkeys(MENDING, self._mend),
            **self._payer.acts,
            **(self._dealer.acts if self._dealer else {}),
        }
        self._tidies: Mapping[Act, Callable[[Status], object]] = {
            Act.RETURN_BET: self._return_bets,
            Act.PUT_BACK: self._put_back,
            Act.RESOLVE_LATE: self._supervisor.put_right,
            Act.SHUFFLE: self._take_all,
            Act.PAY: self._lay_payment,
            Act.TAKE: self._payer.take,
            Act.MOVE: self._payer.move,
            Act.CONFIRM: self._payer.lift_all,
        }

    def _seat_dealer(self, chance: Random) -> Dealer:
        played = self._layout.game
        return Dealer(
            self._person, self._rack, self._supervisor, played, chance, self._luck, self._deal
        )

    def _seat_clerk(self, desk: Desk | None, chance: Random) -> Clerk | None:
        played, spots = self._layout.game, self._layout.spots
        if desk is None or not isinstance(played, Keno):
            return None
        return Clerk(desk, self._person, played, spots, chance, self._luck)

    @property
    def person(self) -> Person:
        """He himself."""
        return self._person

    @property
    def dealer(self) -> Dealer | None:
        """Who deals, where cards are dealt."""
        return self._dealer

    @property
    def decider(self) -> Decider | None:
        """Who keys what is decided, where anything is."""
        return self._dealer.decider if self._dealer else None

    @property
    def thrower(self) -> Thrower:
        """Who spins, throws and draws."""
        return self._thrower

    @property
    def supervisor(self) -> Supervisor:
        """Who has the key."""
        return self._supervisor

    @property
    def tray(self) -> int:
        """What the house's tray has gained over the felt, in cents; commissions come apart."""
        return self._payer.tray

    @property
    def did(self) -> Counter[str]:
        """The mishaps, by name."""
        return self._luck.did

    def run(self, stop: Event) -> None:
        """Play on until stopped."""
        self._person.dismissed = stop
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
        """Take over a table as it stands: its chips, the cards that have left the shoe, hands."""
        for bet in felt:
            self._rack.lay(bet.place, bet.cents, bet.bettor)
            self._begun = self._look().round
        if self._dealer:
            self._dealer.remember(dealt or {})
            self._dealer.take_up(self._look(), gone)

    def start_over(self) -> None:
        """Begin the round anew that the table is in: it has been taken back to where it opened."""
        self._begun = 0
        if self._clerk:
            self._clerk.forget()

    def tidy(self) -> bool:
        """Do with the chips what is asked for now, and press no key; say whether any moved."""
        seen, lay = self._look(), self._rack.lying()
        act = self._tidies.get(seen.ask.do)
        if act is None:
            return False
        act(seen)
        moved = self._rack.lying() != lay
        if moved and seen.ask.do is not Act.CONFIRM:
            self._person.until(lambda now: stage(now) != stage(seen), CHECKS_MS)
        return moved

    def step(self) -> None:
        """Do what the table asks for now; wait a little where that is nothing of his."""
        seen = self._look()
        act = seen.ask.do
        closed = seen.phase == "round" and act in CLOSED
        if act not in self._acts or (act not in MENDING and self._in_vain(seen)):
            self._person.wait(WAITS_MS)
        elif closed and self._luck.strikes("late_bet"):
            self._lay(self._players.late([place for place, _ in owed(seen)]))
        else:
            self._acts[act](seen)

    # the bets

    def _open(self, _seen: Status) -> None:
        self._person.pause(OPENS_MS)
        if self._deals:
            self._hands.table.shoe.power_on()
        self._person.press(Key.CONFIRM)

    def _take_bets(self, seen: Status) -> None:
        if self._bets_are_laid(seen):
            self._close()

    def _bets_are_laid(self, seen: Status) -> bool:
        """Have the bets of a round laid, once; say whether the table has read them all."""
        if self._begun != seen.round or not (self._layout.game.REOPENS or self._rack.lying()):
            self._begun = seen.round
            self._begin(seen)
            self._bet()
        return self._person.until(self._bets_are_read) and self._look().ask.do is seen.ask.do

    def _begin(self, seen: Status) -> None:
        self._payer.begin()
        self._layout.game.remember(_memory(seen))
        if self._dealer:
            self._dealer.begin(seen)

    def _bet(self) -> None:
        stakes = self._players.stakes(self._dealer.bank if self._dealer else None)
        for stake in stakes:
            if self._deals:
                self._person.pause(BETS_MS // len(stakes))
            self._rack.lay(*stake)
        if stakes and self._layout.amounts.by_reader and self._luck.strikes("mistaken_bet"):
            self._lay(self._players.mistake(stakes))

    def _lay(self, stake: Stake) -> None:
        """Lay what the table must not let pass, and see it say so."""
        ask = self._look().ask
        self._rack.lay(*stake)
        self._person.until(lambda seen: seen.ask != ask)

    def key_amount(self, seen: Status) -> None:
        """Key what lies at the place that the table asks for."""
        if seen.keying is None:
            return
        place = Place(*seen.keying)
        cents = self._rack.lying().get((place, None), NOTHING)
        self._person.until(lambda now: now.keying == seen.keying)
        lying = any(stack[0] == place for stack in standing(seen))
        self._hands.key_amount(cents, self._layout.denominations, lying=lying)
        self._person.until(lambda now: (now.ask, now.keying) != (seen.ask, seen.keying))

    def _bets_are_read(self, seen: Status) -> bool:
        red = any(shown.light == "fault" for shown in seen.spots.values())
        may_close = Key.NO_MORE_BETS in seen.keys or self._layout.game.THROWN or red
        shown, lying = standing(seen), self._rack.lying()
        same = shown.keys() == lying.keys()
        return may_close and same and (not self._layout.amounts.known or shown == lying)

    def _close(self) -> None:
        self._person.pause(CLOSES_MS if self._deals else 0)
        if self._dealer and self._dealer.closes():
            return
        closed = self._person.press(Key.NO_MORE_BETS)
        if closed and self._luck.strikes("undone"):
            self._person.pause(CLOSES_MS)
            self._person.press(Key.UNDO)

    def _lay_payment(self, seen: Status) -> None:
        if self._payer.lay(seen):
            self._payer.lift_paid(seen)

    def _return_bets(self, seen: Status) -> None:
        self._person.pause(TAKES_MS)
        for stack in self._to_return(seen):
            self._rack.take(*stack)
        self._hands.let_read()

    def _to_return(self, seen: Status) -> list[Stack]:
        """After the close, what is not locked; before it, what can't stand on a spot in red."""
        lying = [stack for stack in self._rack.lying() if stack not in standing_over(seen)]
        if seen.phase == "round":
            return [stack for stack in lying if stack not in standing(seen)]
        red = [stack for stack in lying if seen.spots[stack[0].spot].light == "fault"]
        behind = [stack for stack in red if stack[1] is not None]
        return behind or red or lying

    def _put_back(self, seen: Status) -> None:
        """Have what stands over lie as it stood: first what was taken, else what was added to."""
        self._person.pause(TAKES_MS)
        lying, stood = self._rack.lying(), standing_over(seen).items()
        short = [(stack, cents) for stack, cents in stood if lying.get(stack, NOTHING) < cents]
        for (place, bettor), cents in short or stood:
            self._rack.leave(place, cents, bettor)
        self._hands.let_read()

    # results: dice and balls close the bets by themselves

    def _bring_result(self, seen: Status) -> None:
        if seen.instrument and seen.instrument.step == "balls":
            self._draw(seen)
        else:
            self._key_again(seen)

    def _key_again(self, seen: Status) -> None:
        if seen.instrument and seen.instrument.step == "dice":
            self._throw(seen)
        else:
            self._thrower.throw(seen)

    def _throw(self, seen: Status) -> None:
        if seen.phase != "open" or self._bets_are_laid(seen):
            self._thrower.throw(self._look())

    def _draw(self, seen: Status) -> None:
        if self._clerk is None:
            self._thrower.throw(seen)
            return
        if self._begun != seen.round:
            self._begun = seen.round
            self._clerk.sell(seen)
        self._thrower.throw(self._look())
        now = self._look()
        if now.round > seen.round:
            self._clerk.pay(now)

    # what goes wrong

    def _shuffled_by_another(self, seen: Status) -> None:
        self._take_all(seen)
        self._person.press(Key.SHUFFLED)

    def _take_all(self, _seen: Status) -> None:
        for place, bettor in self._rack.lying():
            self._rack.take(place, bettor)

    def _mend(self, seen: Status) -> None:
        ask, of_the_shoe = seen.ask, any(fault.part == "shoe" for fault in seen.faults)
        if ask.do is Act.VOID:
            self._void()
        elif ask.do is Act.CLEAR or needs_clear(ask.fault):
            self._supervisor.clear()
        elif ask.fault == "no_paper" and self._clerk:
            self._clerk.load_paper()
            self._person.until(lambda now: now.ask != seen.ask)
        elif self._dealer and self._hands.table.shoe.in_error:
            self._dealer.clear_shoe()
        elif self._dealer and of_the_shoe:
            self._supervisor.clear()
        else:
            self._person.wait(WAITS_MS)

    def _confirm_felt(self, _seen: Status) -> None:
        self._person.wait(CHECKS_MS)
        self._person.press(Key.CONFIRM)

    def _void(self) -> None:
        self._supervisor.void()
        self._payer.undo_round()
        if self._dealer:
            self._hands.stand_by()
            self._hands.clear_shoe()

    def _in_vain(self, seen: Status) -> bool:
        """Say whether the act was tried too often; then the round has been voided."""
        tried = (seen.focus, *stage(seen))
        self._tries = self._tries + 1 if tried == self._tried else 0
        self._tried = tried
        if self._tries < TRIES or not self._deals:
            return False
        self._tries = 0
        self.did["void"] += 1
        self._void()
        return True


def _memory(seen: Status) -> dict[str, object]:
    """Return what the players know of the rounds before: what stands over, the point."""
    bets = standing_over(seen).items()
    carried = [[*place, bettor, cents] for (place, bettor), cents in bets]
    return {"carried": carried, "point": seen.told.get("point", {}).get("number")}
