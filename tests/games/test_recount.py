"""The meters counted from the journal, whichever way its entries came to be written."""

from collections.abc import Iterable
from functools import cache
from itertools import product
from random import Random

import msgspec
import pytest

from firmware.core.table.amounts import Amounts
from firmware.core.table.checkpoint import INITIAL_CHECKPOINT
from firmware.core.table.meters import MONEY_METERS, Meters
from firmware.core.table.rules import TableRules
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import BetsLocked
from firmware.shell.history.journal_entries import (
    Carried,
    Checked,
    Entry,
    Happened,
    Ruled,
    Setting,
    decode,
    encode,
)
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.recount import MeterRecount
from firmware.shell.journal import Journal, MemoryCopy
from firmware.shell.service.loop import TableLoop
from hal.ports import Millis
from tests.kits.examples import examples
from tests.kits.games.any_round import Evening
from tests.kits.games.journaled import check_recount, journaled
from tests.kits.offenders import each
from tests.kits.shell.loop_kit import SETTING, STAMP

AFTER_POWER = (KeyPressed(Key.CONFIRM),)
"""The dealer has looked at the felt."""
GAMES = ("baccarat", "blackjack", "craps", "keno", "pai-gow", "roulette")
each_game = each("game", GAMES)


@cache
def entries(game: str, seed: int = 9) -> tuple[Entry, ...]:
    """Return what an evening of chance leaves in a journal."""
    played = Evening(game, seed, 0.05, 360, Amounts.READ)
    table = journaled(played.new())
    for step in played.steps:
        table.handle(step.event, step.now)
    return tuple(table.entries)


def differences(written: Iterable[Entry]) -> list[Meters]:
    recount = MeterRecount()
    return [found.recounted for found in map(recount.take, written) if found is not None]


def checked(written: Iterable[Entry]) -> list[Checked]:
    return [entry for entry in written if isinstance(entry, Checked)]


@each_game
def test_round_trip_preserves_the_count(game: str) -> None:
    assert check_recount(decode(encode(entry)) for entry in entries(game)) > 3


@each_game
def test_count_may_begin_at_any_entry(game: str) -> None:
    written = entries(game)
    for at in range(0, len(written), examples(71, 7)):
        recount = MeterRecount()
        assert [found for found in map(recount.take, written[at:]) if found] == []
        if len(checked(written[at:])) > 2:
            assert recount.meters == checked(written)[-1].table.meters


def in_batches(written: Iterable[Entry], rng: Random) -> list[Entry]:
    """Return the entries as they are where several events are journaled before any is ruled on."""
    batched: list[Entry] = []
    events: list[tuple[Happened, Ruled | None]] = []

    def end() -> None:
        batched.extend(happened for happened, _ in events)
        for back, (_, ruled) in zip(range(len(events) - 1, -1, -1), events, strict=True):
            if ruled is not None:
                batched.append(msgspec.structs.replace(ruled, back=back))
        events.clear()

    for entry in written:
        if isinstance(entry, Happened):
            if rng.random() < 0.5:
                end()
            events.append((entry, None))
        elif isinstance(entry, Ruled):
            events[-1] = events[-1][0], entry
        else:
            end()
            batched.append(entry)
    return batched


@each_game
def test_rulings_may_follow_events(game: str) -> None:
    """As after a power cut, or where several events came at once."""
    for seed in range(5):
        assert check_recount(in_batches(entries(game), Random(seed))) > 3


@each_game
def test_new_segment_counts_no_repeats(game: str) -> None:
    setting = Setting("0", "00", "00", "pack", game, {}, TableRules())
    written: list[Entry] = []
    since: list[Happened] = []
    for entry in entries(game):
        written.append(entry)
        if isinstance(entry, Happened):
            since.append(entry)
        elif isinstance(entry, Checked):
            since = since[len(since) - entry.since :]
            written.append(Carried(setting, entry.table, tuple(since)))
    assert check_recount(written) > 3


@pytest.mark.clause("Practice second count")
@each_game
def test_settled_lines_sum_to_meters(game: str) -> None:
    """Bets that a player banks are left out."""
    every = 0
    for seed in range(7, 9):
        recount, handle, held, rounds = MeterRecount(), 0, 0, 0
        for entry in entries(game, seed):
            recount.take(entry)
            if isinstance(entry, Checked):
                rounds += len(recount.settled_rounds)
                lines = [line for settled in recount.settled_rounds for line in settled]
                handle += sum(line.bet.cents for line in lines)
                held += sum(line.bet.cents - line.returned - line.paid for line in lines)
        meters = recount.meters
        assert meters is not None
        assert rounds == meters.rounds
        every += rounds
        assert handle == sum(bet.handle for bet in meters.bets.values())
        commission = sum(bet.commission for bet in meters.bets.values())
        on_meters = sum(bet.held for bet in meters.bets.values())
        assert (held + commission - on_meters) % 10**10 == 0
    assert every > 3


def with_meters(entry: Checked, meters: Meters) -> Checked:
    return msgspec.structs.replace(entry, table=msgspec.structs.replace(entry.table, meters=meters))


@each(
    "game, name",
    product(GAMES, ["rounds", "late_bets", "voids", "overrides", "unseen_payments", *MONEY_METERS]),
)
def test_altered_meter_is_located_and_reported_once(game: str, name: str) -> None:
    written = list(entries(game))
    at = next(at for at, e in enumerate(written) if isinstance(e, Checked) and e.table.meters.bets)
    for later in range(at, len(written)):
        entry = written[later]
        if isinstance(entry, Checked):
            written[later] = with_meters(entry, advanced(entry.table.meters, name))
    (recounted,) = differences(written)
    assert recounted == checked(entries(game))[len(checked(written[:at]))].table.meters


def advanced(meters: Meters, name: str) -> Meters:
    if name not in MONEY_METERS:
        return msgspec.structs.replace(meters, **{name: getattr(meters, name) + 1})
    on, bet = next(iter(meters.bets.items()))
    bet = msgspec.structs.replace(bet, **{name: (getattr(bet, name) + 1) % 10**10})
    return msgspec.structs.replace(meters, bets={**meters.bets, on: bet})


@each_game
def test_removed_close_is_found(game: str) -> None:
    written, found = entries(game), 0
    closes = [at for at, entry in enumerate(written) if closes_bets(entry)]
    for at in closes[:: examples(3, 1)]:
        found += bool(differences([*written[:at], *written[at + 1 :]]))
    assert found > examples(1, 2)


def closes_bets(entry: Entry) -> bool:
    return isinstance(entry, Ruled) and any(isinstance(r, BetsLocked) for r in entry.rulings)


@each("back", [-5, -1, 10**6])
def test_lone_ruling_is_skipped(back: int) -> None:
    written = list(entries("baccarat"))
    written.insert(1, Ruled((), back))
    assert check_recount(written) > 3


@pytest.mark.clause("25 CFR 547.9(c)")
def test_ten_nines_roll_over_too() -> None:
    """The evening is played on meters that stand before their turn."""
    full = 10**10 - 1
    played = Evening("baccarat", 1, 0.05, 240, Amounts.READ)
    table = journaled(played.new())
    table.resume_from(
        msgspec.structs.replace(INITIAL_CHECKPOINT, meters=Meters(rounds=full, overrides=full))
    )
    for step in played.steps:
        table.handle(step.event, step.now)
    assert check_recount(table.entries) > 3
    assert table.state.meters.rounds < full


@each_game
def test_power_cuts_change_no_meter(game: str) -> None:
    """Events come one or several at a time, and the power goes between them, again and again."""
    for seed in range(examples(1, 2)):
        rng, played = Random(seed), Evening(game, seed, 0.02, 240, Amounts.READ)
        files, started, at = (MemoryCopy("a"), MemoryCopy("b")), 0, 0
        while at < len(played.steps):
            loop = TableLoop(played.new(), Ledger(Journal.open(files, STAMP), SETTING))
            loop.begin(Millis(0))
            loop.handle_and_follow(AFTER_POWER, Millis(1))
            started += 1
            until = min(at + rng.randint(1, 60), len(played.steps))
            while at < until:
                together = rng.randint(1, 3)
                events = [step.event for step in played.steps[at : at + together]]
                loop.handle_and_follow(events, Millis(played.steps[at].now))
                at += together
        assert started > 2
        written = [decode(record) for record in Journal.open(files, STAMP).records()]
        assert check_recount(written) > 0
