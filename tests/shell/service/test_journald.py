"""Lines of the log in the journal's native protocol: fields to search by, and no other."""

import os
import socket
from contextlib import closing
from pathlib import Path

import pytest

from firmware.core.vocabulary.panel import Text
from firmware.shell.service.journald import JournalLog, event_id, journal_entry

LINE = Text("floor.alarm.cut", {"table": "TBL-7", "journal": "aa", "place": "3", "cents": 100})


def fields_of(entry: bytes) -> dict[str, str]:
    """Read an entry as systemd does (JOURNAL_NATIVE_PROTOCOL)."""
    fields = {}
    while entry:
        name, _, entry = entry.partition(b"\n")
        length = int.from_bytes(entry[:8], "little")
        fields[name.decode()] = entry[8 : 8 + length].decode()
        assert entry[8 + length : 9 + length] == b"\n"
        entry = entry[9 + length :]
    return fields


def test_table_and_event_are_fields() -> None:
    assert fields_of(journal_entry(LINE, "gap")) == {
        "MESSAGE": "gap",
        "MESSAGE_ID": event_id("floor.alarm.cut"),
        "PRIORITY": "6",
        "SYSLOG_IDENTIFIER": "croupier",
        "CROUPIER_EVENT": "floor.alarm.cut",
        "CROUPIER_TABLE": "TBL-7",
        "CROUPIER_JOURNAL": "aa",
    }


def test_identity_of_an_event_stays() -> None:
    # people search their journals by it: it must not change with a version
    assert event_id("floor.lost") == "3fba40d991235d6993ec63c948b3d056"


def test_newline_begins_no_field() -> None:
    entry = journal_entry(Text("floor.lost", {"table": "x\nPRIORITY=0"}), "a\nPRIORITY=1\nb")
    fields = fields_of(entry)
    assert (fields["PRIORITY"], fields["CROUPIER_TABLE"]) == ("6", "x\nPRIORITY=0")


def test_journal_has_lines_of_its_stream(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "journal")
    status = os.fstat(1)
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as journal:
        journal.bind(path)
        stream = {"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}
        with pytest.MonkeyPatch.context() as patched, open(1, "w", closefd=False) as output:
            patched.setattr("sys.stdout", output)
            JournalLog(stream, path).write(LINE, "gap")
            assert fields_of(journal.recv(4096))["MESSAGE"] == "gap"
            JournalLog({}, path).write(LINE, "printed")
            JournalLog(stream, str(tmp_path / "none")).write(LINE, "not lost")
    assert capfd.readouterr().out == "printed\nnot lost\n"
