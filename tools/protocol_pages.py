"""Writes docs/reference/protocols/: each message of each protocol, and what becomes of it.

--check says if a page is stale. What a case of the corpus shows is found by replaying it.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import drivers.sas.message_table as sas
from drivers.message_log import Basis, MessageRow, Outcome
from firmware.cli.commands.conform_replays import SLOT_MACHINE
from firmware.shell.config.parts import PART_KINDS
from firmware.shell.conformance.replay_kinds import REPLAY_KINDS
from tests.kits.conformance.corpus import corpus_cases, corpus_files, replayed
from tools.made_pages import write_or_check

PAGES: Final = Path(__file__).parent.parent / "docs" / "reference" / "protocols"
INDEX: Final = "README.md"
NOTICE: Final = "Written by `python -m tools.protocol_pages` from the drivers' tables; don't edit."
INDEX_TEXT: Final = """\
Every message, state, flag and error that a driver's table defines, and what becomes of it: an
event, a fault, or nothing, with the reason. What no row defines is *unknown*: it is counted, its
octets are shown to the technician, and if a bet may depend on it the table stops. How to hold a
unit against its table: [conformance](../../en/parts/conformance.md).

*Stated*: by the maker or a standard. *Recorded*: seen in a recording of a real unit. *Unconfirmed*:
neither; a recording is welcome. *In a case*: shown by a case of `tests/conformance`, whose captures
every driver is tested with.
"""
COLUMNS: Final = (
    *("`part`", "rows", "event", "fault", "nothing"),
    *("stated", "recorded", "unconfirmed", "in a case"),
)
BECOMES: Final = {Outcome.EVENT: "event", Outcome.FAULT: "fault", Outcome.COUNTED: "nothing"}


class ProtocolTable(NamedTuple):
    """A protocol, the kinds of unit that speak it, and its rows."""

    words: tuple[str, ...]
    rows: tuple[MessageRow, ...]

    @property
    def page_name(self) -> str:
        """The name of its page: what its kinds have in common."""
        return f"{min(self.words, key=len).partition('-i2c')[0].removesuffix('-hsu')}.md"


def protocol_tables() -> list[ProtocolTable]:
    """Return the tables, in the order of the sections; several kinds may share one."""
    tables: dict[tuple[MessageRow, ...], dict[str, None]] = {}
    for kind in (kind for kinds in PART_KINDS.values() for kind in kinds):
        if kind.message_rows:
            tables.setdefault(kind.message_rows, {})[kind.word] = None
    tables[tuple(sas.ROWS)] = {SLOT_MACHINE: None}
    return [ProtocolTable(tuple(words), rows) for rows, words in tables.items()]


def pages() -> dict[str, str]:
    """Return every page by its name."""
    tables = protocol_tables()
    return {
        INDEX: "\n".join(_index_lines(tables)) + "\n",
        **{table.page_name: "\n".join(_table_lines(table)) + "\n" for table in tables},
    }


@cache
def _shown_rows() -> dict[str, set[str]]:
    """Return the rows that the corpus shows, by the word of the kind."""
    shown: dict[str, set[str]] = {}
    for case in corpus_cases():
        kind = REPLAY_KINDS.get(case.kind)
        rows_of_kind = shown.setdefault(kind.word if kind else case.kind, set())
        rows_of_kind.update(replayed(case).summary.row_counts)
    return shown


def _shown(table: ProtocolTable) -> set[str]:
    return set().union(*(_shown_rows().get(word, set()) for word in table.words))


def _index_lines(tables: list[ProtocolTable]) -> Iterator[str]:
    yield from ("# Protocols, message by message", "", NOTICE, "", INDEX_TEXT)
    yield f"| {' | '.join(COLUMNS)} |"
    yield f"| --- |{' ---: |' * (len(COLUMNS) - 1)}"
    for table in tables:
        words = ", ".join(f"`{word}`" for word in table.words)
        counts = " | ".join(map(str, _counts(table)))
        yield f"| [{words}]({table.page_name}) | {counts} |"
    totals = [sum(column) for column in zip(*map(_counts, tables), strict=True)]
    yield f"| **all** | {' | '.join(map(str, totals))} |"
    case_count = sum(len(device["cases"]) for device in corpus_files().values())
    yield from ("", f"The corpus has {case_count} cases in {len(corpus_files())} files.")


def _counts(table: ProtocolTable) -> list[int]:
    outcomes = Counter(row.outcome for row in table.rows)
    bases = Counter(row.basis for row in table.rows)
    return [
        len(table.rows),
        *(outcomes[outcome] for outcome in Outcome),
        *(bases[basis] for basis in Basis),
        len({row.name for row in table.rows} & _shown(table)),
    ]


def _table_lines(table: ProtocolTable) -> Iterator[str]:
    words = ", ".join(f"`{word}`" for word in table.words)
    count, event, fault, nothing, _, _, unconfirmed, shown = _counts(table)
    yield from (f"# {words}", "", NOTICE, "")
    yield f"{count} rows: {event} become an event, {fault} a fault, {nothing} nothing;"
    yield f"{unconfirmed} are unconfirmed, {shown} are in a case of the corpus."
    sources = list(dict.fromkeys(row.source for row in table.rows))
    yield from ("", "| message | becomes | | basis | source | case |")
    yield "| --- | --- | --- | --- | ---: | :-: |"
    in_cases = _shown(table)
    for row in table.rows:
        case = "✓" if row.name in in_cases else ""
        result = _cell(row.result) if row.outcome is Outcome.COUNTED else f"`{row.result}`"
        source = sources.index(row.source) + 1
        becomes = BECOMES[row.outcome]
        yield f"| `{_cell(row.name)}` | {becomes} | {result} | {row.basis} | {source} | {case} |"
    yield from ("", "Sources:", "")
    yield from (f"{number}. {source}" for number, source in enumerate(sources, start=1))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main(arguments: list[str]) -> int:
    """Write the pages, or say which are stale."""
    made = {PAGES / name: text for name, text in pages().items()}
    if "--check" not in arguments:
        for old_page in PAGES.glob("*.md"):
            old_page.unlink()
    return write_or_check(made, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
