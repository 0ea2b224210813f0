"""The sample: mutants drawn once by a seed, and kept, so that the same are tried in any tree."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import msgspec

from tests.mutants.mutation import Mutant, is_told_apart, mutants, mutated
from tests.mutants.subjects import SUBJECTS, Subject

SAMPLE = Path(__file__).with_name("sample.jsonl")


def read() -> list[Mutant]:
    return msgspec.json.decode(
        b"[%b]" % b",".join(SAMPLE.read_bytes().split(b"\n")[:-1]), type=list[Mutant]
    )


def write(sample: list[Mutant]) -> None:
    SAMPLE.write_bytes(b"".join(msgspec.json.encode(mutant) + b"\n" for mutant in sample))


def draw(tree: Path, seed: int) -> list[Mutant]:
    """Draw of each subject as many mutants as it has coming, each at a place of its own."""
    return [mutant for subject in SUBJECTS for mutant in _drawn(tree, subject, seed)]


def _drawn(tree: Path, subject: Subject, seed: int) -> list[Mutant]:
    chance = Random(f"{subject.name} {seed}")
    places = defaultdict(list)
    for mutant in _all(tree, subject):
        places[mutant.path, mutant.line, mutant.column].append(mutant)
    order = chance.sample(list(places), len(places))
    found = (_one(tree, chance, places[place]) for place in order)
    drawn = islice((mutant for mutant in found if mutant is not None), subject.mutants)
    return sorted(drawn, key=lambda mutant: (mutant.path, mutant.line, mutant.column))


def _all(tree: Path, subject: Subject) -> Iterator[Mutant]:
    files = sorted({file for glob in subject.files for file in tree.glob(glob)})
    for file in files:
        path = file.relative_to(tree).as_posix()
        yield from mutants(subject.name, path, file.read_text(encoding="utf-8"))


def _one(tree: Path, chance: Random, there: list[Mutant]) -> Mutant | None:
    """Return one of the mutants of a place that changes the program."""
    for mutant in chance.sample(there, len(there)):
        source = (tree / mutant.path).read_text(encoding="utf-8")
        changed = mutated(tree, mutant)
        if changed is not None and is_told_apart(source, changed):
            return mutant
    return None
