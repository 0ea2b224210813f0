"""The socket at which a table hears the keeper of its lot: whoever passes a message on."""

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.game.jackpot_link import JackpotLink
from firmware.core.vocabulary.jackpot import JackpotQuery, JackpotTermsReceived
from firmware.shell.jackpot.jackpot_inbox import JackpotInbox, JackpotRequirements, TrustedKeys
from firmware.shell.jackpot.jackpot_socket import JackpotSocket, deliver
from firmware.shell.jackpot.signed_messages import sign_message
from firmware.shell.trust.keys import public_octets
from firmware.shell.words.words import Words
from hal.ports import Millis
from tests.kits.floor.jackpots import GAME, JOURNAL, TERMS

KEEPER, ANNE, LUC, EVE = (Ed25519PrivateKey.generate() for _ in range(4))
ASK = JackpotQuery("table-7", "a nonce")


class Table:
    """A table's mail, and the path of its socket."""

    def __init__(self, path: Path) -> None:
        people = frozenset(public_octets(key).hex() for key in (ANNE, LUC))
        trusted = TrustedKeys(public_octets(KEEPER).hex(), people)
        self.mail = JackpotInbox(
            JackpotRequirements("grand", GAME, 0, 1, 100), trusted, ASK, JOURNAL, JackpotLink
        )
        self.path = path


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "lot")
    with closing(JackpotSocket(table.path, table.mail, Words.load("en"))):
        yield table


def test_client_gets_the_keeper_query(table: Table) -> None:
    assert deliver(table.path, None).ask == ASK


def test_fully_signed_message_is_taken(table: Table) -> None:
    assert deliver(table.path, sign_message(TERMS, KEEPER, ANNE, LUC)).why == ""
    (taken,) = table.mail.poll(Millis(0))
    assert isinstance(taken, JackpotTermsReceived)


@pytest.mark.parametrize("keys", [(), (KEEPER,), (KEEPER, ANNE), (ANNE, LUC), (EVE, ANNE, LUC)])
def test_partly_signed_message_refused(table: Table, keys: tuple[Ed25519PrivateKey, ...]) -> None:
    assert "is not signed as it must be" in deliver(table.path, sign_message(TERMS, *keys)).why
    assert table.mail.poll(Millis(0)) == []


@pytest.mark.parametrize("line", [b"nonsense\n", b"\xff\n", b"[" * 3000 + b"\n", b'{"x": 1}\n'])
def test_invalid_message_changes_nothing(table: Table, line: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(table.path))
        client.sendall(line)
        answer = client.makefile("rb").readline()
    assert b'"why":' in answer
    assert table.mail.poll(Millis(0)) == []
    assert deliver(table.path, None).ask == ASK
