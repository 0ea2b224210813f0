"""The commission of a poker table by steps, within what article 67.108 allows."""

import msgspec
import pytest

from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.engine.terms import POKER_ROOM, CommissionTerms, read_terms
from firmware.shell.rules.pack_files import default_pack
from tests.kits.offenders import each

STEPS = ((1000, 100), (2000, 200), (6000, 300))


@each(
    "pots, taken",
    [(0, 0), (999, 0), (1000, 100), (1999, 100), (2000, 200), (6000, 300), (10**6, 300)],
)
def test_67_108_commission_is_that_of_the_last_step_reached(pots: int, taken: int) -> None:
    assert CommissionTerms(steps=STEPS).on_pots(pots, 100) == taken


@each("percent, cap", [(0, None), (5, None), (10, 300)])
def test_67_108_a_percentage_is_in_whole_chips_and_capped(percent: int, cap: int | None) -> None:
    terms = CommissionTerms(percent, cap)
    for pots in range(0, 9000, 50):
        due = pots * percent // 100 // 100 * 100
        assert terms.on_pots(pots, 100) == (due if cap is None else min(due, cap))


@each(
    "steps, key",
    [
        ([[1000, 200]], "room.steps"),
        ([[1000, 0]], "room.steps"),
        ([[2000, 100], [1000, 200]], "room.steps"),
        ([[1000, 100], [2000, 100]], "room.steps"),
        ([[1000, 50]], "room.option_chips"),
        ([[1000]], "why.option"),
        ([[1000, "100"]], "why.option"),
        ("steps", "why.option"),
    ],
)
def test_67_108_bad_steps_are_refused(steps: object, key: str) -> None:
    with pytest.raises(OptionRefused) as refused:
        default_pack().open_game(POKER_ROOM, {"commission": {"steps": steps}})
    assert refused.value.why.key == key


def test_steps_stand_beside_no_percentage() -> None:
    with pytest.raises(OptionRefused):
        read_terms(POKER_ROOM, {"commission": {"percent": 5, "steps": [[1000, 100]]}})


def test_a_table_without_steps_is_written_as_ever() -> None:
    """Checkpoints of tables that have none keep their octets."""
    written = msgspec.json.encode(read_terms(POKER_ROOM, {}).commission)
    assert written == b'{"percent":0,"cap":null,"without_flop":false}'
