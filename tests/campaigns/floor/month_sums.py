"""The money of a month, held against itself: ledger, pit, journal and exact odds."""

import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from fractions import Fraction
from typing import Any

import msgspec
from sqlalchemy import select

from firmware.cli.commands.theory import print_theory
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.meters import METER_MODULO, Meters
from firmware.floor.store import FACT_TABLE
from firmware.shell.journal import JournalReader
from firmware.shell.words.words import Words
from tests.campaigns.floor.month_floor import Month, MonthRows
from tests.campaigns.floor.month_table import MonthTable


def table_differences(month: Month, table: MonthTable, rows: MonthRows) -> Iterator[str]:
    """Hold the pit's sums against the ledger's meters, and against the journal's expectation."""
    sums, meters, expected = rows.sums, reported_meters(month, table), theory(table)
    handle = {name: bet.handle for name, bet in meters.bets.items()}
    held = {name: _signed(bet.held) for name, bet in meters.bets.items()}
    by_bet = rows.by_bet
    notes = sum(kind in ("held_more", "held_less") for kind in rows.alarm_kinds)
    equal = {
        "rounds": (sums.rounds, meters.rounds),
        "the table's rounds": (meters.rounds, table.rounds),
        "handle": (sums.handle, sum(handle.values())),
        "win": (sums.held, sum(held.values())),
        "handle by bet": ({n: b.handle for n, b in by_bet.items()}, _not_nothing(handle)),
        "win by bet": ({n: b.held for n, b in by_bet.items()}, {n: held[n] for n in by_bet}),
        "priced handle": (sums.theory.total_stakes, expected["total"]["handle"]),
        "priced win": (sums.theory.actual_gain, expected["total"]["held"]),
        "expectation": (round(sums.theory.expected_gain), expected["total"]["expected"]),
        "expectation by bet": (
            _by_base(rows),
            {g["name"]: g["expected"] for g in expected["groups"]},
        ),
        "stakes without a figure": (
            sums.handle - sums.theory.total_stakes,
            sum(expected["without"].values()),
        ),
        "notes": (notes, len(expected["drifts"])),
    }
    for what, (one, other) in equal.items():
        if one != other:
            yield f"{table.name}: {what}: {one} and {other}"


def _signed(meter: int) -> int:
    """Return what a meter has that began at nothing: it turns over below nothing as above."""
    return meter - METER_MODULO if meter > METER_MODULO // 2 else meter


def _not_nothing(by_name: dict[str, int]) -> dict[str, int]:
    return {name: cents for name, cents in by_name.items() if cents}


def _by_base(rows: MonthRows) -> dict[str, int]:
    found: dict[str, Fraction] = {}
    for name, sums in rows.by_bet.items():
        if sums.theory.total_stakes:
            base = base_bet_name(name)
            found[base] = found.get(base, Fraction(0)) + sums.theory.expected_gain
    return {base: round(expected) for base, expected in found.items()}


def reported_meters(month: Month, table: MonthTable) -> Meters:
    """Return the last meters of a table that the ledger has."""
    chosen = select(FACT_TABLE.c.body).where(FACT_TABLE.c.journal == table.journal.identity)
    with month.store.connect() as connection:
        bodies = connection.scalars(
            chosen.order_by(FACT_TABLE.c.shoe.desc(), FACT_TABLE.c.number.desc())
        )
        body = next(one for one in bodies if '"meters":' in one)
    return msgspec.convert(msgspec.json.decode(body)["meters"], Meters)


def theory(table: MonthTable) -> dict[str, Any]:
    """Return what `croupier meters --theory --json` says of a table's journal."""
    with redirect_stdout(io.StringIO()) as said:
        print_theory(JournalReader.over_copies(table.copies), Words.load("en"), "bet", as_json=True)
    found: dict[str, Any] = msgspec.json.decode(said.getvalue())
    return found


def at_odds(table: MonthTable, rows: MonthRows) -> Iterator[str]:
    """Hold the pit's expectation against stake × exact edge of every bet, to the fraction."""
    found, expected = rows.sums.theory, table.expected()
    staked = sum(count * cents for (_, cents), count in table.made.items())
    if found.total_stakes != staked:
        yield f"{table.name}: {found.total_stakes} of {staked} cents have an edge"
    if found.expected_gain != expected:
        yield f"{table.name}: an expectation of {found.expected_gain}, by the odds {expected}"
