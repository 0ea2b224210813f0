"""A result in words: what the table would show, and why the rest changes nothing."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from drivers.message_log import MessageRow, Outcome
from drivers.trace import DROP_REASONS
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.shell.conformance.event_notation import ReplayedEvent
from firmware.shell.conformance.line_result import Fate, LineResult, Reaction

OutcomeKind = Literal["event", "fault", "counted", "unknown", "dropped", "lost", "other"]

FATE_KEYS: Final[Mapping[Fate, str]] = {
    Fate.DELIVERED: "capture.fate.delivered",
    Fate.SENT: "capture.fate.sent",
    Fate.NOT_SENT: "capture.fate.not_sent",
    Fate.UNREAD: "capture.fate.unread",
    Fate.MASKED: "capture.fate.masked",
    Fate.PASSED: "capture.fate.passed",
}
DROP_KEYS: Final[Mapping[str, str]] = {
    "noise": "technician.dropped.noise",
    "malformed": "technician.dropped.malformed",
    "merged": "technician.dropped.merged",
    "too_long": "technician.dropped.too_long",
    "broken_off": "technician.dropped.broken_off",
    "bad_checksum": "technician.dropped.bad_checksum",
}
"""The words of why octets were dropped, by the reason in `DROP_REASONS`."""


class OutcomeWords(NamedTuple):
    """One thing that a line became."""

    kind: OutcomeKind
    words: Text


def outcomes(result: LineResult) -> tuple[OutcomeWords, ...]:
    """Return what a line became, the gravest first; one thing at least."""
    return tuple(_reaction_outcomes(result.reaction)) or (
        OutcomeWords("other", Text(FATE_KEYS[result.fate])),
    )


def counter_words(name: str, count: int) -> Text:
    """Return a counter of a driver's health, with the reason for which octets were dropped."""
    reason = DROP_KEYS.get(DROP_REASONS.get(name, ""))
    if reason is None:
        return Text("capture.outcome.counter", {"name": name, "count": str(count)})
    values: TextValues = {"name": name, "count": str(count), "why": Text(reason)}
    return Text("capture.outcome.dropped", values)


def _reaction_outcomes(reaction: Reaction) -> Iterator[OutcomeWords]:
    for message in reaction.unknown:
        values: TextValues = {"octets": message.octets, "what": message.description}
        yield OutcomeWords("unknown", Text("capture.outcome.unknown", values))
    yield from map(_event_outcome, reaction.events)
    if reaction.error:
        yield OutcomeWords("lost", Text("capture.outcome.lost", {"why": reaction.error}))
    for row, count in reaction.rows:
        yield _row_outcome(row, count)
    for name, count in reaction.counters.items():
        yield OutcomeWords("dropped", counter_words(name, count))


def _event_outcome(event: ReplayedEvent) -> OutcomeWords:
    values: TextValues = {"words": event.words, "notation": event.notation}
    if event.remedy is None:
        return OutcomeWords("event", Text("capture.outcome.event", values))
    key = "capture.outcome.fault_stops" if event.stops_deal else "capture.outcome.fault"
    return OutcomeWords("fault", Text(key, {**values, "remedy": event.remedy}))


def _row_outcome(row: MessageRow, count: int) -> OutcomeWords:
    values: TextValues = {
        "name": row.name if count == 1 else f"{row.name} ×{count}",
        "result": row.result,
    }
    if row.outcome is Outcome.COUNTED:
        return OutcomeWords("counted", Text("capture.outcome.counted", values))
    return OutcomeWords("counted", Text("capture.outcome.row", values))
