"""The findings of a verification of sealed days, and their words."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from firmware.core.vocabulary.panel import Text, TextValues

FindingKind = Literal[
    "not_sealed",
    "previous",
    "unentered",
    "missing_day",
    "other_file",
    "journal",
    "fact",
    "record",
    "takings",
    "hours",
    "meters",
    "corrections",
    "form",
    "late_form",
    "sittings",
    "grants",
    "late",
    "archived",
]
FINDING_KEYS: Final[Mapping[FindingKind, str]] = {
    "not_sealed": "floor.day.finding.not_sealed",
    "previous": "floor.day.finding.previous",
    "unentered": "floor.day.finding.unentered",
    "missing_day": "floor.day.finding.missing_day",
    "other_file": "floor.day.finding.other_file",
    "journal": "floor.day.finding.journal",
    "fact": "floor.day.finding.fact",
    "record": "floor.day.finding.record",
    "takings": "floor.day.finding.takings",
    "hours": "floor.day.finding.hours",
    "meters": "floor.day.finding.meters",
    "corrections": "floor.day.finding.corrections",
    "form": "floor.day.finding.form",
    "late_form": "floor.day.finding.late_form",
    "sittings": "floor.day.finding.sittings",
    "grants": "floor.day.finding.grants",
    "late": "floor.day.finding.late",
    "archived": "floor.day.finding.archived",
}
UNPROVEN: Final[frozenset[FindingKind]] = frozenset({"archived", "late", "late_form"})
"""Findings that contradict nothing: something can't be verified here, or has come since."""


class DayFinding(NamedTuple):
    """Something that is not as it was sealed, in the file of that name."""

    name: str
    kind: FindingKind
    values: TextValues

    @property
    def text(self) -> Text:
        return Text(FINDING_KEYS[self.kind], {"day": self.name, **self.values})
