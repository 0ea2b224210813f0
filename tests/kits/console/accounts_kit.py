"""Accounts of two people, on a clock that the test turns."""

from pathlib import Path

import pytest

from firmware.console.access.accounts import Accounts
from firmware.console.access.backoff import MAX_WAIT_MS
from firmware.console.access.passphrases import HashCost
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.requests import Person

CHEAP = HashCost(memory_kib=8, passes=1, lanes=1)
BEA, MAX = Person("bea", "technician"), Person("max", "supervisor")
RIGHT, WRONG = "un sabot de huit jeux", "un sabot de six jeux"
NOON = 43_200_000
LONGEST_S = MAX_WAIT_MS // 1000


class Watch:
    def __init__(self, now: int = NOON) -> None:
        self.ms = now

    def __call__(self) -> int:
        return self.ms


def opened(path: Path, watch: Watch | None = None) -> Accounts:
    return Accounts(path, watch or Watch(), CHEAP)


def why(accounts: Accounts, name: str = "bea", passphrase: str = WRONG) -> Text:
    with pytest.raises(RequestFailed) as refused:
        accounts.authenticate(name, passphrase)
    return refused.value.why


def waits(accounts: Accounts, name: str = "bea", passphrase: str = WRONG) -> int:
    said = why(accounts, name, passphrase)
    return int(str(said.values["seconds"])) if said.key == "console.wait" else 0


def guess(accounts: Accounts, watch: Watch, times: int, name: str = "bea") -> None:
    """Make that many wrong tries, each as soon as it is allowed."""
    for _ in range(times):
        if seconds := waits(accounts, name):
            watch.ms += seconds * 1000
            assert why(accounts, name).key == "console.wrong"
