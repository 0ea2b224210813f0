"""A table of any game, and chance at it: mostly what should come next, now and then anything."""

import sys
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1] / "core"))

from table_kit import Croupier, refusals

from firmware.core.betting import standing_bets
from firmware.core.cards import CARDS, JOKER, RANKS, SUITS, Card
from firmware.core.checkpoint import TableRules
from firmware.core.counting import Amounts
from firmware.core.course import Choice
from firmware.core.deciding import choices_in_focus, open_choices
from firmware.core.events import (
    DECISIONS,
    KEYING,
    CardRead,
    CutCardSeen,
    Door,
    DoorMoved,
    Drawn,
    Event,
    FaultEnded,
    FaultRaised,
    Key,
    KeyPressed,
    KeySwitchTurned,
    TimeUp,
    Place,
    PowerReturned,
    PresenceSeen,
    ShoeResult,
    ShuffleEnded,
    StackRead,
)
from firmware.core.faults import FAULTS
from firmware.core.felt import Stack
from firmware.core.keying import place_being_keyed
from firmware.core.limits import BetLimits
from firmware.core.money import NOTHING, Cents
from firmware.core.panel import Sound
from firmware.core.phase import Phase
from firmware.core.rulings import Ruling, Undone, base_name
from firmware.core.show import panel
from firmware.core.table import Table
from firmware.shell.rules import game_kind, game_rules, open_game

STAND_TOGETHER: Final[Mapping[str, Mapping[str, int]]] = {
    "baccarat": {"banker": 1},
    "blackjack-multi-action": {"main:1": 1, "main:2": 1, "main:3": 1},
    "poker-grand-prix": {"first": 1, "second": 1, "third": 1},
    "caribbean-stud": {"ante": 1},
    "three-card-poker": {"ante": 1},
    "poker-3-5-7": {"three": 1, "five": 1},
    "boston-poker": {"ante": 1, "first": 2},
    "four-card-poker": {"ante": 1},
    "crazy-four-poker": {"ante": 1, "super_bonus": 1},
}
"""The bets that must stand together, and in which proportion; `main` alone where none are named."""

DENOMINATIONS: Final = (Cents(10000), Cents(2500), Cents(500), Cents(100))
STAKES: Final = (500, 1000, 2500, 1505)
PARTS: Final = ("shoe", "chips", "table", "doors", "keys", "journal", "shuffler")


# the table


def some_options(rng: Random, game: str) -> dict[str, Any]:
    kind, rules = game_kind(game), game_rules(game)
    found: dict[str, Any] = {
        name: rng.choice(values) for name, values in kind.OPTIONS.items() if rng.random() < 0.5
    }
    if game == "blackjack-multi-action":
        found.pop("hole_card", None)
    if rng.random() < 0.3:
        found["deal"] = "one-by-one"
    if rng.random() < 0.5:
        found["decks"] = rng.choice(list(rules.decks.allowed))
    if rng.random() < 0.2:
        found["max_payout"] = {base_name(kind.BETS[0]): 1500}
    if kind.HIDDEN_SIDE_BETS and rng.random() < 0.8:
        found["side_bets"] = [*kind.SIDE_BETS, *kind.HIDDEN_SIDE_BETS]
        found |= {"progressive_meter": 1_000_000, "progressive_increment": 50}
        found["progressive_reset"] = 500_000
    return found


def a_table(game: str, options: dict[str, Any], rules: TableRules) -> Table:
    return Table(open_game(game, options), rules)


def some_rules(rng: Random, game: str, decks: int, amounts: Amounts) -> TableRules:
    kind = game_kind(game)
    keys = {*kind.DECISIONS, Key.CUT_CARD, Key.SHUFFLE, Key.PLACE}
    keys |= {Key.PICK} if Key.SET in kind.DECISIONS else set()
    keys |= KEYING if amounts == "keyed" else set()
    limits = {base_name(bet): BetLimits(Cents(100), Cents(5000)) for bet in kind.BETS}
    return TableRules(
        spots=rng.randint(2, game_rules(game).seats.most),
        limits=limits if rng.random() < 0.5 else {},
        late_entry=rng.choice(("allow", "allow", "refuse", "minimum")),
        sensed=amounts == "unseen" or rng.random() < 0.5,
        amounts=amounts,
        keys=tuple(sorted(keys)),
        denominations=DENOMINATIONS,
        shuffled_by_hand=decks <= 2 and rng.random() < 0.3,
    )


Laid = Callable[[], Table]


def a_new_table(game: str, rng: Random, amounts: Amounts, **more: Any) -> Laid:
    """Return what makes a table by some options and rules, the same each time."""
    options = some_options(rng, game)
    rules = some_rules(rng, game, open_game(game, options).decks, amounts)
    rules = msgspec.structs.replace(rules, **more)
    return lambda: a_table(game, options, rules)


def shown_choices(table: Table) -> tuple[Choice, ...]:
    """Return what may be decided, but for what it is held to."""
    return tuple(choice._replace(check=None) for choice in table.game.choices)


def state(table: Table) -> Any:
    """Return what a table is and shows, but for the sound, whose number never goes back, and
    whether another undo is left.
    """
    game, bets, shown = table.game, table.bets, panel(table)
    keys = shown.keys - {Key.UNDO}
    return msgspec.to_builtins(
        {
            "panel": msgspec.structs.replace(shown, sound=Sound(), announced=None, keys=keys),
            "phase": table.phase.name,
            "kept": msgspec.structs.replace(table.checkpoint(), sound=Sound()),
            "wait": [game.due and game.due.words, game.due and game.due.nth, game.finished],
            "choices": shown_choices(table),
            "cards": {name: list(cards) for name, cards in game.cards.items()},
            "bets": list(game.bets.items()),
            "lines": [game.lines, bets.lines],
            "lot": [game.lot, game.lot_won],
            "locked": [list(bets.locked.items()), list(bets.late.items()), bets.settled],
            "returning": sorted(bets.returning, key=str),
            "keyed": [table.low, table.keying, table.focus, table.offered_at],
        },
        enc_hook=str,
        str_keys=True,
        order="deterministic",
    )


# chance


class Chance:
    """What comes next; `noise` is how often it is anything at all."""

    def __init__(self, rng: Random, game: str, croupier: Croupier, noise: float) -> None:
        self._rng = rng
        self._game = game
        self._croupier = croupier
        self._table = croupier.table
        self._noise = noise
        self._plan: deque[Event] = deque()
        ranks = rng.sample(RANKS, rng.randint(1, len(RANKS)))
        self._lean = frozenset(ranks) if rng.random() < 0.6 else frozenset()

    def next(self) -> Event:
        """Return what happens next."""
        if self._rng.random() < self._noise:
            return self._rng.choice(ODD)(self)
        if not self._plan:
            self._plan.extend(PROPER[self._table.phase](self))
        return self._plan.popleft()

    # what should come next, phase by phase

    def _closed(self) -> list[Event]:
        return [KeyPressed(Key.CONFIRM)]

    def _shoe_change(self) -> list[Event]:
        return [*self._doors_shut(), KeyPressed(Key.SHUFFLED)]

    def _doors_shut(self) -> list[Event]:
        return [DoorMoved(door, open=False) for door in sorted(self._table.doors_open)]

    def _fault(self) -> list[Event]:
        trouble = self._table.trouble
        mended = [
            FaultEnded(*of)
            for of, fault in trouble.faults.items()
            if not fault.gone and FAULTS[fault.code].cure != "void"
        ]
        if trouble.only_shoe and self._table.game.due and self._rng.random() < 0.5:
            return self._supervised(*self._entered())
        if mended or self._table.doors_open:
            return [*self._doors_shut(), *mended]
        if trouble.needs_void:
            return self._supervised(Key.VOID)
        if trouble.clearable:
            return self._supervised(Key.CLEAR)
        return [KeyPressed(Key.CONFIRM)]

    def _supervised(self, *keys: Key) -> list[Event]:
        pressed = map(KeyPressed, keys)
        return [KeySwitchTurned(on=True), *pressed, KeySwitchTurned(on=False)]

    def _entered(self) -> list[Key]:
        card = self._a_card()
        return [Key.ENTER, *_turned_to(card), Key.ENTER] if card else [Key.VOID]

    def _open(self) -> list[Event]:
        table, chance = self._table, self._rng.random()
        wrong = [s for s in table.felt.stacks if s in table.returning or table.refusal(s)]
        if wrong and table.returning and chance < 0.2:
            return [KeyPressed(Key.CONFIRM)]
        if wrong and chance < 0.8:
            return self._put(wrong[0], NOTHING)
        if table.felt.unread() and table.rules.amounts != "keyed":
            return self._sensed(table.felt.unread()[0])
        if open_choices(table) and chance < 0.5:
            return [*[KeyPressed(Key.PLACE)] * self._rng.randint(0, 2), KeyPressed(Key.BANK)]
        if len(standing_bets(table)) > self._rng.randint(0, 5) or (chance < 0.05):
            return [KeyPressed(Key.NO_MORE_BETS)]
        return self._bets_of_one()

    def _bets_of_one(self) -> list[Event]:
        rng, game = self._rng, self._table.game
        must = STAND_TOGETHER.get(self._game, {"main": 1})
        others = [bet for bet in game.BETS if bet not in must and bet not in game.IN_PLAY]
        spot, stake = rng.choice(list(self._table.felt.spots)), rng.choice(STAKES)
        laid = {on: times * stake for on, times in must.items()}
        for on in others:
            fixed = game.rules.stakes.get(base_name(on))
            if rng.random() < 0.3:
                laid[on] = fixed.cents if fixed else stake
        behind = game.ONE_BETTOR_A_SPOT is None and self._table.rules.amounts == "read"
        who = "B" if behind and rng.random() < 0.2 else None
        puts = (self._put((Place(spot, on), who), Cents(cents)) for on, cents in laid.items())
        return [event for put in puts for event in put]

    def _put(self, stack: Stack, cents: Cents) -> list[Event]:
        """Have chips worth so much lie there, as the table comes to know of them."""
        place, who = stack
        table = self._table
        felt = [PresenceSeen(place, covered=bool(cents))] if table.rules.sensed else []
        if table.rules.amounts == "read":
            return [StackRead(place, cents, who), *felt]
        if table.rules.amounts == "unseen" or not cents:
            return felt or self._keyed(place, cents)
        return [*felt, *self._keyed(place, cents)]

    def _keyed(self, place: Place, cents: Cents) -> list[Event]:
        table = self._table
        if table.phase is not Phase.OPEN:
            return [KeyPressed(Key.NEXT)]
        places = [
            p for p in table.felt.places() if not table.rules.sensed or p in table.felt.covered
        ]
        places += [] if place in places else [place]
        places.sort(key=table.felt.order)
        at = place_being_keyed(table)
        turns = places.index(place) - (places.index(at) if at in places else -1)
        keys = [Key.PLACE] * (turns % len(places)) + [Key.EMPTY]
        for number, value in enumerate(DENOMINATIONS, start=1):
            count, cents = divmod(cents, value)
            keys += [Key(f"chip_{number}")] * count
        return list(map(KeyPressed, keys))

    def _sensed(self, place: Place) -> list[Event]:
        """Have sensor and reader agree: the one knows what the other has seen."""
        covered = place in self._table.felt.covered
        return [PresenceSeen(place, covered=not covered)]

    def _round(self) -> list[Event]:
        table, bets = self._table, self._table.bets
        if bets.late:
            (place, who), cents = next(iter(bets.late.items()))
            right = self._put((place, who), cents)
            return [KeySwitchTurned(on=True), *right, *self._supervised(Key.RESOLVE)[1:]]
        if bets.returning:
            return self._put(next(iter(bets.returning)), NOTHING)
        if table.game.may_pass and self._rng.random() < 0.2:
            return [KeyPressed(Key.CONFIRM)]
        if table.game.choices and not (table.game.due and self._rng.random() < 0.3):
            return self._decision()
        if table.game.due:
            return self._dealt()
        if table.felt.unread():
            return self._sensed(table.felt.unread()[0])
        return self._settled()

    def _dealt(self) -> list[Event]:
        card, due = self._a_card(), self._table.game.due
        if card is None or due is None:
            return self._supervised(Key.VOID)
        account = (due.drawn, due.nth) if due.drawn else (None, None)
        return [CardRead(card, *account)]

    def _a_card(self) -> Card | None:
        """Return a card that the shoe can still hold, often of the ranks that come often here."""
        shoe, pack = self._table.shoe, self._table.game.pack
        leant = [c for c in pack if c.rank in self._lean and shoe.holds(c)]
        if leant and self._rng.random() < 0.7:
            return self._rng.choice(leant)
        left = [card for card in pack if shoe.holds(card)]
        return self._rng.choice(left) if left else None

    def _decision(self) -> list[Event]:
        rng = self._rng
        if rng.random() < 0.1:
            return [KeyPressed(Key.PLACE)]
        choice = rng.choice(choices_in_focus(self._table))
        laid = [event for stake in choice.stakes for event in self._stake(choice, stake)]
        named = self._named(choice) if choice.picks else []
        undone = [KeyPressed(Key.UNDO)] * (rng.random() < 0.15)
        return [*laid, *map(KeyPressed, named), KeyPressed(choice.do), *undone]

    def _stake(self, choice: Choice, stake: Any) -> list[Event]:
        stack = Place(choice.spot, stake.on), choice.bettor
        if self._table.rules.amounts != "read" and self._rng.random() < 0.5:
            return []
        cents = self._rng.choice((stake.least, stake.least, stake.most))
        return self._put(stack, Cents(self._table.bets.standing(stack) + cents))

    def _named(self, choice: Choice) -> list[Key]:
        """Return the keys that name two cards of a hand, beside those that are named already."""
        held = self._table.game.hands[choice.spot]  # type: ignore[attr-defined]
        low = self._rng.sample(held, 2)
        again = [card for card in self._table.low if card not in low]
        wanted = [card for card in (*again, *low) if card not in self._table.low or card in again]
        return [key for card in wanted for key in (*_turned_to(card), Key.PICK)]

    def _settled(self) -> list[Event]:
        table, bets, chance = self._table, self._table.bets, self._rng.random()
        if bets.paying and chance < 0.7:
            return [KeyPressed(Key.NEXT)]
        if bets.paying and chance < 0.8 and table.rules.amounts == "read":
            stack = bets.paying.bet.place, bets.paying.bet.bettor
            return self._put(stack, bets.owed(stack))
        untaken = bets.untaken(table.felt)
        if untaken:
            return self._put(untaken, NOTHING)
        left = list(table.felt.stacks) if chance < 0.7 else []
        taken = [event for stack in left for event in self._put(stack, NOTHING)]
        return [*taken, KeyPressed(Key.CONFIRM)]

    # anything

    def _any_key(self) -> Event:
        return KeyPressed(self._rng.choice(list(Key)))

    def _lit_key(self) -> Event:
        return KeyPressed(self._rng.choice(sorted(self._croupier.panel.keys) or [Key.UNDO]))

    def _undo(self) -> Event:
        return KeyPressed(Key.UNDO)

    def _decides(self) -> Event:
        return KeyPressed(self._rng.choice(self._table.game.DECISIONS or DECISIONS))

    def _any_card(self) -> Event:
        return CardRead(self._rng.choice(list(CARDS.values())))

    def _odd_card(self) -> Event:
        drawn, index = self._rng.choice([None, *Drawn]), self._rng.choice([None, 1, 2, 3])
        tag = self._rng.choice([None, None, "04A1", "04A2"])
        return CardRead(self._a_card() or JOKER, drawn, index, tag)

    def _any_stack(self) -> Event:
        rng, table = self._rng, self._table
        place = Place(rng.randint(1, table.rules.spots), rng.choice(table.game.BETS))
        if rng.random() < 0.05:
            place = rng.choice([Place(0, place.on), Place(99, place.on), Place(1, "nothing")])
        if table.rules.amounts != "read":
            return PresenceSeen(place, rng.random() < 0.5)
        known = list(table.felt.stacks)
        if known and rng.random() < 0.5:
            place, who = rng.choice(known)
            return StackRead(place, Cents(rng.choice([0, 500, 1000, 2500])), who)
        return StackRead(place, Cents(rng.choice([0, 1, *STAKES, 200_000])), self._bettor())

    def _bettor(self) -> str | None:
        return "B" if self._rng.random() < 0.1 else None

    def _any_cover(self) -> Event:
        unread = self._table.felt.unread()
        if unread and self._rng.random() < 0.7:
            return self._sensed(unread[0])[0]
        spot = self._rng.randint(1, self._table.rules.spots)
        return PresenceSeen(Place(spot, self._rng.choice(self._table.game.BETS)), covered=True)

    def _any_fault(self) -> Event:
        values = {"code": "E3", "card": "TH", "cards": "51", "wanted": "52", "batch": "2026-11"}
        values |= {"key": "confirm", "door": "shoe", "winner": "tie"}
        values |= {"result": "7", "spot": "2", "on": self._table.game.BETS[0]}
        return FaultRaised(self._rng.choice(PARTS), self._rng.choice(list(FAULTS)), values)

    def _shoe_fault(self) -> Event:
        return FaultRaised("shoe", self._rng.choice(["unreadable", "missed"]))

    def _any_mend(self) -> Event:
        return FaultEnded(self._rng.choice(PARTS), self._rng.choice(list(FAULTS)))

    def _door(self) -> Event:
        return DoorMoved(self._rng.choice(list(Door)), self._rng.random() < 0.5)

    def _switch(self) -> Event:
        return KeySwitchTurned(on=not self._table.key_switch)

    def _rare(self) -> Event:
        said = ShoeResult(self._rng.choice(["player", "banker", "tie", "forced"]))
        shuffled = ShuffleEnded(self._rng.choice([None, self._table.shoe.size, 51]), 1)
        return self._rng.choice([CutCardSeen(), PowerReturned(), said, shuffled])

    def _lapses(self) -> Event:
        return TimeUp()


PROPER: Final[Mapping[Phase, Callable[[Chance], list[Event]]]] = {
    Phase.CLOSED: Chance._closed,
    Phase.OPEN: Chance._open,
    Phase.ROUND: Chance._round,
    Phase.FAULT: Chance._fault,
    Phase.SHOE_CHANGE: Chance._shoe_change,
}

ODD: Final[tuple[Callable[[Chance], Event], ...]] = (
    *(Chance._any_key, Chance._lit_key, Chance._undo, Chance._decides, Chance._undo),
    *(Chance._any_key, Chance._lit_key, Chance._lit_key, Chance._decides, Chance._lapses),
    *(Chance._any_card, Chance._odd_card, Chance._any_stack, Chance._any_stack),
    *(Chance._any_stack, Chance._any_cover, Chance._any_fault, Chance._shoe_fault),
    *(Chance._any_mend, Chance._door, Chance._switch, Chance._switch, Chance._rare),
)


def _turned_to(card: Card) -> list[Key]:
    """Return the keys that turn from the ace of spades to a card."""
    if card is JOKER:
        return [Key.RANK] * len(RANKS)
    return [Key.RANK] * RANKS.index(card.rank) + [Key.SUIT] * SUITS.index(card.suit)


# what happened


class Step(msgspec.Struct):
    """An event and what was ruled on it."""

    event: Event
    now: int
    rulings: tuple[Ruling, ...]
    undoable: bool
    """Whether an undo leads to before this event."""
    phase: Phase
    """What the table did then."""

    @property
    def refused(self) -> list[str]:
        return refusals(self.rulings)


class Evening:
    """A table on which chance has played: all steps, and those that no undo has taken back."""

    def __init__(
        self, game: str, seed: int, noise: float, steps: int, amounts: Amounts, **rules: Any
    ) -> None:
        rng = Random(f"{game} {seed}")
        self.new = a_new_table(game, rng, amounts, **rules)
        self.croupier = Croupier(self.new(), opened=False)
        self.steps: list[Step] = []
        self.stood: list[Step] = []
        chance = Chance(rng, game, self.croupier, noise)
        for _ in range(steps):
            self._tell(chance.next())

    def _tell(self, event: Event) -> None:
        table = self.croupier.table
        before = table._undoable
        rulings = self.croupier.tell(event)
        kept = table._undoable is not before and table.undoable
        step = Step(event, self.croupier.log[-1][1], rulings, kept, table.phase)
        self.steps.append(step)
        if any(isinstance(ruling, Undone) for ruling in rulings):
            while not self.stood.pop().undoable:
                pass
        elif event != KeyPressed(Key.UNDO):
            self.stood.append(step)


def play_again(table: Table, steps: Iterable[Step]) -> Table:
    for step in steps:
        table.handle(step.event, step.now)
    return table
