"""Random events at the table, plausible or not, from a seeded generator."""

from collections.abc import Callable
from random import Random

from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD, Card
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
    PartAnswered,
    PartAwaited,
    PowerReturned,
    PresenceSeen,
    ShoeResult,
    StackRead,
)
from firmware.core.vocabulary.faults import FAULT_KINDS
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from tests.kits.core.table_kit import Croupier

BETS = ("player", "banker", "tie")
PARTS = {"doors": ["door_open"], "keys": ["stuck_key", "lost"], "chips": ["unknown_chip", "lost"]}


def _place(rng: Random) -> Place:
    if rng.random() < 0.02:
        return rng.choice([Place(0, "tie"), Place(99, "player"), Place(1, "pair")])
    return Place(rng.randint(1, 3), rng.choice(BETS))


def _card(rng: Random) -> Card:
    return JOKER_CARD if rng.random() < 0.01 else rng.choice(FULL_PACK)


def due_card(rng: Random, croupier: Croupier) -> Event:
    """Return a card as a good shoe reports it, whether one is due or not."""
    due = croupier.table.state.game.due
    if due is None or rng.random() < 0.3:
        return CardRead(_card(rng))
    return CardRead(_card(rng), due.drawn, due.nth)


def _odd_card(rng: Random, _croupier: Croupier) -> Event:
    return CardRead(_card(rng), rng.choice([None, *DrawnFor]), rng.choice([None, 1, 2, 3]))


def _lit_key(rng: Random, croupier: Croupier) -> Event:
    lit = sorted(croupier.panel.keys)
    return KeyPressed(rng.choice(lit) if lit else Key.CONFIRM)


def _any_key(rng: Random, _croupier: Croupier) -> Event:
    return KeyPressed(rng.choice(list(Key)))


def _stack(rng: Random, croupier: Croupier) -> Event:
    stacks = list(croupier.table.state.felt.stacks)
    if stacks and rng.random() < 0.5:
        place, who = rng.choice(stacks)
        return StackRead(place, Cents(rng.choice([0, 0, 500, 2500])), who)
    return StackRead(_place(rng), Cents(rng.choice([0, 1, 500, 2500, 200_000])), _bettor(rng))


def _bettor(rng: Random) -> str | None:
    return "B" if rng.random() < 0.1 else None


def _put_right(rng: Random, croupier: Croupier) -> Event:
    for (place, who), cents in croupier.table.state.round.bets.late_stacks.items():
        return StackRead(place, cents, who)
    for place, who in croupier.table.state.round.bets.returning_stacks:
        return StackRead(place, Cents(0), who)
    return _collect(rng, croupier)


def _collect(rng: Random, croupier: Croupier) -> Event:
    for line in croupier.table.state.round.bets.lines or ():
        if line.outcome == "lose":
            return StackRead(line.bet.place, Cents(0), line.bet.bettor)
    return _sense(rng, croupier)


def _sense(rng: Random, croupier: Croupier) -> Event:
    unread = croupier.table.state.felt.unread_places()
    if unread and rng.random() < 0.8:
        return PresenceSeen(unread[0], unread[0] not in croupier.table.state.felt.covered)
    return PresenceSeen(_place(rng), rng.random() < 0.5)


def _fault(rng: Random, _croupier: Croupier) -> Event:
    code = rng.choice(list(FAULT_KINDS))
    part = rng.choice(["shoe", "chips", "table", "doors", "keys", "journal"])
    return FaultRaised(part, code, {"spot": "2", "on": "tie"} if rng.random() < 0.3 else {})


def _mend(rng: Random, croupier: Croupier) -> Event:
    faults = croupier.table.state.device.trouble.faults
    if faults and rng.random() < 0.9:
        fault = rng.choice(faults)
        return FaultEnded(fault.part, fault.code)
    return FaultEnded("shoe", rng.choice(list(FAULT_KINDS)))


def _door(rng: Random, croupier: Croupier) -> Event:
    open_doors = sorted(croupier.table.state.device.doors_open)
    if open_doors and rng.random() < 0.7:
        return DoorMoved(open_doors[0], open=False)
    return DoorMoved(rng.choice(list(Door)), rng.random() < 0.5)


def _switch(rng: Random, croupier: Croupier) -> Event:
    return KeySwitchTurned(on=not croupier.table.state.device.key_switch)


def _result(rng: Random, croupier: Croupier) -> Event:
    if croupier.table.state.game.finished and rng.random() < 0.8:
        return ShoeResult(croupier.table.state.game.winner)
    return ShoeResult(rng.choice([*BETS, "forced"]))


def _rare(rng: Random, _croupier: Croupier) -> Event:
    part = rng.choice(["shoe", "chips"])
    return rng.choice([CutCardSeen(), PowerReturned(), PartAwaited(part), PartAnswered(part)])


Choice = Callable[[Random, Croupier], Event]

WEIGHTS: dict[Choice, float] = {
    due_card: 18,
    _odd_card: 1,
    _lit_key: 25,
    _any_key: 8,
    _stack: 12,
    _put_right: 10,
    _collect: 10,
    _sense: 6,
    _fault: 0.8,
    _mend: 6,
    _door: 1.5,
    _switch: 4,
    _result: 1.5,
    _rare: 0.8,
}


def happening(rng: Random, croupier: Croupier) -> Event:
    """Return the next event."""
    (choice,) = rng.choices(list(WEIGHTS), list(WEIGHTS.values()))
    if croupier.phase is Phase.OPEN and choice is due_card and rng.random() < 0.7:
        choice = _stack
    return choice(rng, croupier)
