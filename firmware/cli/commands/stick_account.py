"""The account of a stick that `croupier adopt` prints."""

from collections.abc import Iterator
from pathlib import Path

from firmware.cli.commands.status import status_text
from firmware.cli.serving.stick_report import (
    amount_texts,
    config_texts,
    journal_texts,
    last_status,
)
from firmware.console.access.account_book import AccountBook
from firmware.console.access.roles import people_text
from firmware.core.vocabulary.panel import Text
from firmware.shell.backup.stick import Stick
from firmware.shell.words.words import Words


def stick_lines(
    stick: Stick, account_book: AccountBook | None, config_path: Path, words: Words
) -> Iterator[str]:
    """Yield the lines of an account; `config_path` is the configuration of this device, if any."""
    yield from map(words.render, journal_texts(stick))
    if account_book is not None:
        people = people_text(account_book.accounts, words)
        yield words.render(Text("adopt.accounts", {"people": people}))
    yield from map(words.render, config_texts(stick, config_path))
    table_status = last_status(stick, words)
    yield status_text(table_status, words)
    yield from map(words.render, amount_texts(stick, table_status))
