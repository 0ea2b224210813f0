"""Writes docs/reference/part-faults.md from observed faults."""

from collections.abc import Mapping

from tests.kits.faults.part_faults import Case, Seen, cases, make_happen
from tests.kits.paths import ROOT

PAGE = ROOT / "docs" / "reference" / "part-faults.md"

HEAD = """# What the dealer sees when a part fails

Every part of the example tables, each with its possible faults in mid-round, two cards dealt. The
table is written by `make pages` from the tests that inject the faults
(`tests/kits/faults/part_faults.py`). Each test then repairs the part, follows the display, and
finishes the round with the right payment. The display speaks the table's language; it is English
here.

"Holds the bus" represents any part on the I2C bus that holds its data line low even when the bus is
clocked out. The table can't detect the loss of a part without feedback (piezo, buzzer, keys on the
Pi's own pins): look and listen.

| part | fault | the deal | the dealer's display | after the repair |
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
