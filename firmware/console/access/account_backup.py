"""The accounts' backup on the stick: what is stored of each, hashes and roles, without the tries.

The console writes it into a folder that the service makes for it and can't read in. Nobody signs
it: the person who restores it compares the names.
"""

import logging
from pathlib import Path
from typing import Final

import msgspec

from firmware.console.access.account_book import FILE_KIND, AccountBook
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.backup.restored_files import restore_file
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.device.run_within import run_within

OWNER_ONLY_MODE: Final = 0o600
PATIENCE_S: Final = 2.0
"""How long a console waits for the stick: it must also serve where the stick is dying."""

log = logging.getLogger(__name__)


def back_up_accounts(account_book: AccountBook, path: Path) -> None:
    """Write the accounts, unless they are there already; if they can't be, only log it.

    A book without accounts is of a card that was just begun, and replaces nothing.
    """
    if account_book.accounts and path.parent.is_dir():
        run_within(PATIENCE_S, lambda: _write_logged(account_book, path))


def read_account_backup(path: Path) -> AccountBook | None:
    """Return the accounts, None if there are none. Raises OSError, RequestFailed if damaged."""
    try:
        account_book = msgspec.json.decode(path.read_bytes(), type=AccountBook)
    except FileNotFoundError:
        return None
    except ValueError:
        account_book = AccountBook(kind="")
    if account_book.kind != FILE_KIND:
        raise RequestFailed(Text("console.people.damaged", {"path": str(path)}))
    return account_book if account_book.accounts else None


def accounts_text(account_book: AccountBook) -> bytes:
    """Return the text of a file with these accounts, without the tries."""
    untried = msgspec.structs.replace(account_book, tries={})
    return msgspec.json.format(msgspec.json.encode(untried), indent=1) + b"\n"


def _write_logged(account_book: AccountBook, path: Path) -> None:
    try:
        _write(account_book, path)
    except (OSError, RequestFailed) as error:
        log.warning("%s: %s", path, error)


def _write(account_book: AccountBook, path: Path) -> None:
    text, present_book = accounts_text(account_book), read_account_backup(path)
    # the salt tells the accounts of one card from those of the card before
    if present_book is not None and present_book.salt != account_book.salt:
        restore_file(path, text, OWNER_ONLY_MODE)
    elif present_book is None or accounts_text(present_book) != text:
        write_atomically(path, text, OWNER_ONLY_MODE)
