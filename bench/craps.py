"""(h) Rolls of craps a second beside crapssim: the game alone, the core's table; the money alike.

All is led once, to see which bets are laid before each roll, then timed on the same bets and dice.
"""

import gc
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from bench.peer import ask_peer
from bench.sample import Sample, verdict
from firmware.core.game.game import Game
from firmware.core.games.craps.bets import HARD_TOTALS, NUMBERS
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event, KeyPressed, ResultSeen, StackRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import Bet, BetSettled, base_bet_name
from firmware.shell.rules.rules import open_game

PEER = "crapssim"
STAKE = Cents(30_00)
"""Whole dollars are won by it, and whole cents by each part of it, whatever the odds."""
FULL_ROLLS, FULL_BATCHES = 16_000, 7
DOUBLE = 2
"""How many times their own bet odds are."""


def each(name: str, numbers: Sequence[int] = NUMBERS) -> list[str]:
    """Return a bet on each of these numbers."""
    return [f"{name}:{number}" for number in numbers]


COME_BETS = ("pass", "pass_odds", "come", *each("come_odds"))
DONT_BETS = ("dont_pass", "dont_pass_odds", "dont_come", *each("dont_come_odds"))
HORNS = ("horn", "world", "any_7", "eleven", "any_craps", "craps:2", "craps:3", "craps:12")

TABLES: Mapping[str, Sequence[Sequence[str]]] = {
    "one player": [("pass", "pass_odds")],
    "eight players": [
        COME_BETS,
        (*COME_BETS, "field"),
        ("pass", "pass_odds", "place:6", "place:8", *each("hard", HARD_TOTALS)),
        DONT_BETS,
        each("place"),
        HORNS,
        ("field", "hop:1,1", "hop:1,6", "hop:2,3", "hop:4,4", "hop:5,6"),
        (*each("buy"), *each("lay")),
    ],
}
"""What each player wants to have standing."""

ALONE = [
    ("pass",), ("pass", "pass_odds"), ("come",), COME_BETS, ("dont_pass",),
    DONT_BETS[:2], ("dont_come",),
    DONT_BETS, ("field",), each("hard", HARD_TOTALS), *((name,) for name in HORNS),
    ("hop:1,1", "hop:1,6"),
    each("place"), each("buy"), each("lay"),
]  # fmt: skip
"""Every bet that both have, to see whether by its own rules the peer pays otherwise."""


class Roll(NamedTuple):
    """One roll: what is laid for it, which of these bets are turned on, the dice."""

    fresh: tuple[Bet, ...]
    marked: tuple[Stack, ...]
    seen: ResultSeen


class Rates(NamedTuple):
    """Rolls a second in one turn, and by how many events the table was told of one."""

    game: float
    table: float
    events: float


class Led(NamedTuple):
    """What happened: roll by roll, and to each player's money in all."""

    rolls: list[Roll]
    won: list[Cents]


def thrown(rolls: int, seed: int) -> list[tuple[int, int]]:
    chance = Random(seed)
    return [(chance.randint(1, 6), chance.randint(1, 6)) for _ in range(rolls)]


def lead(
    player_bets: Sequence[Sequence[str]], dice: Sequence[tuple[int, int]], *, agreed: bool = True
) -> Led:
    """Before each roll, each lays what is wanted, does not stand and may be laid.

    Where it is `agreed`, hard ways work on the come-out too, as the peer's always do.
    """
    game, rolls, won = open_game("craps", {}), [], [0] * len(player_bets)
    for first, second in dice:
        game.open()
        fresh = tuple(_fresh(game, player_bets))
        hard = [(bet.place, bet.bettor) for bet in fresh if base_bet_name(bet.place.on) == "hard"]
        rolls.append(Roll(fresh, tuple(hard * agreed), ResultSeen((str(first), str(second)))))
        _settle(game, rolls[-1])
        for line in game.lines:
            won[line.bet.place.spot - 1] += gain(line)
    return Led(rolls, [Cents(cents) for cents in won])


def _fresh(game: Game, player_bets: Sequence[Sequence[str]]) -> Iterator[Bet]:
    for spot, names in enumerate(player_bets, start=1):
        for on in names:
            bet = Bet(Place(spot, on), amount(on))
            stack = bet.place, bet.bettor
            if stack not in game.carried and game.chips_refusal(stack, bet.cents) is None:
                yield bet


def amount(on: str) -> Cents:
    return Cents(STAKE * DOUBLE if "_odds" in on else STAKE)


def gain(line: BetSettled) -> int:
    return line.returned + line.paid - line.bet.cents - line.commission


def _settle(game: Game, roll: Roll) -> None:
    """Ask of each bet laid whether it may be; then close and take the dice."""
    for bet in roll.fresh:
        assert game.chips_refusal((bet.place, bet.bettor), bet.cents) is None
    for stack in roll.marked:
        game.toggle_working(stack)
    carried_bets = [Bet(place, cents, bettor) for (place, bettor), cents in game.carried.items()]
    game.close((*carried_bets, *roll.fresh))
    game.take_result(roll.seen)


def happenings(rolls: Sequence[Roll]) -> Iterator[list[Event]]:
    """Give, roll by roll, what a table is told, from the chips laid to the key for the next."""
    game = open_game("craps", {})
    for roll in rolls:
        game.open()
        events: list[Event] = []
        for bet in roll.fresh:
            events.append(StackRead(bet.place, bet.cents))
            marks = (bet.place, bet.bettor) in roll.marked
            events += [KeyPressed(Key.TOGGLE_WORKING)] * marks
        _settle(game, roll)
        yield [*events, roll.seen, *_after(game)]


def _after(game: Game) -> Iterator[Event]:
    """Take what was settled off the felt, move what moves, go on; nothing of it, no word of it."""
    for place in dict.fromkeys(line.bet.place for line in game.lines):
        yield StackRead(place, NO_CENTS)
    for (origin, _), to in game.bet_moves.items():
        yield StackRead(origin, NO_CENTS)
        yield StackRead(to[0], game.carries[to])
    if game.lines or game.bet_moves:
        yield KeyPressed(Key.CONFIRM)


def rates(rolls: Sequence[Roll], events: Sequence[Event], seats: int) -> Rates:
    """Play the same rolls on the game alone and on the whole core table; only these are timed.

    What the bench itself holds is kept from the garbage collector, here and with the peer.
    """
    game, table = open_game("craps", {}), a_table(seats)
    gc.collect()
    gc.freeze()
    start = time.process_time()
    for roll in rolls:
        game.open()
        _settle(game, roll)
    half = time.process_time()
    for event in events:
        table.handle(event, 0)
    end = time.process_time()
    gc.unfreeze()
    assert table.state.round.number == len(rolls) + 1
    return Rates(len(rolls) / (half - start), len(rolls) / (end - half), len(events) / len(rolls))


def a_table(seats: int) -> Table:
    """Return a table whose bets are open."""
    table = Table(open_game("craps", {}), TableRules(spots=seats, sensed=False))
    table.handle(KeyPressed(Key.CONFIRM), 0)
    return table


def peer(
    player_bets: Sequence[Sequence[str]], dice: Sequence[tuple[int, int]], *, agreed: bool = True
) -> dict[str, Any] | None:
    """Return what the peer found; `agreed` are lays that always work and commissions unrounded."""
    players = [{on: amount(on) for on in names} for names in player_bets]
    return ask_peer(
        PEER, request_text=json.dumps({"dice": dice, "players": players, "agreed": agreed})
    )


def differences(rolls: int, seed: int) -> list[str]:
    """Return the bets on which the peer, left to its own rules, gives other money."""
    dice = thrown(rolls, seed)
    found = peer(ALONE, dice, agreed=False)
    won = lead(ALONE, dice, agreed=False).won
    both = zip(ALONE, won, found["won"] if found else won, strict=True)
    return [base_bet_name(names[-1]) for names, ours, theirs in both if ours != theirs]


def measure(
    _folder: Path, rolls: int = 4000, batches: int = 5, seed: int = 1, *, beside: bool = True
) -> Sample:
    """Both take turns on the same dice: one player for so many rolls, eight for an eighth of it."""
    fields, lines = dict[str, Any](), list[str]()
    for name, player_bets in TABLES.items():
        dice = thrown(rolls // len(player_bets), seed)
        led = lead(player_bets, dice)
        events = [event for happened in happenings(led.rolls) for event in happened]
        measured_rates = [
            (
                rates(led.rolls, events, len(player_bets)),
                peer(player_bets, dice) if beside else None,
            )
            for _ in range(batches)
        ]
        fields[name] = _found(led, measured_rates)
        lines.append(_result_line(name, fields[name]))
    ratios = [found["game_ratio"] for found in fields.values() if "game_ratio" in found]
    if ratios:
        fields["differences"] = differences(rolls // len(ALONE), seed)
        lines.append(f"by its own rules other money on: {', '.join(fields['differences'])}.")
        lines.append(verdict(met=min(ratios) > 1, aim="the game ahead of crapssim at both tables"))
    return Sample("craps", lines, fields)


def _found(
    led: Led, measured_rates: Sequence[tuple[Rates, dict[str, Any] | None]]
) -> dict[str, Any]:
    own = [rates for rates, _ in measured_rates]
    found: dict[str, Any] = Rates(*map(median, zip(*own, strict=True)))._asdict()
    beside = [(rates, theirs) for rates, theirs in measured_rates if theirs is not None]
    if beside:
        games = [rates.game / theirs["rate"] for rates, theirs in beside]
        found |= {
            "peer": median(theirs["rate"] for _, theirs in beside),
            "game_ratio": median(games),
            "game_ratios": sorted(games),
            "laid": [sum(len(roll.fresh) for roll in led.rolls), beside[0][1]["laid"]],
            "won": [led.won, beside[0][1]["won"]],
        }
    return found


def _result_line(name: str, found: Mapping[str, Any]) -> str:
    own = f"{name}, rolls a second: the game alone {found['game']:,.0f}, the core's table"
    own += f" {found['table']:,.0f} with {found['events']:.0f} events a roll"
    if "peer" not in found:
        return f"{own}; {PEER} can't be had here."
    same = "the same money" if found["won"][0] == found["won"][1] else "OTHER MONEY"
    return (
        f"{own}; {PEER} {found['peer']:,.0f}, ratio {found['game_ratio']:.2f}"
        f" ({found['game_ratios'][0]:.2f} to {found['game_ratios'][-1]:.2f});"
        f" {same};"
    )
