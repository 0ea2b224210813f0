"""What the journal found and mended, as words."""

from firmware.core.panel import Text
from firmware.shell.journal import (
    CopyLost,
    CopyRepaired,
    Finding,
    JournalBegun,
    TailCut,
    TailUnacknowledged,
)


def words_of(finding: Finding) -> Text:
    """Return a finding as a technician is told it."""
    match finding:
        case JournalBegun():
            return Text("journal.begun")
        case CopyRepaired(copy, records):
            return Text("journal.repaired", {"copy": copy, "records": records})
        case TailUnacknowledged(records):
            return Text("journal.unacknowledged", {"records": records})
        case TailCut(copy, octets):
            return Text("journal.cut", {"copy": copy, "octets": octets})
        case CopyLost(copy, reason):
            return Text("journal.lost", {"copy": copy, "reason": reason})
