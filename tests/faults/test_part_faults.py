"""Whatever befalls a part, the round is finished and paid right, and the page says how."""

import pytest

from tests.kits.faults.fault_page import PAGE, page
from tests.kits.faults.part_faults import Case, Seen, cases, make_happen
from tests.kits.offenders import each

CASES = list(cases())
HAPPENED: dict[Case, Seen] = {}


@each("case", CASES)
def test_the_round_is_finished_and_paid_right(case: Case) -> None:
    HAPPENED[case] = make_happen(case)
    assert HAPPENED[case].dealer


def test_the_page_says_what_happens() -> None:
    if len(HAPPENED) < len(CASES):
        pytest.skip("not every part's faults were made to happen in this run")
    assert PAGE.read_text(encoding="utf-8") == page(HAPPENED), "run make pages"
