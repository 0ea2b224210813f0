"""`make bench`: every measurement, in sentences and then as one JSON object."""

import argparse
import json
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from bench import (
    card,
    device,
    idle,
    instructions,
    journal,
    ledger,
    memory,
    parts,
    pit,
    poker,
    start,
    uplink,
    web_start,
    web_traffic,
)
from bench.sample import Sample

MEASURES: Mapping[str, Callable[[Path], Sample]] = {
    "card": card.measure,
    "journal": journal.measure,
    "device": device.measure,
    "poker": poker.measure,
    "start": start.measure,
    "instructions": instructions.measure,
    "idle": idle.measure,
    "memory": memory.measure,
    "parts": parts.measure,
    "pit": pit.measure,
    "uplink": uplink.measure,
    "ledger": ledger.measure,
    "page": web_start.measure,
    "traffic": web_traffic.measure,
}
FULL: Mapping[str, Callable[[Path], Sample]] = {
    **MEASURES,
    "journal": partial(journal.measure, sizes=journal.FULL),
    "memory": partial(memory.measure, rounds=memory.FULL),
    "device": device.commit_each_second,
}
"""The same at sizes for which one waits: a million records, 300 rounds, three minutes."""


def main() -> None:
    """Measure what is asked for, all if nothing is."""
    parser = argparse.ArgumentParser(prog="bench")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(MEASURES))
    parser.add_argument("--json", type=Path, metavar="PATH", help="write the figures there too")
    parser.add_argument(
        "--full", action="store_true", help="journal, memory and device at their full sizes"
    )
    options = parser.parse_args()
    measures = FULL if options.full else MEASURES
    found = {}
    for name in options.names or MEASURES:
        with tempfile.TemporaryDirectory(dir=".venv") as folder:
            sample = measures[name](Path(folder))
        print(f"{name}:", *sample.lines, sep="\n  ", flush=True)
        found[name] = sample.fields
    figures = json.dumps(found, indent=1)
    print(figures)
    if options.json:
        options.json.write_text(figures + "\n")


if __name__ == "__main__":
    main()
