"""A dealer, a supervisor and players at a table whose service may be killed at any moment.

They do what the table asks next, and know by themselves what really lies on the felt.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, Protocol

from drivers.chips import Chip
from firmware.core.cards import PACK, Card
from firmware.core.events import Key, Place
from firmware.core.money import Cents
from firmware.core.panel import Text
from firmware.shell.status import Status
from firmware.shell.words import Words
from sim.hands import Hands
from sim.table import SimTable
from tests.campaigns.evidence import Difference
from tests.campaigns.reckoning import Line, next_hand, reckon

DECKS: Final = 8
VALUES: Final = (1000, 1500, 2500, 7500, 10000, 50000, 101500)
CHIPS_OF_EACH: Final = 60
ROOTED_S: Final = 12.0
"""How long one and the same status is waited out before the table counts as stuck."""


class PowerOff(Exception):
    """The service has been killed."""


class Service(Protocol):
    """What the dealer knows of the service."""

    life: int

    def look(self) -> Status:
        """Return the status. Raises PowerOff."""
        ...

    def rest(self, millis: int) -> None:
        """Let the time pass. Raises PowerOff."""
        ...


def chip_box() -> dict[bytes, Chip]:
    """Return every chip of the house."""
    return {
        b"\xe0\x04" + value.to_bytes(4, "big") + number.to_bytes(2, "big"): Chip(Cents(value))
        for value in VALUES
        for number in range(CHIPS_OF_EACH)
    }


class Round:
    """What was really dealt, and what really lay there when the bets were closed."""

    def __init__(self) -> None:
        self.cards: dict[str, list[str]] = {"player": [], "banker": []}
        self.order: list[str] = []
        self.locked: dict[tuple[int, str], int] = {}

    @property
    def due(self) -> str | None:
        return next_hand(self.cards["player"], self.cards["banker"])

    def deal(self, name: str) -> None:
        hand = self.due or ""
        self.cards[hand].append(name)
        self.order.append(hand)

    def without_last(self) -> dict[str, list[str]]:
        shorter = {hand: list(cards) for hand, cards in self.cards.items()}
        shorter[self.order[-1]].pop()
        return shorter

    def lines(self) -> list[Line]:
        return reckon(self.cards["player"], self.cards["banker"], self.locked)


class Dealer:
    """Everyone at the table."""

    def __init__(
        self,
        table: SimTable,
        cage: Mapping[bytes, Chip],
        service: Service,
        words: Words,
        chance: random.Random,
    ) -> None:
        self.table = table
        self.archive: dict[int, Round] = {}
        self.seen: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.round = Round()
        self.number = 0
        self._cage = dict(cage)
        self._service = service
        self._chance = chance
        self._hands = Hands(table, self._cage, service.rest, 0)
        self._entries = {
            words.say(Text("prompt.enter_card", {"card": card.name})): card for card in PACK
        }
        self._box = {value: [t for t, c in cage.items() if c.cents == value] for value in VALUES}
        self._switch = False
        self._drawn_in = 0
        self._stood: tuple[Status | None, float] = (None, 0.0)
        self._reloaded = False
        self.new_shoe()
        table.shoe.power_on()

    def new_shoe(self) -> None:
        """Shuffle, and put the cut card well to the front, so that there is much shuffling."""
        self.deck = [card for card in PACK for _ in range(DECKS)]
        self._chance.shuffle(self.deck)
        self.cut_after = self._chance.randint(8, 30)
        self.cut_out = False

    @property
    def left(self) -> int:
        """How many cards are really left in the shoe."""
        return len(self.deck)

    def felt(self) -> dict[tuple[int, str], int]:
        """Return what really lies on the felt."""
        lying = {
            (place.spot, place.on): sum(self._cage[tag].cents for tag in tags)
            for place, tags in self.table.stacks.items()
        }
        return {place: cents for place, cents in lying.items() if cents}

    # the day's work

    def serve(self) -> None:
        """Do what the table asks, until the power fails."""
        while True:
            self.step()

    def step(self) -> None:
        """Do the next thing."""
        status = self._service.look()
        self.seen[status.act] += 1
        self._watch_for_standstill(status)
        if status.round > self.number and not status.stopped:
            self._next_round(status)
        wants = status.act.removeprefix("prompt.")
        supervised = wants in ("resolve_late", "enter_card") or (
            wants == "card_to" and _plain(status) != self.round.cards
        )
        if self._switch and not supervised and not status.faults:
            self._turn_switch(on=False)
        act: Callable[[Status], None] | None = getattr(self, f"_{wants}", None)
        if act is not None:
            act(status)
        elif status.faults:
            self._mend(status)
        else:
            raise Difference(f"nobody knows what to do about {status.act}: {status.dealer}")

    def _watch_for_standstill(self, status: Status) -> None:
        now = time.monotonic()
        before, since = self._stood
        if before is None or _telling(before) != _telling(status):
            self._stood = (status, now)
        elif now - since > ROOTED_S:
            raise Difference(f"the table stands still: {status}\nfelt {self.felt()}")

    def let_go(self) -> None:
        """Take the hands off the keys."""
        self._stood = (None, 0.0)
        for key in self.table.wiring.keys.values():
            self.table.release(key)

    def _next_round(self, status: Status) -> None:
        if self.number:
            self.archive[self.number] = self.round
        self.round = Round()
        self.number = status.round
        self._reloaded &= status.shoe.left != self.left
        self._hands.stand_by()

    def _press(self, key: Key, status: Status, seconds: float = 1.0) -> Status:
        """Press, and wait until the table tells something else."""
        self._hands.press(key)
        return self._await(lambda now: _telling(now) != _telling(status), seconds)

    def _await(self, seen: Callable[[Status], bool], seconds: float) -> Status:
        end = time.monotonic() + seconds
        while not seen(status := self._service.look()) and time.monotonic() < end:
            self._service.rest(10)
        return status

    def _turn_switch(self, *, on: bool) -> None:
        self._switch = on
        self._hands.turn_key_switch(on=on)
        self._service.rest(30)

    def _pause(self, most_ms: int) -> None:
        self._service.rest(self._chance.randrange(most_ms))

    # what the table asks

    def _open_table(self, status: Status) -> None:
        self._press(Key.CONFIRM, status)

    def _confirm_felt(self, status: Status) -> None:
        self._pause(1500)
        self._press(Key.CONFIRM, status)

    def _place_bets(self, status: Status) -> None:
        lying = self.felt()
        if self._must_load(status):
            self._shuffle_unasked(status)
        elif not lying:
            self._bet()
        elif self.table.shoe.locked or _bets(status) != lying:
            self._service.rest(20)
        elif self.round.order:
            self._close(status)
        elif status.shoe.left != self.left:
            raise Difference(f"{status.shoe.left} cards left, and really {self.left}")
        else:
            self._pause(400)
            if self._chance.random() < 0.2:
                self.round.locked = lying
                self.draw()
                self._await(lambda now: now.act != status.act, 1.5)
            else:
                self._close(status)

    def _close(self, status: Status) -> None:
        self.round.locked = self.felt()
        closed = self._press(Key.NO_MORE_BETS, status)
        if "undo" in closed.keys and self._chance.random() < 0.2:
            self.counts["undone"] += 1
            self._press(Key.UNDO, closed)

    def _chip_unread(self, _status: Status) -> None:
        self._service.rest(20)

    def _bet(self) -> None:
        for spot in self._chance.sample(range(1, 8), self._chance.randint(1, 4)):
            on = self._chance.choice(("player", "banker", "banker", "tie"))
            self.put(Place(spot, on))
            self._pause(60)

    def _card_to(self, status: Status) -> None:
        told = _plain(status)
        if told == self.round.cards:
            self._draw_next(status)
        elif self.round.order and told == self.round.without_last():
            if self._drawn_in == self._service.life:
                raise Difference(f"a card was dealt before its eyes: {self.round.cards}, {told}")
            self._enter(status)
        else:
            raise Difference(f"on the felt {self.round.cards}, told {told}")

    def _draw_next(self, status: Status) -> None:
        if self.round.due is None:
            raise Difference(f"a card is due after {self.round.cards}")
        if self.table.shoe.locked:
            self._service.rest(20)
            return
        self._pause(120)
        self.draw()
        self._await(lambda now: _plain(now) == self.round.cards, 1.5)

    def draw(self) -> None:
        """Draw the next card of the round out of the shoe."""
        card = self._take_card()
        self._drawn_in = self._service.life
        self.round.deal(card.name)
        self.table.shoe.draw(card)

    def _take_card(self) -> Card:
        if not self.cut_out and 52 * DECKS - self.left >= self.cut_after:
            self.cut_out = True
            self.table.shoe.cut_card()
        return self.deck.pop()

    def _enter(self, status: Status) -> None:
        if not self._switch:
            self._turn_switch(on=True)
        self._await(lambda now: "enter" in now.keys, 1.0)
        self.counts["entries begun"] += 1
        self._press(Key.ENTER, status)

    def _enter_card(self, status: Status) -> None:
        card = self._entries[status.dealer[0]]
        really = self.round.cards[self.round.order[-1]][-1]
        if _plain(status) == self.round.cards:
            raise Difference(f"a card is being entered, and none is missing: {status}")
        if card.rank != really[0]:
            self._press(Key.RANK, status)
        elif card.suit != really[1]:
            self._press(Key.SUIT, status)
        else:
            entered = self._press(Key.ENTER, status)
            self.counts["cards entered by hand"] += _plain(entered) == self.round.cards

    def _pay(self, status: Status) -> None:
        owed = [line.paid for line in self.round.lines() if line.paid]
        if status.figures not in owed:
            raise Difference(f"{status.figures} to pay, reckoned {owed} for {self.round.lines()}")
        self._pause(150)
        after = self._press(Key.NEXT, status)
        if "undo" in after.keys and self._chance.random() < 0.1:
            self.counts["undone"] += 1
            self._press(Key.UNDO, after)

    _pay_commission = _pay

    def _take(self, _status: Status) -> None:
        for line in self.round.lines():
            if line.outcome == "lose":
                self.sweep(Place(line.spot, line.on))
        self._service.rest(20)

    def _confirm(self, status: Status) -> None:
        self._take(status)
        for line in self.round.lines():
            if line.outcome != "lose" and self._chance.random() < 0.6:
                self.sweep(Place(line.spot, line.on))
        ended = self._press(Key.CONFIRM, status)
        if "undo" in ended.keys and self._chance.random() < 0.15:
            self.counts["undone"] += 1
            self._press(Key.UNDO, ended)

    def _shuffle(self, status: Status) -> None:
        if not (self.cut_out or self._reloaded):
            raise Difference("the table wants to shuffle, and no cut card has come")
        self.sweep_all()
        self._pause(200)
        self._load(status)

    def _load(self, status: Status) -> None:
        self._reloaded = True
        self.new_shoe()
        self._press(Key.SHUFFLED, status)

    def _must_load(self, status: Status) -> bool:
        """Say whether the shoe is, or should be, a fresh one of which the table knows nothing."""
        unseen = self.cut_out and not status.shoe.cut
        return not self.round.order and (
            unseen or (self._reloaded and status.shoe.left != self.left)
        )

    def _shuffle_unasked(self, status: Status) -> None:
        """The cut card came while nobody looked: shuffle between two rounds."""
        self.counts["cut cards unseen"] += self.cut_out
        self.sweep_all()
        self._await(lambda now: not _bets(now), 3.0)
        self._load(status)

    def _return_bet(self, _status: Status) -> None:
        raise Difference(f"a bet is given back: {_status}")

    def _resolve_late(self, status: Status) -> None:
        if not self._switch:
            self._turn_switch(on=True)
        for spot, on in status.late:
            self._put_right(Place(spot, on))
        self._service.rest(100)
        if "resolve" in self._service.look().keys:
            self._press(Key.RESOLVE, status)
            self.counts["late bets resolved"] += 1

    def _put_right(self, place: Place) -> None:
        wanted = self.round.locked.get((place.spot, place.on), 0)
        if self.felt().get((place.spot, place.on), 0) != wanted:
            self.sweep(place)
            for value in _in_chips(wanted):
                self._lay(place, value)

    def _mend(self, status: Status) -> None:
        codes = {fault.code for fault in status.faults}
        if codes & {"wrong_hand", "wrong_result", "impossible_card", "early_card"}:
            raise Difference(f"an alarm: {status.faults}; dealt {self.round.cards}")
        self.counts["faults " + " ".join(sorted(codes))] += 1
        if "clear" in status.keys:
            self._press(Key.CLEAR, status)
        elif codes & {"missed", "disagreement"} and not self._switch:
            self._turn_switch(on=True)
        self._service.rest(50)

    # chips

    def put(self, place: Place) -> None:
        """Lay a bet within the limits."""
        most = (50000 if place.on == "tie" else 500000) - self.felt().get((place.spot, place.on), 0)
        values = [value for value in VALUES if value <= most]
        if values:
            self._lay(place, self._chance.choice(values))

    def _lay(self, place: Place, value: int) -> None:
        self.table.put(place, self._box[value].pop())

    def sweep(self, place: Place) -> None:
        """Take all the chips from a place."""
        for tag in list(self.table.stacks[place]):
            self.table.take(place, tag)
            self._box[self._cage[tag].cents].append(tag)

    def sweep_all(self) -> None:
        """Clear the felt."""
        for place in self.table.stacks:
            self.sweep(place)


def _in_chips(cents: int) -> list[int]:
    """Return chips of the house that are worth just this."""
    ways: dict[int, list[int]] = {0: []}
    for reached in range(0, cents + 1, 500):
        for value in VALUES if reached in ways else ():
            ways.setdefault(reached + value, [*ways[reached], value])
    return ways[cents]


def _bets(status: Status) -> dict[tuple[int, str], int]:
    spots = status.spots.items()
    return {(spot, bet.on): bet.cents for spot, state in spots for bet in state.bets}


def _plain(status: Status) -> dict[str, list[str]]:
    return {hand: list(cards) for hand, cards in status.cards.items()}


def _telling(status: Status) -> tuple[object, ...]:
    return (status.act, status.round, status.stopped, status.dealer, status.keys, status.cards)
