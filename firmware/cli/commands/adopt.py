"""`croupier adopt`: the journal of a stick, continued by this device."""

import os
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from shlex import quote
from typing import Final

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.types import FolderPath, PlainName, SocketPath
from firmware.cli.commands.console import ACCOUNTS_DIRECTORY
from firmware.cli.commands.progress import RecordProgress
from firmware.cli.commands.signed_files import STATE_DIRECTORY
from firmware.cli.commands.status import CONFIG_FILE, REAL_TABLE
from firmware.cli.commands.stick_account import stick_lines
from firmware.cli.serving.ordered_adoption import restore_packs
from firmware.cli.serving.stick_report import stick_words
from firmware.console.access.account_backup import read_account_backup
from firmware.console.access.account_book import AccountBook
from firmware.console.access.accounts import ACCOUNTS_FILE, Accounts
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.backup.accounts_folder import accounts_folder
from firmware.shell.backup.adoption import AdoptingDevice, check_adoption, restored_places
from firmware.shell.backup.adoption import adopt as adopt_stick
from firmware.shell.backup.backup import BACKUP_FILE
from firmware.shell.backup.port_rules import PORT_RULES, is_naming_ports, reload_rules
from firmware.shell.backup.restored_files import restore_file
from firmware.shell.backup.stick import Stick, read_stick
from firmware.shell.device.disks import STICK_FOLDER, STICK_LABEL, labelled_disks, mount_stick
from firmware.shell.device.service_users import (
    CONSOLE_USER,
    SERVICE_USER,
    acting_as,
    give_to,
)
from firmware.shell.evidence.pack_archive import FOLDER, read_archives
from firmware.shell.sockets.line_client import is_served
from firmware.shell.words.words import Words

JOURNAL: Final = "journal"
"""The usual name of the journal's folder on a stick."""
PRIVATE_FOLDER: Final = 0o700


def adopt(
    words: Words,
    table: PlainName | None = None,
    *,
    stick: FolderPath = STICK_FOLDER,
    config: Path = CONFIG_FILE,
    state: FolderPath = STATE_DIRECTORY,
    accounts: FolderPath = ACCOUNTS_DIRECTORY,
    socket: SocketPath | None = None,
) -> int:
    """Show whose journal a stick holds; with the table's name, go on with it on this device."""
    _check_machine(stick, state, socket)
    mount_stick(stick)
    read_archives([stick / JOURNAL])
    with RecordProgress(words.render(Text("adopt.progress"))) as progress:
        found = read_stick(stick, config, progress.record_read)
    words = stick_words(found, words.language)
    account_book = _account_book(found, words)
    print("\n".join(stick_lines(found, account_book, config, words)))
    device = AdoptingDevice(config, state)
    if check_adoption(found, device) is not None:
        _print_texts(words, [Text("adopt.own_empty", {"path": str(device.own_copy(found))})])
    if table is None:
        _print_texts(words, [Text("adopt.command", {"table": quote(found.table_name)})])
        return 0
    if table != found.table_name:
        raise RequestFailed(Text("adopt.other_name", {"given": table, "table": found.table_name}))
    _print_texts(words, _adopt(found, device, account_book, accounts))
    _print_texts(words, [Text("adopt.adopted", {"table": found.table_name})])
    return 0


def _check_machine(stick: Path, state: Path, socket: Path | None) -> None:
    """Raise CannotServe unless there is one stick at most, no service, and root at a real table."""
    if state == STATE_DIRECTORY and os.geteuid() != 0:
        raise CannotServe(Text("adopt.not_root"))
    if is_served(socket or REAL_TABLE.control_socket):
        raise CannotServe(Text("adopt.running"))
    disks = labelled_disks(STICK_LABEL) if stick == STICK_FOLDER else ()
    if len(disks) > 1:
        raise CannotServe(Text("adopt.two_sticks", {"disks": ", ".join(disks)}))


def _account_book(found: Stick, words: Words) -> AccountBook | None:
    """Return the accounts on the stick, if there are any that can be read."""
    accounts_path = _accounts_path(found)
    try:
        return read_account_backup(accounts_path)
    except RequestFailed:
        print(words.render(Text("adopt.bad_accounts", {"path": str(accounts_path)})))
        return None


def _adopt(
    found: Stick, device: AdoptingDevice, account_book: AccountBook | None, accounts: Path
) -> Iterator[Text]:
    """Take each step, as the user whose files are written; yield its words."""
    is_real = device.state_directory == STATE_DIRECTORY
    if is_real:
        _give_to_service(found, device)
        yield from _restore_port_rules(found.backup.port_rules if found.backup else b"")
    if account_book is not None:
        yield from _restore_accounts(account_book, accounts)
    with acting_as(SERVICE_USER) if is_real else nullcontext():
        restore_packs(found, device)
        yield from adopt_stick(found, device)


def _give_to_service(found: Stick, device: AdoptingDevice) -> None:
    """Have the stick's files, and those that are replaced, belong to this machine's users."""
    backup_path, accounts_path = found.folder / BACKUP_FILE, _accounts_path(found)
    give_to(SERVICE_USER, found.folder, found.copy, *found.copy.iterdir())
    packs_path = found.folder / FOLDER
    give_to(SERVICE_USER, *filter(Path.exists, [backup_path, packs_path, *packs_path.glob("*")]))
    give_to(CONSOLE_USER, *filter(Path.exists, [accounts_path.parent, accounts_path]))
    config_folder, places = device.config_path.parent, restored_places(found, device).values()
    replaced = {path for place in places for path in (place, place.parent) if path.exists()}
    give_to(SERVICE_USER, *(path for path in replaced if config_folder in path.parents))


def _restore_port_rules(rules: bytes) -> Iterator[Text]:
    if not is_naming_ports(rules):
        yield Text("adopt.odd_rules", {"path": str(PORT_RULES)})
    elif rules and restore_file(PORT_RULES, rules):
        reload_rules()
        yield Text("adopt.restored", {"path": str(PORT_RULES)})


def _restore_accounts(account_book: AccountBook, folder: Path) -> Iterator[Text]:
    if not folder.is_dir():
        folder.mkdir(PRIVATE_FOLDER, parents=True)
        give_to(CONSOLE_USER, folder)
    with acting_as(CONSOLE_USER) if folder == ACCOUNTS_DIRECTORY else nullcontext():
        if Accounts(folder).restore(account_book):
            yield Text("adopt.restored", {"path": str(folder / ACCOUNTS_FILE)})


def _accounts_path(found: Stick) -> Path:
    return accounts_folder(found.folder, found.journal.identity) / ACCOUNTS_FILE


def _print_texts(words: Words, texts: Iterable[Text]) -> None:
    for text in texts:
        print(words.render(text))
