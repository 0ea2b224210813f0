"""The folder of each journal behind its last checked record: the next check continues there.

A memory alone: a ledger that has none reads the last two shoes again, as a new one does.
"""

from firmware.floor.journal_memory import JournalMemory
from firmware.floor.ledger.record_folder import RecordFolder


class FolderMemory(JournalMemory[RecordFolder]):
    """Folders by journal. One counts only where the database says that exactly its records are
    checked: another ledger may have gone on, or a transaction may not have been committed.
    """

    def take_at(self, journal: str, checked_number: int) -> RecordFolder | None:
        """Return the folder that has read the records up to this number, and nothing more."""
        folder = self.take(journal)
        return folder if folder and folder.next_number == checked_number + 1 else None

    def forget(self, journal: str) -> None:
        """Have the next check of a journal start over, and look whether it is in doubt."""
        self.take(journal)
