"""The folder of each journal behind its last checked record: the next check goes on from there.

A memory alone: a ledger that has none reads the last two shoes again, as a new one does.
"""

from typing import Final

from firmware.floor.ledger.record_folder import RecordFolder

MAX_FOLDERS: Final = 1024
"""The most journals whose folders are remembered: more than a floor has tables."""


class FolderMemory:
    """Folders by journal. One counts only where the database says that exactly its records are
    checked: another ledger may have gone on, or a transaction may not have been committed.
    """

    def __init__(self) -> None:
        self._folders: dict[str, RecordFolder] = {}
        self._uncommitted: dict[str, RecordFolder] = {}

    def take(self, journal: str, checked_number: int) -> RecordFolder | None:
        """Return the folder that has read the records up to this number, and nothing more."""
        folder = self._folders.pop(journal, None)
        return folder if folder and folder.next_number == checked_number + 1 else None

    def put(self, journal: str, folder: RecordFolder) -> None:
        """Remember a folder once the transaction is committed."""
        self._uncommitted[journal] = folder

    def forget(self, journal: str) -> None:
        """Have the next check of a journal begin anew, and look whether it is in doubt."""
        self._folders.pop(journal, None)

    def begin(self) -> None:
        """Forget the folders of a transaction that was not committed."""
        self._uncommitted.clear()

    def commit(self) -> None:
        self._folders |= self._uncommitted
        self._uncommitted.clear()
        for journal in [*self._folders][: max(0, len(self._folders) - MAX_FOLDERS)]:
            del self._folders[journal]
