"""At any game the last card or result is taken back: as if it had not come, but for its close."""

from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from firmware.core.table.checkpoint import Checkpoint
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import (
    CardRead,
    Event,
    KeyPressed,
    KeySwitchTurned,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Ruling, Undone
from tests.kits.core.table_kit import refusals
from tests.kits.core.tested_table import through_the_journal
from tests.kits.examples import examples
from tests.kits.games.any_round import Evening, play_again
from tests.kits.games.any_table import state
from tests.kits.games.evenings_of_games import AMOUNTS, AMOUNTS_ON_A_LAYOUT
from tests.kits.games.journaled import Journaled, check_recount, journaled
from tests.kits.offenders import each
from tests.kits.quebec import game_class, games_in_pack

STEPS = examples(120, 200)
SEEDS = range(examples(1, 12))
TRIALS = examples(2, 60)
"""How many readings of an evening are taken back."""
CUTS = {True: examples(3, 60), False: examples(1, 60)}
"""At how many moments of an evening, by whether a throw is taken back after bets have reopened."""
REASONS = ("why.undo_first", "why.nothing_to_take_back")
every_game = each("game", games_in_pack())


@cache
def evening(game: str, seed: int) -> Evening:
    known = AMOUNTS_ON_A_LAYOUT if game_class(game).SHARED_LAYOUT else AMOUNTS
    return Evening(game, seed, (0.0, 0.1)[seed % 2], STEPS, known[seed % len(known)])


@cache
def readings(played: Evening) -> list[int]:
    """Return the steps that brought a card or a result, a keyed one with its last key."""
    found, table = [], played.new()
    for index, step in enumerate(played.stood):
        table.handle(step.event, step.now)
        if table.reading_numbers[-1:] == [index + 1]:
            found.append(index)
    return found


def chosen(played: Evening, seed: int) -> list[int]:
    found = readings(played)
    return Random(seed).sample(found, min(TRIALS, len(found)))


def take_back(table: Table, now: int) -> tuple[Ruling, ...]:
    """Press TAKE BACK under the supervisor's key, which is left as it was."""
    was_on = table.state.device.key_switch
    table.handle(KeySwitchTurned(on=True), now)
    rulings = table.handle(KeyPressed(Key.TAKE_CARD_BACK), now)
    table.handle(KeySwitchTurned(on=was_on), now)
    return rulings


class Detour(NamedTuple):
    """A table at which the card or result of a step has just been taken back."""

    table: Table
    undone: list[int]
    """The steps that were: of a keyed one all its keys."""


def detour(played: Evening, last: int) -> Detour:
    table = play_again(played.spare(), played.stood[: last + 1])
    rulings = take_back(table, played.stood[last].now)
    (undone,) = (ruling for ruling in rulings if isinstance(ruling, Undone))
    assert undone.key == Key.TAKE_CARD_BACK
    # the last step was two events before: the supervisor's key was turned since
    return Detour(table, sorted(last + 2 - ago for ago in undone.undone_events))


@pytest.mark.clause("NJ 13:69E-1.28P(d)")
@every_game
def test_same_event_again_leaves_no_trace(game: str) -> None:
    tried = 0
    for seed in SEEDS:
        played = evening(game, seed)
        for last in chosen(played, seed):
            straight = play_again(played.new(), played.stood[: last + 1])
            table, undone = detour(played, last)
            play_again(table, [played.stood[at] for at in undone])
            assert state(table) == state(straight), (seed, last)
            tried += 1
    assert tried > len(SEEDS)


@every_game
def test_replacement_acts_as_if_first(game: str) -> None:
    tried = 0
    for seed in SEEDS:
        played = evening(game, seed)
        for last, other in zip(chosen(played, seed), chosen(played, seed + 99), strict=True):
            others = [played.stood[at].event for at in detour(played, other).undone]
            others = [like(event, played.stood[last].event) for event in others]
            table, undone = detour(played, last)
            stood = enumerate(played.stood[: last + 1])
            straight = play_again(played.spare(1), [step for at, step in stood if at not in undone])
            was_open = straight.state.phase is Phase.OPEN
            for event in others:
                table.handle(event, played.stood[last].now)
                straight.handle(event, played.stood[last].now)
            is_taken = straight.reading_numbers[-1:] == [straight.history.event_count]
            if was_open and (straight.state.stopped or not is_taken):
                continue  # the one that has closed the bets was possible, the other is not
            assert state(table) == state(straight), (seed, last, other)
            tried += 1
    assert tried


def like(event: Event, replaced: Event) -> Event:
    """Return a card for the hand for which a shoe that follows the game has drawn another."""
    if isinstance(event, CardRead) and isinstance(replaced, CardRead):
        return CardRead(event.card, replaced.drawn, replaced.index, event.tag)
    return event


# anywhere in an evening, and with what came since


class Cut(NamedTuple):
    """A moment at which the power fails: what the journal has, and the table as it was."""

    opening: Checkpoint
    since: list[tuple[Event, int]]
    state: Any
    readings_ago: list[int]


class Wavering(NamedTuple):
    """An evening in which readings are taken back at any moment."""

    table: Journaled
    cuts: list[Cut]
    undone: int


@cache
def wavering(game: str, seed: int) -> Wavering:
    played, rng = evening(game, seed), Random(seed)
    table = journaled(played.new())
    events: list[tuple[Event, int]] = []
    cuts: list[Cut] = []
    count = CUTS[game_class(game).REOPENS_SILENTLY]
    moments = {*Random(seed).sample(range(len(played.stood)), count)}
    undone = 0

    def tell(event: Event, now: int) -> tuple[Ruling, ...]:
        events.append((event, now))
        return table.handle(event, now)

    for index, step in enumerate(played.stood):
        tell(step.event, step.now)
        for _ in range(rng.choice((0, 0, 0, 0, 1, 2))):
            may = table.may_take_back
            was_on = table.state.device.key_switch
            tell(KeySwitchTurned(on=True), step.now)
            rulings = tell(KeyPressed(Key.TAKE_CARD_BACK), step.now)
            tell(KeySwitchTurned(on=was_on), step.now)
            assert (refusals(rulings) == []) is may
            assert set(refusals(rulings)) <= {*REASONS}
            undone += may
        if index in moments:
            cuts.append(cut_now(table, events))
    return Wavering(table, cuts, undone)


def cut_now(table: Table, events: list[tuple[Event, int]]) -> Cut:
    opening, count = table.final_opening
    since = events[len(events) - count :]
    return Cut(through_the_journal(opening), since, lasting_state(table), readings_ago(table))


def lasting_state(table: Table) -> Any:
    """Return the state but for the last refusal, which a power cut may end."""
    refusal, table.state.last_refusal = table.state.last_refusal, None
    found = state(table)
    table.state.last_refusal = refusal
    return found


@every_game
def test_meters_match_recount(game: str) -> None:
    wavered = [wavering(game, seed) for seed in SEEDS]
    assert any(played.undone for played in wavered)
    for played in wavered:
        check_recount(played.table.entries)


@every_game
def test_power_cut_loses_nothing(game: str) -> None:
    for seed in SEEDS:
        for cut in wavering(game, seed).cuts:
            resumed = evening(game, seed).spare()
            resumed.resume_from(cut.opening)
            for event, now in cut.since:
                resumed.handle(event, now)
            assert lasting_state(resumed) == cut.state, (seed, len(cut.since))
            assert readings_ago(resumed) == cut.readings_ago


def readings_ago(table: Table) -> list[int]:
    return [table.history.event_count - number for number in table.reading_numbers]


def test_cards_are_among_them() -> None:
    played = evening("baccarat", 0)
    assert any(isinstance(played.stood[found].event, CardRead) for found in readings(played))
