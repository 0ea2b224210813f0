"""Every case of the corpus: a file a device, with what its makers' papers and recordings say.

A file names its kind and its sources. A case names its source, and gives a capture, the options of
its unit, its cards and chips by the UID of their tags, the events in order, and how many messages
are unknown.
"""

import tomllib
from pathlib import Path
from typing import Any

from drivers.message_log import Basis
from drivers.tags.chip_registry import RegisteredChip
from drivers.tags.deck_registry import TaggedCard
from firmware.cli.commands.conform_replays import open_replay, replay_words
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.money import Cents
from firmware.shell.conformance.capture_file import read_captured_text
from firmware.shell.conformance.event_notation import ReplayedEvent
from firmware.shell.conformance.notices import Notices
from firmware.shell.conformance.unit_registries import Tags
from firmware.shell.words.words import Words
from tests.kits.offenders import each

CORPUS = Path(__file__).parent
CASE_KEYS = {
    "name",
    "source",
    "section",
    "options",
    "cards",
    "chips",
    "capture",
    "results",
    "unknown",
}
Case = dict[str, Any]


def corpus_files() -> list[Path]:
    return sorted(CORPUS.glob("*.toml"))


def corpus_cases() -> list[tuple[str, str, Case]]:
    return [
        (path.name, case["name"], {"kind": device["kind"], **case})
        for path in corpus_files()
        for device in [tomllib.loads(path.read_text(encoding="utf-8"))]
        for case in device["cases"]
    ]


def case_tags(case: Case) -> Tags:
    """Return the cards and chips of a case: `cards = {04A1… = "AS"}`, `chips = {E004… = 500}`."""
    return Tags(
        {
            bytes.fromhex(uid): TaggedCard(parse_card(name), "1", "capture")
            for uid, name in case.get("cards", {}).items()
        },
        {
            bytes.fromhex(uid): RegisteredChip(Cents(cents))
            for uid, cents in case.get("chips", {}).items()
        },
    )


def replayed(case: Case) -> tuple[list[ReplayedEvent], int]:
    """Return the events of a case, and how many messages were unknown."""
    lines = read_captured_text(case["capture"], Notices())
    replay = open_replay(
        case["kind"], lines, case.get("options", {}), Words.load("en"), case_tags(case)
    )
    results = list(replay.results())
    return (
        [event for result in results for event in result.reaction.events],
        sum(len(result.reaction.unknown) for result in results),
    )


@each("path", corpus_files)
def test_a_file_names_its_kind_its_sources_and_how_well_each_is_known(path: Path) -> None:
    device = tomllib.loads(path.read_text(encoding="utf-8"))
    assert device.keys() == {"kind", "sources", "cases"}
    assert device["kind"] in replay_words()
    for source in device["sources"].values():
        assert source["title"]
        Basis(source["basis"])
    for case in device["cases"]:
        assert case.keys() <= CASE_KEYS
        assert case["source"] in device["sources"]


@each("name, title, case", corpus_cases)
def test_a_case_becomes_what_its_source_says(name: str, title: str, case: Case) -> None:
    events, unknown_count = replayed(case)
    shown = [event.notation for event in events]
    expected = case["results"]
    assert len(events) == len(expected), shown
    assert all(map(ReplayedEvent.matches, events, expected)), shown
    assert unknown_count == case.get("unknown", 0)
