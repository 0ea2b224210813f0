"""Small faults are put into the program, one at a time; its tests must notice: campaign `mutants`.

    python -m tests.mutants --tree . --out after.jsonl [SUBJECT ...]
    python -m tests.mutants --compare before.jsonl after.jsonl

The sample is that of `sample.jsonl`, the same in any tree. An interrupted run resumes from `--out`;
to try a mutant again, remove its line there.
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path
from time import sleep

from tests.kits.paths import ROOT
from tests.mutants import results, sample
from tests.mutants.forked import Forked
from tests.mutants.mutation import Mutant, mutated
from tests.mutants.planting import Planted
from tests.mutants.results import Outcome, Result
from tests.mutants.subjects import SUBJECTS, Subject
from tests.mutants.trial import Ended, Trial

LOOK = 0.2
"""Seconds between two looks at what runs."""
AT_MOST, BESIDES = 3, 20
"""A mutant that ever ends needs no more than so many times the processor's time that the tests
take on the sound program, and so many seconds."""


def main() -> int:
    arguments = _arguments()
    if arguments.draw is not None:
        sample.write(sample.draw(arguments.tree, arguments.draw))
        return 0
    if arguments.compare:
        return _compare(*arguments.compare)
    wanted = [s for s in SUBJECTS if not arguments.subjects or s.name in arguments.subjects]
    for subject in wanted:
        _try(subject, arguments.tree.resolve(), arguments.out, arguments.processes)
    _say(results.summary(results.read(arguments.out)))
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT")
    parser.add_argument("--tree", type=Path, default=ROOT)
    parser.add_argument("--out", type=Path, default=ROOT / "mutants.jsonl")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--draw", type=int, metavar="SEED", help="draw another sample of the tree")
    parser.add_argument("--compare", type=Path, nargs=2, metavar=("BEFORE", "AFTER"))
    return parser.parse_args()


def _compare(before: Path, after: Path) -> int:
    lost, won = results.compared(results.read(before), results.read(after))
    for said, mutants in (("noticed only before", lost), ("noticed only after", won)):
        _say("\n    ".join([f"{said}: {len(mutants)}", *mutants]))
    return 1 if lost else 0


def _try(subject: Subject, tree: Path, out: Path, processes: int) -> None:
    """Try what is left of a subject's mutants, so many at a time."""
    done = {result.mutant for result in results.read(out)}
    mutants = [m for m in sample.read() if m.subject == subject.name and m.name not in done]
    if not mutants:
        return
    trial = _trial(subject, tree)
    seconds = BESIDES + AT_MOST * round(_as_it_is(trial).seconds)
    running: dict[Forked, Mutant] = {}
    while mutants or running:
        while mutants and len(running) < processes:
            _begin(mutants.pop(0), trial, seconds, running, out)
        sleep(LOOK)
        for forked in [forked for forked in running if forked.over()]:
            _tell(out, _result(running.pop(forked), forked.ended()))


def _trial(subject: Subject, tree: Path) -> Trial:
    """Return the subject's tests as far as this tree has them."""
    absent = [test for test in subject.tests if not (tree / test.partition("::")[0]).exists()]
    if absent:
        _say(f"{subject.name}: not in this tree: {', '.join(absent)}")
    return Trial(tree, [test for test in subject.tests if test not in absent], subject.games)


def _as_it_is(trial: Trial) -> Ended:
    """Return how the tests end on the program as it is, and import what they need of others."""
    forked = Forked(trial, seconds=600)
    while not forked.over():
        sleep(LOOK)
    ended = forked.ended()
    if ended is None or ended.status:
        sys.exit(f"{forked.said}\nthe program as it is must pass: {trial}")
    for name in ended.foreign:
        import_module(name)
    return ended


def _begin(
    mutant: Mutant, trial: Trial, seconds: int, running: dict[Forked, Mutant], out: Path
) -> None:
    source = mutated(trial.tree, mutant)
    if source is None:
        _tell(out, Result(mutant.name, mutant.subject, "no longer there"))
    else:
        planted = Planted(mutant.module, trial.tree / mutant.path, source)
        running[Forked(trial._replace(planted=planted), seconds)] = mutant


def _result(mutant: Mutant, ended: Ended | None) -> Result:
    if ended is None:
        return Result(mutant.name, mutant.subject, "given up")
    outcome: Outcome = "killed" if ended.status else "survived"
    return Result(mutant.name, mutant.subject, outcome, ended.failed, ended.seconds)


def _tell(out: Path, result: Result) -> None:
    results.add(out, result)
    _say(f"{result.outcome:16} {result.seconds:6.1f} {result.mutant} {result.by}")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
