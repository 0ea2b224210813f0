"""`python -m tests.kits.faults.fault_page`: writes docs/parts/faults.md from observed faults."""

from collections.abc import Mapping

from tests.kits.faults.part_faults import Case, Seen, cases, make_happen
from tests.kits.paths import ROOT

PAGE = ROOT / "docs" / "parts" / "faults.md"

HEAD = """# What the dealer sees when a part fails

Every part of the example tables, each with what can befall it in mid-round, two cards dealt. The
table is written by `make pages` out of the tests that make it happen
(`tests/kits/faults/part_faults.py`), each of which then puts the part right, does what the display
asks for, and finishes the round with the right payment. The display speaks the table's language;
it is English here.

"Holds the bus" stands for any part on the I2C bus that holds its data line and does not let go of
it when the bus is clocked out. A part that nothing comes back from (piezo, buzzer, keys on the
Pi's own pins) can't be missed by the table: look and listen.

| part | what befalls it | the deal | what the dealer's display says | once it is right again |
| --- | --- | --- | --- | --- |
"""


def page(happened: Mapping[Case, Seen]) -> str:
    """Return the page."""
    return HEAD + "".join(_row(case, seen) for case, seen in happened.items())


def _row(case: Case, seen: Seen) -> str:
    name = f"{case.section.replace('_', ' ')} ({case.kind})"
    deal = "stops" if seen.stopped else "goes on"
    said = " · ".join(seen.dealer).replace("|", "/")
    acts = ", then ".join(seen.acts) or "nothing to do"
    return f"| {name} | {case.fault.name} | {deal} | {said} | {acts} |\n"


if __name__ == "__main__":
    PAGE.write_text(page({case: make_happen(case) for case in cases()}), encoding="utf-8")
