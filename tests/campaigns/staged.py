"""Round scripts played at served tables, compared with the output of `croupier play`.

python -m tests.campaigns.staged --every 40 FILE.jsonl …

Each script is played by people at a table whose service is another process, seen only by its
status. It counts scripts with settlements that differ from those of `croupier play` (`differ`),
which must be 0, and impossible steps (`unfit`). Lines of a file may be scripts, or objects with one
under `script`.
"""

# ruff: noqa: T201
import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import msgspec

from firmware.core.vocabulary.events import decode_plain
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.script import TableScript
from firmware.shell.words.words import Words
from sim.web.bench.script_seating import seating_of
from sim.web.bench.subprocess_world import SubprocessWorld
from sim.web.messages import messages_in as requests
from tests.kits.sim.web.seated_table import SeatedTable, played


def scripts(paths: Iterable[Path], every: int) -> Iterator[TableScript]:
    """Yield every so-manieth script of these files."""
    lines = (line for path in paths for line in path.read_text(encoding="utf-8").splitlines())
    for line in islice(lines, 0, None, every):
        entry = json.loads(line)
        yield msgspec.convert(entry.get("script", entry), TableScript, dec_hook=decode_plain)


def stage(script: TableScript) -> tuple[bool, list[str]]:
    """Play one; return whether it is settled as `play` does, and the steps nobody could do."""
    unfit = []
    with SeatedTable(seating_of(script), SubprocessWorld) as table:
        table.acting.stage_script(script)
        while (message := table.acting.people_message()).step < message.steps:
            try:
                table.do(requests.PlayStep())
            except RequestFailed as error:
                unfit.append(f"{message.step + 1}: {Words.load('en').render(error.why)}")
            table.until(lambda _, at=message.step: table.acting.people_message().step > at)
        table.acting.close()
        ours, theirs = table.settled(), played(script)
        if ours != theirs:
            print(
                "   staged", ours, "\n   played", theirs, "\n   ", table.bench.read_status().dealer
            )
        return ours == theirs, unfit


def main(arguments: list[str]) -> int:
    """Stage every script; return 1 if one differs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1, help="every so-manieth script only")
    parser.add_argument("--id", help="this script only")
    given = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    for script in scripts(given.files, given.every):
        if given.id and script.id != given.id:
            continue
        start = time.monotonic()
        try:
            same, unfit = stage(script)
        except RequestFailed as error:
            counts["no seat"] += 1
            print(f"{script.id}: no seat: {error}", flush=True)
            continue
        counts["scripts"] += 1
        counts["differ"] += not same
        counts["unfit"] += len(unfit)
        took_s = time.monotonic() - start
        print(
            f"{script.id}: {'same' if same else 'DIFFER'}, {took_s:.1f} s {unfit or ''}", flush=True
        )
    print(", ".join(f"{name} {count}" for name, count in counts.items()))
    return 1 if counts["differ"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
