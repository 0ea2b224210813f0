"""Random events at a table of any game: mostly the expected ones, sometimes others."""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar

from firmware.core.display.decision_lines import POSITION_NUMBERS
from firmware.core.game.course import Choice
from firmware.core.table.amount_entry import place_being_keyed
from firmware.core.table.card_picker import keys_to_card
from firmware.core.table.decisions import choices_in_focus, open_choices
from firmware.core.table.legality import legal_bets as standing_bets
from firmware.core.table.legality import why_illegal
from firmware.core.table.payments import next_taking
from firmware.core.table.shuffling import shuffler_awaited
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.cards import CARD_RANKS, CARDS_BY_NAME, JOKER_CARD, Card
from firmware.core.vocabulary.events import (
    CardRead,
    CutCardSeen,
    Door,
    DoorMoved,
    DrawnFor,
    Event,
    FaultEnded,
    FaultRaised,
    KeyPressed,
    KeySwitchTurned,
    NumberDrawn,
    PartAnswered,
    PartAwaited,
    PowerReturned,
    PresenceSeen,
    ShoeResult,
    ShuffleEnded,
    StackRead,
    TimeUp,
)
from firmware.core.vocabulary.faults import FAULT_KINDS
from firmware.core.vocabulary.keys import DECISION_KEYS, Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place, Stack
from tests.kits.core.table_kit import STOPPED, Croupier
from tests.kits.games.any_table import DENOMINATIONS, PARTS, STAKES, STAND_TOGETHER


class Chance:
    """The next event; `noise` is the share of arbitrary ones."""

    def __init__(self, rng: Random, game: str, croupier: Croupier, noise: float) -> None:
        self._rng = rng
        self._game = game
        self._croupier = croupier
        self._table = croupier.table
        self._noise = noise
        self._plan: deque[Event] = deque()
        ranks = rng.sample(CARD_RANKS, rng.randint(1, len(CARD_RANKS)))
        self._lean = frozenset(ranks) if rng.random() < 0.6 else frozenset()

    def next(self) -> Event:
        """Return the next event."""
        if self._rng.random() < self._noise:
            return self._rng.choice(self.ODD)(self)
        if not self._plan:
            self._plan.extend(self._proper())
        return self._plan.popleft()

    # what should come next, phase by phase

    def _proper(self) -> list[Event]:
        proper = {
            Phase.CLOSED: self._closed,
            Phase.OPEN: self._open,
            Phase.ROUND: self._round,
            STOPPED: self._fault,
            Phase.SHOE_CHANGE: self._shoe_change,
        }
        return proper[self._table.state.running_phase]()

    def _closed(self) -> list[Event]:
        return [KeyPressed(Key.CONFIRM)]

    def _shoe_change(self) -> list[Event]:
        run = [ShuffleEnded(None)] if shuffler_awaited(self._table.state) else []
        return [*self._doors_shut(), *run, KeyPressed(Key.CARDS_SHUFFLED)]

    def _doors_shut(self) -> list[Event]:
        return [DoorMoved(door, open=False) for door in sorted(self._table.state.device.doors_open)]

    def _fault(self) -> list[Event]:
        trouble = self._table.state.device.trouble
        mended: list[Event] = [
            FaultEnded(fault.part, fault.code)
            for fault in trouble.faults
            if not fault.gone and fault.cure != "void"
        ]
        by_hand = (trouble.only_shoe or trouble.only_felt) and self._table.state.game.due
        if by_hand and self._rng.random() < 0.5:
            return self._supervised(*self._entered())
        mended += map(PartAnswered, trouble.awaited)
        if mended or self._table.state.device.doors_open:
            return [*self._doors_shut(), *mended]
        if trouble.needs_void:
            return self._supervised(Key.VOID_ROUND)
        if trouble.clearable:
            return self._supervised(Key.CLEAR_FAULTS)
        return [KeyPressed(Key.CONFIRM)]

    def _supervised(self, *keys: Key) -> list[Event]:
        pressed = map(KeyPressed, keys)
        return [KeySwitchTurned(on=True), *pressed, KeySwitchTurned(on=False)]

    def _entered(self) -> list[Key]:
        card = self._a_card()
        return (
            [Key.ENTER_CARD, Key.NEXT_RANK, *self._turned_to(card), Key.ENTER_CARD]
            if card
            else [Key.VOID_ROUND]
        )

    def _turned_to(self, card: Card) -> list[Key]:
        return keys_to_card(card, self._table.state.game.pack)

    def _open(self) -> list[Event]:
        table, chance = self._table, self._rng.random()
        wrong = [
            s
            for s in table.state.felt.stacks
            if s in table.state.round.bets.returning_stacks or why_illegal(table.state, s)
        ]
        if wrong and table.state.round.bets.returning_stacks and chance < 0.2:
            return [KeyPressed(Key.CONFIRM)]
        if wrong and chance < 0.8:
            return self._put(wrong[0], table.state.game.carried.get(wrong[0], NO_CENTS))
        if table.state.felt.unread_places() and not table.state.rules.amounts.by_dealer:
            return self._sensed(table.state.felt.unread_places()[0])
        if open_choices(table.state) and chance < 0.5:
            return [
                *[KeyPressed(Key.NEXT_PLACE)] * self._rng.randint(0, 2),
                KeyPressed(open_choices(table.state)[0].do),
            ]
        if self._bets_stand() > self._rng.randint(0, 5) or (chance < 0.05):
            return self._closes()
        return self._bets_of_one()

    def _bets_stand(self) -> int:
        return len(standing_bets(self._table.state))

    def _closes(self) -> list[Event]:
        return [KeyPressed(Key.NO_MORE_BETS)]

    def _bets_of_one(self) -> list[Event]:
        rng, game = self._rng, self._table.state.game
        must = STAND_TOGETHER.get(self._game, {"main": 1})
        others = [bet for bet in game.BETS if bet not in must and bet not in game.DECISION_PLACES]
        spot, stake = rng.choice(list(self._table.state.felt.spots)), rng.choice(STAKES)
        laid = {on: times * stake for on, times in must.items()}
        for on in others:
            fixed = game.rules.stakes.get(base_bet_name(on))
            if rng.random() < 0.3:
                laid[on] = fixed.cents if fixed else stake
        behind = game.SOLE_BETTOR_ARTICLE is None and self._table.state.rules.amounts.by_reader
        who = "B" if behind and rng.random() < 0.2 else None
        puts = (self._put((Place(spot, on), who), Cents(cents)) for on, cents in laid.items())
        return [event for put in puts for event in put]

    def _put(self, stack: Stack, cents: Cents) -> list[Event]:
        """Return the events by which the table learns of chips of this worth."""
        place, who = stack
        table = self._table
        felt = [PresenceSeen(place, covered=bool(cents))] if table.state.rules.sensed else []
        if table.state.rules.amounts.by_reader:
            return [StackRead(place, cents, who), *felt]
        if not table.state.rules.amounts.are_known or not cents:
            return felt or self._keyed(place, cents)
        return [*felt, *self._keyed(place, cents)]

    def _keyed(self, place: Place, cents: Cents) -> list[Event]:
        table = self._table
        if table.state.running_phase is not Phase.OPEN:
            return [KeyPressed(Key.NEXT_PAYMENT)]
        places = [
            p
            for p in table.state.felt.places()
            if not table.state.rules.sensed or p in table.state.felt.covered
        ]
        places += [] if place in places else [place]
        places.sort(key=table.state.felt.place_order)
        at = place_being_keyed(table.state)
        turns = places.index(place) - (places.index(at) if at in places else -1)
        keys = [Key.NEXT_PLACE] * (turns % len(places)) + [Key.EMPTY_PLACE]
        for number, value in enumerate(DENOMINATIONS, start=1):
            count, cents = divmod(cents, value)
            keys += [Key(f"chip_{number}")] * count
        return list(map(KeyPressed, keys))

    def _sensed(self, place: Place) -> list[Event]:
        """Return the sensor event that makes sensor and reader agree."""
        covered = place in self._table.state.felt.covered
        return [PresenceSeen(place, covered=not covered)]

    def _round(self) -> list[Event]:
        table, bets = self._table, self._table.state.round.bets
        if table.awaits_number:
            return [NumberDrawn(self._rng.randint(1, POSITION_NUMBERS))]
        if bets.late_stacks:
            (place, who), cents = next(iter(bets.late_stacks.items()))
            lifted = (
                [] if table.state.rules.amounts.by_reader else self._put((place, who), NO_CENTS)
            )
            right = [*lifted, *self._put((place, who), cents)]
            return [KeySwitchTurned(on=True), *right, *self._supervised(Key.RESOLVE_LATE)[1:]]
        if bets.returning_stacks:
            return self._put(next(iter(bets.returning_stacks)), NO_CENTS)
        if table.state.game.may_pass and self._rng.random() < 0.2:
            return [KeyPressed(Key.CONFIRM)]
        if table.state.game.choices and not (table.state.game.due and self._rng.random() < 0.3):
            return self._decision()
        if table.state.game.due:
            return self._dealt()
        if table.state.felt.unread_places():
            return self._sensed(table.state.felt.unread_places()[0])
        return self._settled()

    def _dealt(self) -> list[Event]:
        card, due = self._a_card(), self._table.state.game.due
        if card is None or due is None:
            return self._supervised(Key.VOID_ROUND)
        account = (due.drawn, due.nth) if due.drawn else (None, None)
        return [CardRead(card, *account)]

    def _a_card(self) -> Card | None:
        """Return a card that the shoe can still hold, often of the ranks that come often here."""
        shoe, pack = self._table.state.shoe, self._table.state.game.pack
        leant = [c for c in pack if c.rank in self._lean and shoe.can_hold(c)]
        if leant and self._rng.random() < 0.7:
            return self._rng.choice(leant)
        left = [card for card in pack if shoe.can_hold(card)]
        return self._rng.choice(left) if left else None

    def _decision(self) -> list[Event]:
        rng = self._rng
        if rng.random() < 0.1:
            return [KeyPressed(Key.NEXT_PLACE)]
        choice = rng.choice(choices_in_focus(self._table.state))
        laid = [event for stake in choice.stakes for event in self._stake(choice, stake)]
        named = self._named(choice) if choice.names_cards else []
        undone = [KeyPressed(Key.UNDO)] * (rng.random() < 0.15)
        return [*laid, *map(KeyPressed, named), KeyPressed(choice.do), *undone]

    def _stake(self, choice: Choice, stake: Any) -> list[Event]:
        stack = Place(choice.spot, stake.on), choice.bettor
        if not self._table.state.rules.amounts.by_reader and self._rng.random() < 0.5:
            return []
        cents = self._rng.choice((stake.least, stake.least, stake.most))
        return self._put(stack, Cents(self._table.state.round.bets.stake(stack) + cents))

    def _named(self, choice: Choice) -> list[Key]:
        """Return the keys that name two cards of a hand, beside those that are named already."""
        held = self._table.state.game.hands[choice.spot]  # type: ignore[attr-defined]
        low, pack = self._rng.sample(held, 2), self._table.state.game.pack
        again = [
            card
            for card, count in Counter(self._table.state.key_entry.low).items()
            for _ in range(1 + pack.count(card) - count)
        ]
        return [key for card in (*again, *low) for key in (*self._turned_to(card), Key.PICK_CARD)]

    def _settled(self) -> list[Event]:
        table, bets, chance = self._table, self._table.state.round.bets, self._rng.random()
        lost, read = next_taking(table.state), table.state.rules.amounts.by_reader
        if lost:
            seen = read or (table.state.rules.sensed and not bets.owed_cents(lost.stack))
            for_change = self._rng.random() < 0.2
            lifted = (
                self._put(lost.stack, NO_CENTS) if for_change or not lost.remaining_cents else []
            )
            laid = self._put(lost.stack, lost.remaining_cents) if lost.remaining_cents else []
            return [*lifted, *laid] if seen else [KeyPressed(Key.NEXT_PAYMENT)]
        if bets.next_payment and (not read or chance < 0.4):
            return [KeyPressed(Key.NEXT_PAYMENT)]
        if bets.next_payment and chance < 0.9:
            stack = bets.next_payment.bet.stack
            return self._put(stack, bets.after_next_movement(stack) or NO_CENTS)
        left = [
            (stack, carried_cents)
            for stack, cents in table.state.felt.stacks.items()
            if (carried_cents := bets.carried_stacks.get(stack, NO_CENTS)) != cents
        ]
        taken = [event for moved in left for event in self._put(*moved)] if chance < 0.7 else []
        return [*taken, KeyPressed(Key.CONFIRM)]

    # anything

    def _any_key(self) -> Event:
        return KeyPressed(self._rng.choice(list(Key)))

    def _lit_key(self) -> Event:
        return KeyPressed(self._rng.choice(sorted(self._croupier.panel.keys) or [Key.UNDO]))

    def _undo(self) -> Event:
        return KeyPressed(Key.UNDO)

    def _decides(self) -> Event:
        return KeyPressed(self._rng.choice(self._table.state.game.DECISIONS or DECISION_KEYS))

    def _any_card(self) -> Event:
        return CardRead(self._rng.choice(list(CARDS_BY_NAME.values())))

    def _odd_card(self) -> Event:
        drawn, index = self._rng.choice([None, *DrawnFor]), self._rng.choice([None, 1, 2, 3])
        tag = self._rng.choice([None, None, "04A1", "04A2"])
        return CardRead(self._a_card() or JOKER_CARD, drawn, index, tag)

    def _any_stack(self) -> Event:
        rng, table = self._rng, self._table
        place = self._any_place()
        if rng.random() < 0.05:
            place = rng.choice([Place(0, place.on), Place(99, place.on), Place(1, "nothing")])
        if not table.state.rules.amounts.by_reader:
            return PresenceSeen(place, rng.random() < 0.5)
        known = list(table.state.felt.stacks)
        if known and rng.random() < 0.5:
            place, who = rng.choice(known)
            return StackRead(place, Cents(rng.choice([0, 500, 1000, 2500])), who)
        return StackRead(place, Cents(rng.choice([0, 1, *STAKES, 200_000])), self._bettor())

    def _bettor(self) -> str | None:
        return "B" if self._rng.random() < 0.1 else None

    def _any_cover(self) -> Event:
        unread = self._table.state.felt.unread_places()
        if unread and self._rng.random() < 0.7:
            return self._sensed(unread[0])[0]
        return PresenceSeen(self._any_place(), covered=True)

    def _any_place(self) -> Place:
        table = self._table
        return Place(
            self._rng.randint(1, table.state.rules.spots), self._rng.choice(table.state.game.BETS)
        )

    def _any_fault(self) -> Event:
        values = {"code": "E3", "card": "TH", "cards": "51", "wanted": "52", "batch": "2026-11"}
        values |= {"key": "confirm", "door": "shoe", "winner": "tie", "path": "/media/croupier"}
        values |= {"file": "table.toml", "count": "2", "seconds": "75", "rounds": "12"}
        values |= {"own": "Gala", "other": "Bal", "slot": "1"}
        values |= {"result": "7", "spot": "2", "on": [*self._table.state.game.BETS, "main"][0]}
        return FaultRaised(self._rng.choice(PARTS), self._rng.choice(list(FAULT_KINDS)), values)

    def _shoe_fault(self) -> Event:
        return FaultRaised("shoe", self._rng.choice(["unreadable", "missed"]))

    def _any_mend(self) -> Event:
        return FaultEnded(self._rng.choice(PARTS), self._rng.choice(list(FAULT_KINDS)))

    def _door(self) -> Event:
        return DoorMoved(self._rng.choice(list(Door)), self._rng.random() < 0.5)

    def _switch(self) -> Event:
        return KeySwitchTurned(on=not self._table.state.device.key_switch)

    def _rare(self) -> Event:
        said = ShoeResult(self._rng.choice(["player", "banker", "tie", "forced"]))
        shuffled = ShuffleEnded(self._rng.choice([None, self._table.state.shoe.card_count, 51]), 1)
        part = self._rng.choice(["shoe", "chips"])
        awaited = PartAwaited(part), PartAnswered(part)
        return self._rng.choice([CutCardSeen(), PowerReturned(), said, shuffled, *awaited])

    def _lapses(self) -> Event:
        return TimeUp()

    ODD: ClassVar[Sequence[Callable[[Any], Event]]] = (
        *(_any_key, _lit_key, _undo, _decides, _undo),
        *(_any_key, _lit_key, _lit_key, _decides, _lapses),
        *(_any_card, _odd_card, _any_stack, _any_stack),
        *(_any_stack, _any_cover, _any_fault, _shoe_fault),
        *(_any_mend, _door, _switch, _switch, _rare),
    )
