"""Every case of the corpus becomes what its source says.

A file names its kind and its sources. A case names its source, and gives a capture, the options of
its unit, its cards and chips by the UID of their tags, the events in order, and how many messages
are unknown.
"""

from drivers.message_log import Basis
from firmware.cli.commands.conform_replays import replay_words
from firmware.shell.conformance.event_notation import ReplayedEvent
from tests.kits.conformance.corpus import CorpusCase, corpus_cases, corpus_files, replayed
from tests.kits.offenders import each

CASE_KEYS = {"name", "source", "section", "options", "cards", "chips", "capture", "results"}


@each("name", list(corpus_files()))
def test_a_file_names_its_kind_and_its_sources(name: str) -> None:
    device = corpus_files()[name]
    assert device.keys() == {"kind", "sources", "cases"}
    assert device["kind"] in replay_words()
    for source in device["sources"].values():
        assert source["title"]
        Basis(source["basis"])
    for case in device["cases"]:
        assert case.keys() <= CASE_KEYS | {"unknown"}
        assert case["source"] in device["sources"]
    names = [case["name"] for case in device["cases"]]
    assert len({*names}) == len(names)


@each("case", corpus_cases)
def test_a_case_becomes_what_its_source_says(case: CorpusCase) -> None:
    became, expected = replayed(case), case.content["results"]
    shown = [event.notation for event in became.events]
    assert len(shown) == len(expected), shown
    assert all(map(ReplayedEvent.matches, became.events, expected)), shown
    assert became.summary.unknown_total == case.content.get("unknown", 0)
