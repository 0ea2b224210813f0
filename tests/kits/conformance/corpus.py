"""The corpus of conformance: a file a device, with what its makers' papers and recordings say."""

import tomllib
from functools import cache
from typing import Any, NamedTuple

from drivers.tags.chip_registry import RegisteredChip
from drivers.tags.deck_registry import TaggedCard
from firmware.cli.commands.conform_replays import open_replay
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.money import Cents
from firmware.shell.conformance.capture_file import read_captured_text
from firmware.shell.conformance.event_notation import ReplayedEvent
from firmware.shell.conformance.notices import Notices
from firmware.shell.conformance.summary import Summary
from firmware.shell.conformance.unit_registries import Tags
from firmware.shell.words.words import Words
from tests.kits.paths import ROOT

CORPUS = ROOT / "tests" / "conformance"
Document = dict[str, Any]


class CorpusCase(NamedTuple):
    """A case, and the kind of its file."""

    file: str
    kind: str
    content: Document

    def __repr__(self) -> str:
        return f"{self.file}: {self.content['name']}"


class Replayed(NamedTuple):
    """What a case became."""

    events: tuple[ReplayedEvent, ...]
    summary: Summary


@cache
def corpus_files() -> dict[str, Document]:
    """Return the files by name."""
    return {
        path.name: tomllib.loads(path.read_text(encoding="utf-8"))
        for path in sorted(CORPUS.glob("*.toml"))
    }


def corpus_cases() -> list[CorpusCase]:
    """Return every case."""
    return [
        CorpusCase(name, device["kind"], case)
        for name, device in corpus_files().items()
        for case in device["cases"]
    ]


def replayed(case: CorpusCase) -> Replayed:
    """Replay a case to the driver of its unit."""
    lines = read_captured_text(case.content["capture"], Notices())
    options = case.content.get("options", {})
    replay = open_replay(case.kind, lines, options, Words.load("en"), case_tags(case.content))
    summary, events = Summary(replay.rows), []
    for result in replay.results():
        summary.note(result)
        events += result.reaction.events
    return Replayed(tuple(events), summary)


def case_tags(content: Document) -> Tags:
    """Return the cards and chips of a case: `cards = {04A1… = "AS"}`, `chips = {E004… = 500}`."""
    return Tags(
        {
            bytes.fromhex(uid): TaggedCard(parse_card(name), "1", "capture")
            for uid, name in content.get("cards", {}).items()
        },
        {
            bytes.fromhex(uid): RegisteredChip(Cents(cents))
            for uid, cents in content.get("chips", {}).items()
        },
    )
