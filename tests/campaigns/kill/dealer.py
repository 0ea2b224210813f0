"""A dealer and players at a table whose service may be killed at any moment.

They follow the table's prompts, and know by themselves the real chips on the felt.
"""

from collections.abc import Callable
from typing import Final

from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import Status
from firmware.shell.words.words import Words
from tests.campaigns.kill.floor import Floor, bets_shown, cards_shown
from tests.campaigns.kill.history import Difference, WrongAmount
from tests.campaigns.kill.supervisor import Supervisor
from tests.campaigns.kill.truth import Round

DECKS: Final = 8
UNREAD: Final = 0
"""The life of a card that the table need not have taken: it was stopped."""


class Dealer:
    """The dealer; the players bet when asked to, the supervisor comes when he must."""

    def __init__(self, floor: Floor, words: Words) -> None:
        self.floor = floor
        self.archive: dict[int, Round] = {}
        """The rounds that are over, by their numbers."""
        self.number = 0
        self._supervisor = Supervisor(floor, words)
        self._drawn_in = UNREAD
        self._reloaded = False
        self._new_shoe()
        floor.table.shoe.power_on()

    @property
    def round(self) -> Round:
        """The round that lies on the felt."""
        return self.floor.round

    def step(self) -> None:
        """Do the next thing. Raises PowerOff; Difference where the table asks for nonsense."""
        status = self.floor.look()
        if status.stopped:
            self._drawn_in = UNREAD
        if status.round > self.number and not status.stopped:
            self._next_round(status)
        elif status.round in self.archive:  # a key was undone that had just begun the next round
            self.floor.round, self.number = self.archive.pop(status.round), status.round
        wants = status.ask.do
        act = self._acts().get(wants)
        if not self._supervised(wants, status):
            self._supervisor.leave()
        if act is not None:
            act(status)
        elif status.faults:
            self._supervisor.mend(status)
        elif wants is Act.AWAIT_PART:
            self._wait(status)
        else:
            raise Difference(f"nobody knows what to do about {status.ask}: {status.dealer}")

    def draw(self) -> None:
        """Draw the next card of the round out of the shoe, the cut card first if it comes."""
        card = self._take_card()
        self._drawn_in = self.floor.service.life
        self.round.deal(card.name)
        self.floor.table.shoe.draw(card)

    def _acts(self) -> dict[Act, Callable[[Status], None]]:
        return {
            Act.OPEN_TABLE: self._open_table,
            Act.CONFIRM_FELT: self._confirm_felt,
            Act.PLACE_BETS: self._place_bets,
            Act.UNREAD_CHIP: self._wait,
            Act.READ_CHIPS: self._wait,
            Act.DRAW_NUMBER: self._wait,
            Act.DEAL_CARD: self._card_to,
            Act.PAY_BET: self._pay,
            Act.TAKE_CHIPS: self._take,
            Act.CONFIRM_PAID: self._confirm,
            Act.CONFIRM_UNSEEN: self._confirm,  # it pays into the players' hands
            Act.SHUFFLE_CARDS: self._shuffle,
            Act.RESOLVE_LATE: self._supervisor.resolve_late,
            Act.CHOOSE_CARD: self._supervisor.choose_card,
            Act.ENTER_CARD: self._supervisor.enter_card,
        }

    def _supervised(self, wants: Act, status: Status) -> bool:
        missing = wants is Act.DEAL_CARD and cards_shown(status) != self.round.cards
        asked = wants in (Act.RESOLVE_LATE, Act.CHOOSE_CARD, Act.ENTER_CARD)
        return missing or asked or bool(status.faults)

    def _next_round(self, status: Status) -> None:
        if self.number:
            self.archive[self.number] = self.round
        self.floor.round = Round()
        self.number = status.round
        self._reloaded &= status.shoe.left != len(self._deck)
        self.floor.hands.stand_by()

    def _wait(self, _status: Status) -> None:
        self.floor.service.rest(20)

    # bets

    def _open_table(self, status: Status) -> None:
        self.floor.press(Key.CONFIRM, status)

    def _confirm_felt(self, status: Status) -> None:
        self.floor.pause(200)
        self.floor.press(Key.CONFIRM, status)

    def _place_bets(self, status: Status) -> None:
        lying = self.floor.chips.felt()
        if self._must_load(status):
            self._shuffle_unasked(status)
        elif not lying:
            self._bet()
        elif self.floor.table.shoe.is_locked or bets_shown(status) != lying:
            self._wait(status)
        elif self.round.order:
            self._close(status)
        elif status.shoe.left != len(self._deck):
            raise Difference(f"{status.shoe.left} cards left, and really {len(self._deck)}")
        else:
            self.floor.pause(100)
            self._close(status) if self._perhaps(80) else self._close_by_card(status)

    def _bet(self) -> None:
        chance = self.floor.chance
        for spot in chance.sample(range(1, 8), chance.randint(1, 4)):
            self.floor.chips.bet(Place(spot, chance.choice(("player", "banker", "banker", "tie"))))
            self.floor.pause(60)

    def _close(self, status: Status) -> None:
        self.round.locked = self.floor.chips.felt()
        closed = self.floor.press(Key.NO_MORE_BETS, status)
        self._perhaps_undo(closed, 20)

    def _close_by_card(self, status: Status) -> None:
        self.round.locked = self.floor.chips.felt()
        self.draw()
        self.floor.wait_for(lambda now: now.ask != status.ask, 1.5)

    # cards

    def _card_to(self, status: Status) -> None:
        cards = cards_shown(status)
        if cards == self.round.cards:
            self._draw_next(status)
        elif self.round.order and cards == self.round.without_last():
            if self._drawn_in == self.floor.service.life:
                raise Difference(f"a card was dealt before its eyes: {self.round.cards}, {cards}")
            self._supervisor.enter(status)
        else:
            raise Difference(f"on the felt {self.round.cards}, told {cards}")

    def _draw_next(self, status: Status) -> None:
        if self.round.due is None:
            raise Difference(f"a card is due after {self.round.cards}")
        if self.floor.table.shoe.is_locked:
            self._wait(status)
            return
        self.floor.pause(60)
        self.draw()
        self.floor.wait_for(lambda now: cards_shown(now) == self.round.cards, 1.5)

    # money

    def _pay(self, status: Status) -> None:
        owed = [line.paid for line in self.round.lines() if line.paid]
        if status.figures not in owed:
            raise WrongAmount(f"{status.figures} to pay, reckoned {owed} for {self.round.lines()}")
        self.floor.pause(60)
        self._perhaps_undo(self.floor.press(Key.NEXT_PAYMENT, status), 10)

    def _take(self, status: Status) -> None:
        for line in self.round.lines():
            if line.outcome == "lose":
                self.floor.chips.sweep(Place(line.spot, line.on))
        self._wait(status)

    def _confirm(self, status: Status) -> None:
        self._take(status)
        for line in self.round.lines():
            if line.outcome != "lose" and self._perhaps(60):
                self.floor.chips.sweep(Place(line.spot, line.on))
        self._perhaps_undo(self.floor.press(Key.CONFIRM, status), 15)

    # keys taken back

    def _perhaps_undo(self, status: Status, percent: int) -> None:
        if "undo" in status.keys and self._perhaps(percent):
            self.floor.counts["keys undone"] += 1
            self.floor.press(Key.UNDO, status)

    def _perhaps(self, percent: int) -> bool:
        return self.floor.chance.randrange(100) < percent

    # the shoe

    def _new_shoe(self) -> None:
        """Shuffle, and put the cut card well to the front, so that there is much shuffling."""
        self._deck = [card for card in FULL_PACK for _ in range(DECKS)]
        self.floor.chance.shuffle(self._deck)
        self._cut_after = self.floor.chance.randint(8, 30)
        self._cut_out = False

    def _take_card(self) -> Card:
        if not self._cut_out and 52 * DECKS - len(self._deck) >= self._cut_after:
            self._cut_out = True
            self.floor.table.shoe.cut_card()
        return self._deck.pop()

    def _shuffle(self, status: Status) -> None:
        if not (self._cut_out or self._reloaded):
            raise Difference("the table wants to shuffle, and no cut card has come")
        self.floor.chips.sweep_all()
        self.floor.pause(100)
        self._load(status)

    def _shuffle_unasked(self, status: Status) -> None:
        """The cut card came while nobody looked: shuffle between two rounds."""
        self.floor.counts["cut cards unseen"] += self._cut_out
        self.floor.chips.sweep_all()
        self.floor.wait_for(lambda now: not bets_shown(now), 3.0)
        self._load(status)

    def _load(self, status: Status) -> None:
        self._reloaded = True
        self._new_shoe()
        self.floor.press(Key.CARDS_SHUFFLED, status)

    def _must_load(self, status: Status) -> bool:
        """Say whether the shoe is, or should be, a fresh one of which the table knows nothing."""
        if self.round.order:
            return False
        untold = self._reloaded and status.shoe.left != len(self._deck)
        return untold or (self._cut_out and not status.shoe.cut)
