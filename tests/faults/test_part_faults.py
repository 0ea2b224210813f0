"""After any fault of a part the round is finished and paid right, and the page describes it."""

from itertools import groupby

import pytest

from tests.kits.examples import examples
from tests.kits.faults.fault_page import PAGE, page
from tests.kits.faults.part_faults import Case, cases, make_happen
from tests.kits.offenders import each

CASES = list(cases())
OF_A_PART = [list(befall) for _, befall in groupby(CASES, lambda case: (case.section, case.kind))]
FAULTS_EACH = examples(1, 6)
HERE = [
    case
    for nth, befall in enumerate(OF_A_PART)
    for case in [*befall[-1 - nth % len(befall) :], *befall][:FAULTS_EACH]
]
"""As many faults of each part, from another one on."""
ROWS = PAGE.read_text(encoding="utf-8").removeprefix(page({})).splitlines()


def test_every_fault_is_some_part_s() -> None:
    assert {case.fault.name for case in HERE} == {case.fault.name for case in CASES}


@pytest.mark.clause("Practice broken parts")
@each("case", HERE)
def test_round_is_paid_right_as_described(case: Case) -> None:
    row = page({case: make_happen(case)}).removeprefix(page({})).rstrip("\n")
    assert row == ROWS[CASES.index(case)], "run make pages"


def test_page_has_a_row_for_each_fault() -> None:
    assert len(ROWS) == len(CASES)
