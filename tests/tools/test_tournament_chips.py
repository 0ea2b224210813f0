"""The reckoning of a served tournament's tables finds a chip that is made or lost."""

import pytest
from msgspec.structs import replace

from firmware.core.poker_room.engine.rulings import StackReported
from firmware.core.vocabulary.keys import Key
from firmware.shell.history.journal_entries import Entry, Ruled
from tests.kits.games.tournament_evening import TournamentEvening
from tools.tournament.chips import Differs, TableChips


def reckoned(entries: list[Entry]) -> TableChips:
    table = TableChips()
    for entry in entries:
        table.take(entry)
    return table


def test_no_chip_is_ever_lost() -> None:
    evening = TournamentEvening(4)
    evening.press(
        Key.POST_BLINDS, Key.CARDS_DEALT, Key.FOLD, Key.FOLD, Key.FOLD, Key.UNDO, Key.FOLD
    )
    evening.press(Key.CONFIRM, Key.POST_BLINDS, Key.CARDS_DEALT)
    evening.supervise(Key.VOID_ROUND)
    evening.all_in()
    table = reckoned(evening.entries)
    assert table.games == 2
    assert sum(table.stacks.values()) == 4000
    assert table.out == [950, 1000]


def test_extra_chip_is_found() -> None:
    evening = TournamentEvening(4)
    evening.fold_round()
    evening.fold_round()

    def more(entry: Entry) -> Entry:
        if not isinstance(entry, Ruled):
            return entry
        is_stack = [isinstance(one, StackReported) and one.spot == 2 for one in entry.rulings]
        changed = (
            replace(one, cents=one.cents + 50) if found else one  # type: ignore[union-attr]
            for one, found in zip(entry.rulings, is_stack, strict=True)
        )
        return Ruled(tuple(changed), entry.back)

    entries = [*evening.entries[:-4], *map(more, evening.entries[-4:])]
    with pytest.raises(Differs, match="game 2: 4050 chips, 4000 are due"):
        reckoned(entries)
