"""The incidents of a tournament, for its final report."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

import msgspec

from firmware.core.tournament import acts
from firmware.core.tournament.rulings import (
    ActCorrected,
    PaymentDue,
    PaymentRefunded,
    PrizeCorrected,
)
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.rulings import Ruling
from firmware.tournament.ruling_text import correction_text, duration_text, ruling_texts

INCIDENT_TEXTS: Final = {
    acts.PauseClock: Text("hall.incident.paused"),
    acts.ResumeClock: Text("hall.incident.resumed"),
    acts.CancelTournament: Text("hall.incident.void"),
}
PROCEEDS_SHORT: Final = Text("hall.proceeds")


class Incident(msgspec.Struct, frozen=True, rename={"wall_time": "wall", "description": "what"}):
    """An incident for the final report, and its time."""

    wall_time: str
    description: Text

    @property
    def local_time(self) -> str:
        """The time of the incident, in local time."""
        return datetime.fromisoformat(self.wall_time).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def note_text(note: acts.NoteIncident) -> Text:
    """Return a note in words, with the persons concerned and who noted it."""
    text = Text("hall.incident.note", {"note": note.description})
    if note.persons:
        values: TextValues = {"note": note.description, "who": ", ".join(note.persons)}
        text = Text("hall.incident.note_on", values)
    return (
        Text("hall.incident.signed", {"what": text, "by": note.noted_by}) if note.noted_by else text
    )


def absence_text(absence_s: int | None) -> Text:
    """Return the length of an absence in words."""
    if absence_s is None:
        return Text("hall.incident.back_unknown")
    return Text("hall.incident.back", {"span": duration_text(absence_s)})


def correction_incidents(rulings: Iterable[Ruling]) -> Iterator[Text]:
    """Yield a correction with its reason, then the money to settle by it."""
    for ruling in rulings:
        if isinstance(ruling, ActCorrected):
            values: TextValues = {"what": correction_text(ruling), "why": ruling.reason}
            yield Text("hall.incident.corrected", values)
        elif isinstance(ruling, PaymentDue | PaymentRefunded | PrizeCorrected):
            yield from ruling_texts((ruling,))
