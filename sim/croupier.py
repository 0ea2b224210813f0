"""The croupier of a simulated table, who does what the table asks for next, and its players."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from random import Random
from threading import Event
from typing import Final

from firmware.core.cards import Card, parse_card
from firmware.core.events import Door, Key, Place
from firmware.core.felt import Stack
from firmware.core.money import NOTHING, Cents
from firmware.core.rulings import Bet
from firmware.core.shoe import ONE_ROUND
from sim.glance import game, owed, paying, rivals, stage, standing, turn
from sim.hands import Hands
from sim.pack import Pack
from sim.person import Dismissed, Person
from sim.players import Layout, Players, Stake, low_hand
from sim.rack import Rack
from sim.seen import Seen, SeenChoice, SeenStake
from sim.supervisor import Supervisor, needs_clear, needs_void

MISHAPS: Final = 0.02
"""How often each thing that can go wrong does, whenever it can."""
FIRST_CARD: Final = 0.1
"""How often the first card closes the bets, where it may, and not the key."""
BANKS: Final = 0.2
"""How often a player is the bank of a round, where one may be."""
OUT_OF_TURN: Final = 0.05
"""How often somebody decides before him whose turn it is, where he may."""

OPENS_MS: Final = 2000
BETS_MS: Final = 8000
CLOSES_MS: Final = 2500
CARD_MS: Final = 1200
DECIDES_MS: Final = 2500
TAKES_MS: Final = 700
PAYS_MS: Final = 2000
CLEARS_MS: Final = 3000
SHUFFLES_MS: Final = 10_000
CHECKS_MS: Final = 2500
WAITS_MS: Final = 300
DOOR_MS: Final = 200
TRIES: Final = 8
"""How often the same act is tried before the round is voided."""


class SimCroupier:
    """Does the one thing that the table asks for, step by step.

    `deals` is False where another process deals the cards: then he lays bets at once, presses
    keys, pays and takes, and has nothing to do with the shoe. `hands` pass real or virtual time;
    `speed` shortens only the pauses that people make. Not modelled: payments that are wrong, cards
    that are dealt wrong, players who keep their winnings on the felt.
    """

    def __init__(
        self,
        hands: Hands,
        look: Callable[[], Seen],
        chance: Random,
        layout: Layout,
        *,
        speed: float = 1.0,
        deals: bool = True,
        mishaps: float = MISHAPS,
    ) -> None:
        self.tray = 0
        """What the house's tray has gained over the felt, in cents; commissions come apart."""
        self.did: Counter[str] = Counter()
        """The mishaps, by name."""
        self._hands = hands
        self._look = look
        self._chance = chance
        self._layout = layout
        self._decks = layout.game.decks
        self._deals = deals
        self._mishaps = mishaps
        self._person = Person(hands, look, speed)
        self._rack = Rack(hands, layout.denominations)
        self._supervisor = Supervisor(self._person, self._rack)
        self._players = Players(layout, chance)
        self._pack = self._shuffled()
        self._dealt: dict[int, list[Card]] = {}
        """What has been dealt to each spot; who sits there has looked at it."""
        self._bank: int | None = None
        """The spot of the player who is the bank of this round."""
        self._unread: Card | None = None
        self._tray_before = 0
        self._tried: tuple[object, ...] = ()
        self._tries = 0
        self._acts: Mapping[str, Callable[[Seen], None]] = {
            "prompt.open_table": self._open,
            "prompt.place_bets": self._take_bets,
            "prompt.key_amount": self._key_amount,
            "prompt.return_bet": self._return_bets,
            "prompt.card_to": self._deal,
            "prompt.decide": self._decide,
            "prompt.decide_bet": self._decide,
            "prompt.decide_hand": self._decide,
            "prompt.decide_bank": self._decide,
            "prompt.number": self._decide,
            "prompt.resolve_late": self._supervisor.resolve,
            "prompt.pay": self._pay,
            "prompt.pay_commission": self._pay,
            "prompt.pay_prize": self._pay,
            "prompt.take": self._take,
            "prompt.confirm": self._finish,
            "prompt.confirm_felt": self._confirm_felt,
            "prompt.shuffle": self._shuffle,
        }

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
        self._dealt = {spot: list(cards) for spot, cards in (dealt or {}).items()}
        if self._deals:
            self._take_up_shoe(self._look(), gone)

    def _take_up_shoe(self, seen: Seen, gone: Mapping[Card, int]) -> None:
        shoe = self._hands.table.shoe
        self._pack = self._shuffled(gone, cut=seen.shoe.cut)
        shoe.fill(gone)
        if shoe.follows_the_game:
            shoe.take_up(game(seen))

    def _shuffled(self, gone: Mapping[Card, int] | None = None, *, cut: bool = False) -> Pack:
        cards = self._layout.game.pack
        return Pack(self._decks, self._chance, gone, cut=cut, cards=cards)

    def step(self) -> None:
        """Do what the table asks for now; wait a little where that is nothing of his."""
        seen = self._look()
        act = seen.act.removesuffix("_unseen")
        if act.startswith("fault."):
            self._mend(seen, act.removeprefix("fault."))
        elif act in self._acts and not self._in_vain(seen):
            self._acts[act](seen)
        else:
            self._person.pause(WAITS_MS)

    # the round

    def _open(self, _seen: Seen) -> None:
        self._person.pause(OPENS_MS)
        if self._deals:
            self._hands.table.shoe.power_on()
        self._person.press(Key.CONFIRM)

    def _take_bets(self, seen: Seen) -> None:
        if not self._rack.lying():
            self._begin(seen)
            self._bet()
        if self._person.until(self._bets_are_read) and self._look().act == seen.act:
            self._close()

    def _begin(self, seen: Seen) -> None:
        """Make ready for a round: the cards, and who is the bank."""
        self._tray_before = self.tray
        self._dealt, self._bank = {}, None
        if not self._deals:
            return
        if self._decks <= ONE_ROUND:
            self._pack = self._shuffled()
            self._hands.load_shoe()
        self._hands.stand_by()
        if Key.BANK in seen.keys and self._chance.random() < BANKS:
            choice = self._chance.choice(seen.choices)
            self._key_decision(seen, choice)
            self._bank = choice.spot

    def _bet(self) -> None:
        stakes = self._players.stakes(self._bank)
        for stake in stakes:
            if self._deals:
                self._person.pause(BETS_MS // len(stakes))
            self._rack.lay(*stake)
        if self._layout.amounts == "read" and self._mishap("mistaken_bet"):
            self._lay(self._players.mistake(stakes))

    def _key_amount(self, seen: Seen) -> None:
        if seen.keying is None:
            return
        place = Place(*seen.keying)
        cents = self._rack.lying().get((place, None), NOTHING)
        self._person.until(lambda now: now.keying == seen.keying)
        lying = any(stack[0] == place for stack in standing(seen))
        self._hands.key_amount(cents, self._layout.denominations, lying=lying)
        self._person.until(lambda now: (now.act, now.keying) != (seen.act, seen.keying))

    def _bets_are_read(self, seen: Seen) -> bool:
        red = any(shown.light == "fault" for shown in seen.spots.values())
        may_close = Key.NO_MORE_BETS in seen.keys or red
        shown, lying = standing(seen), self._rack.lying()
        same = shown.keys() == lying.keys()
        return may_close and same and (self._layout.amounts == "unseen" or shown == lying)

    def _close(self) -> None:
        self._person.pause(CLOSES_MS if self._deals else 0)
        by_card = self._deals and self._layout.game.CLOSES_ON_FIRST_CARD
        if by_card and self._chance.random() < FIRST_CARD:
            self._draw()
            return
        closed = self._person.press(Key.NO_MORE_BETS)
        if closed and self._mishap("undone"):
            self._person.pause(CLOSES_MS)
            self._person.press(Key.UNDO)

    def _return_bets(self, seen: Seen) -> None:
        self._person.pause(TAKES_MS)
        for stack in self._to_return(seen):
            self._rack.take(*stack)
        self._hands.let_read()

    def _to_return(self, seen: Seen) -> list[Stack]:
        """After the close, what is not locked; before it, what can't stand on a spot in red."""
        lying = self._rack.lying()
        if seen.phase == "round":
            return [stack for stack in lying if stack not in standing(seen)]
        red = [stack for stack in lying if seen.spots[stack[0].spot].light == "fault"]
        behind = [stack for stack in red if stack[1] is not None]
        return behind or red or list(lying)

    def _deal(self, seen: Seen) -> None:
        if not self._deals:
            self._person.pause(WAITS_MS)
            return
        self._person.pause(CARD_MS)
        if self._mishap("late_bet"):
            self._lay(self._players.late([place for place, _ in owed(seen)]))
        elif self._mishap("wrong_key"):
            self._person.press(Key.CONFIRM)
        else:
            self._draw()

    def _draw(self) -> None:
        if self._pack.cut_card_comes():
            self._hands.cut_card()
        card = self._pack.draw()
        says_so = self._hands.table.shoe.follows_the_game
        self._unread = card if says_so and self._mishap("unreadable_card") else None
        before = self._look()
        if before.due is not None and before.due.spot is not None and not before.due.burnt:
            self._dealt.setdefault(before.due.spot, []).append(card)
        self._hands.draw(card, readable=self._unread is None)
        self._person.until(lambda seen: (seen.act, stage(seen)) != (before.act, stage(before)))

    # decisions

    def _decide(self, seen: Seen) -> None:
        """Key what somebody decides; a card may come instead, where one is due as well."""
        choice = self._choose(seen)
        if choice is None or (seen.due is not None and self._chance.random() < 1 / 2):
            self._deal(seen)
            return
        self._person.pause(DECIDES_MS if self._deals else 0)
        self._lay_for(seen, choice)
        self._key_decision(seen, choice)
        if not choice.picks and self._mishap("undone"):
            decided = stage(self._look())
            self._person.pause(DECIDES_MS)
            self._hands.press(Key.UNDO)
            self._person.until(lambda now: stage(now) != decided)

    def _choose(self, seen: Seen) -> SeenChoice | None:
        """Return what is decided: as a rule by him whose turn it is, if he knows his cards."""
        able = [c for c in seen.choices if not c.picks or len(self._held(seen, c.spot)) > 1]
        if not able:
            return None
        in_turn = [c for c in able if c.spot == able[0].spot]
        one_kind = len({c.do for c in able}) == 1
        out_of_turn = one_kind or self._chance.random() < OUT_OF_TURN
        return self._chance.choice(able if out_of_turn else in_turn)

    def _held(self, seen: Seen, spot: int) -> Sequence[Card]:
        shown = seen.cards.get(str(spot) if spot else "dealer", ())
        return self._dealt.get(spot) or [parse_card(name) for name in shown]

    def _lay_for(self, seen: Seen, choice: SeenChoice) -> None:
        """Lay the least that the choice costs, and nothing for what might have been chosen."""
        wanted = dict.fromkeys((s.on for c in rivals(seen, choice) for s in c.stakes), NOTHING)
        wanted |= {stake.on: self._price(stake) for stake in choice.stakes}
        stands = standing(seen)
        for on, cents in wanted.items():
            place = Place(choice.spot, on)
            lies = stands.get((place, choice.bettor)) or NOTHING
            self._rack.leave(place, Cents(lies + cents), choice.bettor)
        self._person.until(lambda now: _laid(now, choice) == wanted)

    def _price(self, stake: SeenStake) -> Cents:
        least, most = stake.least or NOTHING, stake.most or NOTHING
        return max(least, min(self._rack.least, most))

    def _key_decision(self, seen: Seen, choice: SeenChoice) -> None:
        for _ in seen.spots:
            if self._look().focus == choice.spot:
                break
            at = self._look().focus
            self._hands.press(Key.PLACE)
            self._person.until(partial(_is_elsewhere, at))
        for card in low_hand(self._held(seen, choice.spot)) if choice.picks else ():
            self._hands.choose(card)
            self._hands.press(Key.PICK)
        self._hands.press(Key(choice.do))
        self._person.until(lambda now: stage(now) != stage(seen))

    # what bets have come to

    def _pay(self, seen: Seen) -> None:
        self._take_losers(seen)
        self._person.pause(PAYS_MS)
        stack = paying(seen)
        paid = stack is not None and self._settle(seen, stack)
        sensed = paid and self._layout.amounts == "read"
        if not (sensed and self._person.until(lambda now: turn(now) != turn(seen))):
            self._person.press(Key.NEXT)

    def _take(self, seen: Seen) -> None:
        self._take_losers(seen)
        self._person.until(lambda now: now.act != seen.act)

    def _take_losers(self, seen: Seen) -> None:
        lying = self._rack.lying()
        for stack, cents in owed(seen).items():
            if cents < lying.get(stack, NOTHING):
                self._settle(seen, stack)
                self._person.pause(TAKES_MS)

    def _settle(self, seen: Seen, stack: Stack) -> bool:
        """Have at a bet what is to lie there, where that is known; return whether chips moved."""
        lies, cents = self._rack.lying().get(stack, NOTHING), owed(seen).get(stack)
        if cents is None or cents == lies:
            return False
        self._rack.leave(stack[0], cents, stack[1])
        self.tray += lies - cents
        return True

    def _finish(self, _seen: Seen) -> None:
        self._person.pause(CLEARS_MS)
        for stack in self._rack.lying():
            self._rack.take(*stack)
        self._hands.let_read()
        self._person.press(Key.CONFIRM)

    def _shuffle(self, seen: Seen) -> None:
        for place, bettor in self._rack.lying():
            self._rack.take(place, bettor)
        if self._deals:
            self._run_shuffler(seen)
            self._load_shoe()
        self._person.press(Key.SHUFFLED)

    def _run_shuffler(self, seen: Seen) -> None:
        shuffler = self._hands.table.shuffler
        shuffler.load(self._decks * len(self._layout.game.pack))
        if Key.SHUFFLE in seen.keys:
            self._person.press(Key.SHUFFLE)
        shuffler.begin()
        self._person.pause(SHUFFLES_MS)
        shuffler.finish()
        self._hands.wait(DOOR_MS)

    def _load_shoe(self) -> None:
        self._move_shoe_door(is_open=True)
        self._person.pause(SHUFFLES_MS)
        self._pack = self._shuffled()
        self._hands.load_shoe()
        self._move_shoe_door(is_open=False)

    def _move_shoe_door(self, *, is_open: bool) -> None:
        if Door.SHOE in self._hands.table.wiring.keys.doors.values():
            self._hands.table.move_door(Door.SHOE, is_open=is_open)
            self._hands.wait(DOOR_MS)

    def _lay(self, stake: Stake) -> None:
        """Lay what the table must not let pass, and see it say so."""
        act = self._look().act
        self._rack.lay(*stake)
        self._person.until(lambda seen: seen.act != act)

    # what went wrong

    def _mend(self, seen: Seen, code: str) -> None:
        shoe = self._hands.table.shoe
        if needs_void(code):
            self._void()
        elif needs_clear(code):
            self._supervisor.clear()
        elif self._deals and shoe.in_error:
            self._clear_shoe()
        elif self._deals and any(fault.part == "shoe" for fault in seen.faults):
            self._supervisor.clear()
        else:
            self._person.pause(WAITS_MS)

    def _clear_shoe(self) -> None:
        unread, self._unread = self._unread, None
        if unread is None:
            self._hands.clear_shoe()
            self._person.until(lambda seen: not seen.stopped)
        else:
            self._supervisor.enter(unread)

    def _confirm_felt(self, _seen: Seen) -> None:
        self._person.pause(CHECKS_MS)
        self._person.press(Key.CONFIRM)

    def _void(self) -> None:
        self._supervisor.void()
        self.tray = self._tray_before
        if self._deals:
            self._hands.stand_by()
            self._hands.clear_shoe()

    def _in_vain(self, seen: Seen) -> bool:
        """Say whether the act was tried too often; then the round has been voided."""
        tried = (seen.act, seen.focus, *stage(seen))
        self._tries = self._tries + 1 if tried == self._tried else 0
        self._tried = tried
        if self._tries < TRIES or not self._deals:
            return False
        self._tries = 0
        self.did["void"] += 1
        self._void()
        return True

    def _mishap(self, name: str) -> bool:
        happens = self._deals and self._chance.random() < self._mishaps
        self.did[name] += happens
        return happens


def _laid(seen: Seen, choice: SeenChoice) -> dict[str, Cents]:
    """Return what is laid for anything that the bettor of a choice may decide."""
    return {s.on: s.laid or NOTHING for c in rivals(seen, choice) for s in c.stakes}


def _is_elsewhere(at: int | None, seen: Seen) -> bool:
    return seen.focus != at
