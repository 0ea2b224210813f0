"""Evenings of every game by chance, and tables that resume them from any opening."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

import msgspec

from firmware.core.table.amounts import Amounts
from firmware.core.table.checkpoint import Checkpoint
from firmware.core.table.table import Table
from firmware.shell.rules.pack_files import program_games
from tests.kits.core.tested_table import through_the_journal
from tests.kits.examples import examples
from tests.kits.games.any_round import Evening, Step, play_again
from tests.kits.offenders import each
from tests.kits.quebec import game_class, game_rules

SEEDS = range(examples(2, 10))
MOST_SEEDS = 20
STEPS = examples(200, 240)
NOISE = (0.02, 0.1, 0.05, 0.0, 0.3)
AMOUNTS: tuple[Amounts, ...] = (Amounts.READ, Amounts.UNSEEN, Amounts.KEYED, Amounts.READ)
AMOUNTS_ON_A_LAYOUT: tuple[Amounts, ...] = (Amounts.READ, Amounts.UNSEEN)
"""Nobody keys what lies on a layout that all players share."""
every_game = each("game", program_games())
every_game_of_cards = each("game", [game for game in program_games() if game_rules(game).decks])


@cache
def evening(game: str, seed: int) -> Evening:
    known = AMOUNTS_ON_A_LAYOUT if game_class(game).SHARED_LAYOUT else AMOUNTS
    amounts = known[seed % len(known)]
    return Evening(game, seed, NOISE[seed % len(NOISE)], STEPS, amounts)


def evenings(game: str) -> Iterator[Evening]:
    return (evening(game, seed) for seed in SEEDS)


def moments(rng: Random, steps: list[Step], count: int) -> list[int]:
    return sorted(rng.sample(range(1, len(steps) + 1), count))


class Since(msgspec.Struct):
    """What a table resumes from, and what it handles then."""

    checkpoint: Checkpoint
    steps: list[Step]


class Openings(NamedTuple):
    """The openings of an evening that no undo leads behind, each with how many events it knew."""

    checkpoints: list[tuple[int, Checkpoint]]
    newest_by_step: list[int]
    """By step, the index of the opening that the journal ends with."""


@cache
def openings(played: Evening) -> Openings:
    table = played.new()
    found = Openings([(0, table.history.opening_checkpoint)], [])
    for done, step in enumerate(played.stood, start=1):
        table.handle(step.event, step.now)
        opening, events_since = table.final_opening
        if opening is not found.checkpoints[-1][1]:
            found.checkpoints.append((done - events_since, opening))
        found.newest_by_step.append(len(found.checkpoints) - 1)
    return found


def since_opening(played: Evening, at: int) -> Since:
    checkpoints, newest_by_step = openings(played)
    known, checkpoint = checkpoints[newest_by_step[at - 1]]
    return Since(through_the_journal(checkpoint), played.stood[known:at])


def again(played: Evening, since: Since) -> Table:
    table = played.spare()
    table.resume_from(since.checkpoint)
    return play_again(table, since.steps)
