"""The results of `croupier conform`, as text and as lines of JSON."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from rich.console import Console
from rich.text import Text as StyledText

from firmware.core.vocabulary.panel import Text
from firmware.shell.conformance.captured_line import render_octets
from firmware.shell.conformance.line_result import Fate, LineResult
from firmware.shell.conformance.result_runs import ResultRun, ResultRuns
from firmware.shell.conformance.result_words import OutcomeKind, counter_words, outcomes
from firmware.shell.conformance.summary import Summary
from firmware.shell.words.words import Words

SHOWN_OCTETS: Final = 48
"""Characters of a line's octets that are shown as text."""
STYLES: Final[Mapping[OutcomeKind, str]] = {
    "event": "green",
    "fault": "yellow",
    "counted": "",
    "unknown": "bold red",
    "dropped": "magenta",
    "lost": "bold yellow",
    "other": "dim",
}


class Account(NamedTuple):
    """What is known once the whole capture was replayed."""

    summary: Summary
    notices: tuple[Text, ...]
    unanswered: Counter[bytes]


class Output(Protocol):
    """Writes the results in one form."""

    def write_result(self, result: LineResult) -> None: ...

    def write_account(self, account: Account) -> None: ...


class TextOutput:
    """Prints a line for each, equal ones in a row as one; then the account."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._console = Console(highlight=False, soft_wrap=True)
        self._runs = ResultRuns()

    def write_result(self, result: LineResult) -> None:
        """Print the run of equal lines before this one, if it ends here."""
        if run := self._runs.add(result):
            self._print_run(run)

    def write_account(self, account: Account) -> None:
        """Print the rest, and the account."""
        if run := self._runs.end():
            self._print_run(run)
        self._console.print()
        for title, rows in account_sections(account, self._words):
            self._console.print(StyledText(title, "bold"))
            for row in rows:
                self._console.print(StyledText(f"  {row}"))

    def _print_run(self, run: ResultRun) -> None:
        head = f"{run.numbers:>11} {seconds(run.first):>10}  {line_text(run.first)}"
        for outcome in outcomes(run.first):
            shown = StyledText(f"{head:<{SHOWN_OCTETS + 28}} → ")
            shown.append(self._words.render(outcome.words), STYLES[outcome.kind])
            self._console.print(shown)
            head = ""


class JsonOutput:
    """Prints an object for each line, and one with the account."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def write_result(self, result: LineResult) -> None:
        """Print one result."""
        line, reaction = result.line, result.reaction
        record: dict[str, Any] = {"at_ms": result.at_ms, "fate": result.fate}
        if line is not None:
            record |= {"line": line.number, "direction": line.direction}
            record["octets"] = None if line.octets is None else line.octets.hex(" ").upper()
        if line is not None and line.address is not None:
            record["address"] = line.address
        if reaction:
            record |= {
                "words": [self._words.render(outcome.words) for outcome in outcomes(result)],
                "events": [event.notation for event in reaction.events],
                "rows": {row.name: count for row, count in reaction.rows},
                "unknown": [message._asdict() for message in reaction.unknown],
                "counters": dict(reaction.counters),
                "error": reaction.error,
            }
        _print_json(record)

    def write_account(self, account: Account) -> None:
        """Print the account."""
        summary = account.summary
        _print_json(
            {
                "lines": summary.line_count,
                "unknown": summary.unknown_total,
                "recognised": summary.is_recognised,
                "seen": dict(summary.row_counts),
                "never_seen": [row.name for row in summary.rows_never_seen],
                "events": dict(summary.event_counts),
                "counters": dict(summary.counters),
                "errors": dict(summary.errors),
                "unanswered": {
                    octets.hex(" ").upper(): count
                    for octets, count in account.unanswered.items()
                    if count
                },
                "notices": [{"key": each.key, **each.values} for each in account.notices],
            }
        )


def line_text(result: LineResult) -> str:
    """Return a line's direction and its octets, shortened."""
    line = result.line
    if line is None:
        return ""
    octets = render_octets(line.octets)
    shown = octets if len(octets) <= SHOWN_OCTETS else octets[: SHOWN_OCTETS - 1] + "…"
    address = "" if line.address is None else f"0x{line.address:02X} "
    return f"{line.direction:<3} {address}{shown}"


def seconds(result: LineResult) -> str:
    """Return when a line was replayed, in seconds."""
    return f"{result.at_ms / 1000:.3f}"


def account_sections(account: Account, words: Words) -> Iterator[tuple[str, list[str]]]:
    """Yield the account: titles, and the rows below each; none without rows but the first."""
    summary = account.summary
    verdict = Text(_verdict_key(summary), {"count": summary.unknown_count})
    line_count = Text("capture.account.lines", {"count": summary.line_count})
    yield words.render(verdict), [*map(words.render, (line_count, *account.notices))]
    for key, rows in _account_rows(account, words).items():
        if rows:
            yield words.render(Text(key, {"count": len(rows)})), rows


def _verdict_key(summary: Summary) -> str:
    if not summary.is_recognised:
        return "capture.account.other_unit"
    return "capture.account.conform" if summary.is_conform else "capture.account.unknown"


def _account_rows(account: Account, words: Words) -> Mapping[str, list[str]]:
    """Return the rows of each section, by the key of its title."""
    summary = account.summary
    unread_count = summary.fates[Fate.UNREAD]
    unread = Text("capture.account.lines", {"count": unread_count})
    return {
        "capture.account.messages_unknown": [
            f"{count} × {octets}  {description}"
            for (octets, description), count in summary.unknown_counts.items()
        ],
        "capture.account.errors": _counted(summary.errors),
        "capture.account.events": _counted(summary.event_counts),
        "capture.account.seen": [
            f"{summary.row_counts[row.name]} × {row.name} → {row.result}"
            for row in summary.rows_seen
        ],
        "capture.account.counters": [
            words.render(counter_words(name, count)) for name, count in summary.counters.items()
        ],
        "capture.account.unanswered": [
            f"{count} × {render_octets(octets)}"
            for octets, count in account.unanswered.items()
            if count > 0
        ],
        "capture.account.unread": [words.render(unread)] if unread_count else [],
        "capture.account.never_seen": [row.name for row in summary.rows_never_seen],
    }


def _counted(counts: Counter[str]) -> list[str]:
    return [f"{count} × {name}" for name, count in counts.most_common()]


def _print_json(record: Mapping[str, Any]) -> None:
    print(msgspec.json.encode(record).decode())
