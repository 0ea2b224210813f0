"""The figures of the master game report: a table's forms and its meters, side by side."""

from collections.abc import Iterable, Sequence
from math import sqrt

import msgspec

from firmware.floor.day.day_content import DayTakings
from firmware.floor.pit.form_balance import TableSitting
from firmware.floor.pit.screen import BAND_DEVIATIONS, HoldBand


class GameFigures(msgspec.Struct, frozen=True):
    """Sums of some sittings and takings; money in cents. A sum that lacks a form is None: no part
    of it is shown as if it were the whole.
    """

    sittings: int
    unfinished: int
    """Sittings without closer, or without a counted box."""
    opener: int
    fills: int
    credits: int
    closer: int | None
    drop: int | None
    win: int | None
    """By the forms."""
    hold: float | None
    """The win by the forms, per cent of the drop."""
    rounds: int
    handle: int
    held: int
    """The win by the meters."""
    priced: int
    won: int
    expected: int | None
    """The theoretical win, of the bets whose edge is known; their stakes are `priced`. None if
    there are none.
    """
    band_cents: int | None
    """By how much chance may move the win from the theoretical one, each way."""
    deviations: float | None
    band: HoldBand | None


def game_figures(sittings: Sequence[TableSitting], takings: Iterable[DayTakings]) -> GameFigures:
    closers, drops = _whole(each.left for each in sittings), _whole(each.drop for each in sittings)
    win = _whole(each.win for each in sittings) if sittings else None
    sums = _sums([*takings])
    deviation = sqrt(sums.variance)
    deviations = (sums.won - sums.expected) / deviation if deviation else None
    return GameFigures(
        len(sittings),
        sum(each.win is None for each in sittings),
        sum(each.tray_cents for each in sittings),
        sum(each.fills for each in sittings),
        sum(each.credits for each in sittings),
        closers,
        drops,
        win,
        100 * win / drops if win is not None and drops else None,
        sums.rounds,
        sums.handle,
        sums.held,
        sums.priced,
        sums.won,
        sums.expected if sums.priced else None,
        round(BAND_DEVIATIONS * deviation) if sums.priced else None,
        deviations,
        _band(deviations),
    )


def _whole(amounts: Iterable[int | None]) -> int | None:
    """Return the sum of amounts, None if any is missing."""
    known = [*amounts]
    return None if None in known else sum(amount for amount in known if amount is not None)


def _sums(all_takings: Sequence[DayTakings]) -> DayTakings:
    fields = DayTakings.__struct_fields__
    return DayTakings(*(sum(getattr(each, name) for each in all_takings) for name in fields))


def _band(deviations: float | None) -> HoldBand | None:
    if deviations is None:
        return None
    if abs(deviations) <= BAND_DEVIATIONS:
        return "within"
    return "above" if deviations > 0 else "below"
