"""A tournament's chips are no money (124): nothing of them is in the pit's takings."""

import pytest
from msgspec.structs import replace

from firmware.cli.args.errors import CannotServe
from firmware.cli.commands.theory import ExpectationCount
from firmware.floor.projection.takings_sums import TakingsSums
from firmware.shell.history.journal_entries import Entry, Started
from tests.kits.floor.pit_kit import facts_of, folded, timed_now
from tests.kits.floor_kit import served


def evening(*, tournament: bool) -> list[Entry]:
    return [timed_now(_of(entry, tournament)) for entry in served("baccarat", 1)]


def _of(entry: Entry, tournament: bool) -> Entry:
    if not isinstance(entry, Started):
        return entry
    rules = replace(entry.setting.table, tournament=tournament)
    return replace(entry, setting=replace(entry.setting, table=rules))


def test_124_valueless_chips_are_no_takings() -> None:
    money, chips = (folded(facts_of(evening(tournament=so))) for so in (False, True))
    assert money.sums().handle > 0
    assert chips.sums() == TakingsSums()
    assert (money.current_play.tournament, chips.current_play.tournament) == (False, True)
    assert money.current_play.round == chips.current_play.round > 0


def test_124_no_theoretical_win() -> None:
    with pytest.raises(CannotServe) as refused:
        ExpectationCount("bet").take(evening(tournament=True)[0])
    assert refused.value.why.key == "theory.tournament"
