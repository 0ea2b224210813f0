"""Lines of the log as systemd's journal takes them: with fields to search by.

A line has CROUPIER_EVENT, the key of its message, the MESSAGE_ID that follows from it, and
CROUPIER_TABLE and CROUPIER_JOURNAL where it is about one. It has no other field: no amount, no card
and no person.
"""

import os
import socket
import sys
from collections.abc import Mapping
from typing import Final
from uuid import UUID, uuid5

from firmware.core.vocabulary.panel import Text

JOURNAL_SOCKET: Final = "/run/systemd/journal/socket"
EVENT_NAMESPACE: Final = UUID("2a6f0f3e-5d0b-4b0e-9d5e-6a0c3b3a7f41")
"""Message identities are version 5 UUIDs of the keys in it."""
FIELD_OF_VALUE: Final = {"table": "CROUPIER_TABLE", "journal": "CROUPIER_JOURNAL"}


def event_id(message_key: str) -> str:
    """Return the MESSAGE_ID of all lines with this key."""
    return uuid5(EVENT_NAMESPACE, message_key).hex


def journal_entry(text: Text, sentence: str) -> bytes:
    """Return a line in the journal's native protocol (systemd, JOURNAL_NATIVE_PROTOCOL)."""
    fields = {
        "MESSAGE": sentence,
        "MESSAGE_ID": event_id(text.key),
        "PRIORITY": "6",
        "SYSLOG_IDENTIFIER": "croupier",
        "CROUPIER_EVENT": text.key,
    }
    for value_name, field_name in FIELD_OF_VALUE.items():
        if isinstance(value := text.values.get(value_name), str):
            fields[field_name] = value
    return b"".join(_encoded_field(name, value) for name, value in fields.items())


def _encoded_field(name: str, value: str) -> bytes:
    octets = value.encode()
    # with its length, so that a newline in a value from outside begins no field
    return name.encode() + b"\n" + len(octets).to_bytes(8, "little") + octets + b"\n"


class JournalLog:
    """Writes to the journal if it has this process's output, else to the output."""

    def __init__(
        self, environment: Mapping[str, str] = os.environ, journal_socket: str = JOURNAL_SOCKET
    ) -> None:
        self._journal_socket = journal_socket
        self._is_journal = _is_journal(environment.get("JOURNAL_STREAM", ""))

    def write(self, text: Text, sentence: str) -> None:
        """Write a line, in words for people and with its fields for machines."""
        if not (self._is_journal and self._has_sent(journal_entry(text, sentence))):
            print(sentence, flush=True)  # noqa: T201

    def _has_sent(self, entry: bytes) -> bool:
        """Send an entry to the journal; False if it is too long, or none is there."""
        # lines are rare: a socket for each is no cost, and none is left open
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as journal:
            try:
                journal.sendto(entry, self._journal_socket)
            except OSError:
                return False
        return True


def _is_journal(device_and_inode: str) -> bool:
    """Return whether the standard output is the stream that systemd has named."""
    try:
        status = os.fstat(sys.stdout.fileno())
    except (OSError, ValueError):
        return False
    return device_and_inode == f"{status.st_dev}:{status.st_ino}"
