"""Accounts: who may log in, by which passphrase, and that nothing secret is kept or said."""

import threading
from pathlib import Path
from unicodedata import normalize

import pytest
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.console.access import passphrases
from firmware.console.access.accounts import ACCOUNTS_FILE, Accounts
from firmware.console.access.backoff import MAX_WAIT_MS
from firmware.console.access.passphrases import (
    HASH_COST,
    MAX_LENGTH,
    MIN_LENGTH,
    HashCost,
    hash_passphrase,
    unmatchable_hash,
    verify_passphrase,
)
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.requests import Person
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from tests.kits.console.accounts_kit import (
    BEA,
    CHEAP,
    LONGEST_S,
    MAX,
    RIGHT,
    WRONG,
    Watch,
    guess,
    opened,
    waits,
    why,
)
from tests.kits.examples import examples

SECRETS = st.text(min_size=MIN_LENGTH, max_size=MAX_LENGTH).filter(lambda s: not s.isascii())


# who gets in


@pytest.mark.clause("AGCO 17.1.3")
def test_no_accounts_at_first(tmp_path: Path) -> None:
    accounts = opened(tmp_path)
    assert accounts.is_empty
    assert not accounts.account_names()
    assert why(accounts, passphrase=RIGHT).key == "console.wrong"


def test_right_passphrase_logs_in(accounts: Accounts) -> None:
    assert accounts.authenticate("bea", RIGHT) == BEA
    assert accounts.authenticate("max", RIGHT + "!") == MAX


@pytest.mark.parametrize("name", ["bea", "max", "nobody", "", "é" * 400, "\udcff", "@terminal"])
def test_every_failure_answers_alike(accounts: Accounts, name: str) -> None:
    assert why(accounts, name) == Text("console.wrong", {})


def test_unknown_name_costs_as_much() -> None:
    decoy, real = (
        unmatchable_hash(HASH_COST).split("$"),
        hash_passphrase(RIGHT, HASH_COST).split("$"),
    )
    assert decoy[:4] == real[:4] == ["", "argon2id", "v=19", "m=32768,t=3,p=1"]
    assert [len(field) for field in decoy] == [len(field) for field in real]
    assert not verify_passphrase(RIGHT, unmatchable_hash(CHEAP))


def test_one_hashing_runs_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    phc = hash_passphrase(RIGHT, HashCost(memory_kib=4096, passes=1, lanes=1))
    running: list[int] = []
    most: list[int] = []

    class Counted:
        @staticmethod
        def verify_phc_encoded(octets: bytes, of: str) -> None:
            running.append(1)
            most.append(len(running))
            Argon2id.verify_phc_encoded(octets, of)
            running.pop()

    monkeypatch.setattr(passphrases, "Argon2id", Counted)
    threads = [threading.Thread(target=verify_passphrase, args=(RIGHT, phc)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 8


@settings(max_examples=examples(15, 100))
@given(SECRETS)
def test_passphrase_is_normalized(secret: str) -> None:
    secret = secret.encode("utf-8", "replace").decode()
    phc = hash_passphrase(normalize("NFD", secret), CHEAP)
    assert verify_passphrase(normalize("NFC", secret), phc)
    assert not verify_passphrase(secret + "x", phc)


def test_endless_passphrase_is_wrong(accounts: Accounts) -> None:
    assert why(accounts, passphrase="x" * 10_000_000).key == "console.wrong"
    assert accounts.authenticate("bea", RIGHT) == BEA


# which passphrases


@pytest.mark.parametrize(
    ("passphrase", "key"),
    [
        ("x1" * 5 + "x", "length"),
        ("x1" * 65, "length"),
        ("a" * 12, "guessed"),
        ("Aa" * 6, "guessed"),
        ("Beatrice.of.the.house", "guessed"),
        ("un sabot\nde huit jeux", "unseen"),
        ("un sabot\x1b[2Jde huit", "unseen"),
        ("un sabot de huit \udcff", "unseen"),
    ],
)
def test_unsuitable_passphrase_refused(accounts: Accounts, passphrase: str, key: str) -> None:
    with pytest.raises(RequestFailed) as refused:
        accounts.add_account(Person("beatrice.of.the.house", "auditor"), passphrase)
    assert refused.value.why.key == f"console.people.{key}"
    assert accounts.account_names() == ("bea", "max")


@pytest.mark.parametrize("passphrase", ["x1" * 6, "x1" * 64, "école à noël", "🂡" * 11 + "x"])
def test_any_other_passphrase_accepted(accounts: Accounts, passphrase: str) -> None:
    accounts.change_passphrase("bea", passphrase)
    assert accounts.authenticate("bea", passphrase) == BEA


def test_changed_passphrase_replaces(accounts: Accounts) -> None:
    accounts.change_passphrase("bea", WRONG)
    assert why(accounts, passphrase=RIGHT).key == "console.wrong"
    assert accounts.authenticate("bea", WRONG) == BEA


# the file


def test_file_is_private(accounts: Accounts, tmp_path: Path) -> None:
    accounts.authenticate("bea", RIGHT)
    assert (tmp_path / ACCOUNTS_FILE).stat().st_mode & 0o777 == 0o600
    assert [found.name for found in tmp_path.iterdir()] == [ACCOUNTS_FILE]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        lambda data: b"",
        lambda data: b"\xff" + data[1:],
        lambda data: data.replace(b'"technician"', b'"owner"'),
        lambda data: data.replace(b"$argon2id$", b"$argon2i$"),
        lambda data: data.replace(b'"max"', b'"bea"'),
        lambda data: data.replace(b"accounts 1", b"accounts 9"),
    ],
)
def test_damaged_file_admits_nobody(accounts: Accounts, tmp_path: Path, damage: object) -> None:
    path = tmp_path / ACCOUNTS_FILE
    data = damage(path.read_bytes())  # type: ignore[operator]
    path.write_bytes(data)
    for act in (
        lambda: accounts.authenticate("bea", RIGHT),
        lambda: accounts.add_account(Person("eve", "technician"), RIGHT),
        lambda: accounts.change_passphrase("bea", RIGHT),
        lambda: accounts.remove_account("max"),
        lambda: accounts.is_empty,
    ):
        with pytest.raises(RequestFailed) as refused:
            act()
        assert refused.value.why == Text("console.people.damaged", {"path": str(path)})
    assert path.read_bytes() == data


def test_full_disk_still_counts_tries(accounts: Accounts, watch: Watch, tmp_path: Path) -> None:
    (tmp_path / f"{ACCOUNTS_FILE}.half").mkdir()
    assert accounts.authenticate("bea", RIGHT) == BEA
    guess(accounts, watch, 30)
    assert waits(accounts) == LONGEST_S
    with pytest.raises(RequestFailed) as refused:
        accounts.change_passphrase("bea", WRONG)
    assert refused.value.why.key == "console.people.unwritten"
    (tmp_path / f"{ACCOUNTS_FILE}.half").rmdir()
    watch.ms += MAX_WAIT_MS
    why(accounts)
    assert waits(opened(tmp_path, watch)) == LONGEST_S


def test_missing_folder_admits_nobody(tmp_path: Path) -> None:
    assert why(opened(tmp_path / "away")).key == "console.people.no_folder"


# names


@pytest.mark.parametrize("name", ["", "b", "Bea", "1bea", "b e a", "bea\n", "é", "x" * 33, "@bea"])
def test_account_has_a_plain_name(accounts: Accounts, name: str) -> None:
    with pytest.raises(RequestFailed) as refused:
        accounts.add_account(Person(name, "auditor"), RIGHT)
    assert refused.value.why.key == "console.people.name"


@pytest.mark.clause("AGCO EGD 12.1.1")
def test_name_is_taken_once(accounts: Accounts) -> None:
    for act in (lambda: accounts.add_account(BEA, RIGHT), lambda: accounts.check_name_free("bea")):
        with pytest.raises(RequestFailed) as refused:
            act()
        assert refused.value.why.key == "console.people.taken"


def test_last_technician_never_removed(accounts: Accounts) -> None:
    with pytest.raises(RequestFailed) as refused:
        accounts.remove_account("bea")
    assert refused.value.why.key == "console.people.last_technician"
    accounts.add_account(Person("ann", "technician"), RIGHT)
    accounts.remove_account("bea")
    assert accounts.account_names() == ("max", "ann")
    assert why(accounts, passphrase=RIGHT).key == "console.wrong"


def test_unknown_account_is_not_changed(accounts: Accounts) -> None:
    for act in (
        lambda: accounts.remove_account("eve"),
        lambda: accounts.change_passphrase("eve", RIGHT),
    ):
        with pytest.raises(RequestFailed) as refused:
            act()
        assert refused.value.why.key == "console.people.nobody"


# nothing secret


def test_no_secret_is_revealed(
    accounts: Accounts, watch: Watch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    secrets = [RIGHT, WRONG, "typed.as.a.name"]
    said = [
        repr(why(accounts)),
        repr(why(accounts, "typed.as.a.name")),
        repr(accounts.list_accounts()),
    ]
    with pytest.raises(RequestFailed) as refused:
        accounts.add_account(BEA, RIGHT)
    said += [repr(refused.value), str(refused.value.args), repr(vars(accounts))]
    assert refused.value.__cause__ is None
    said += [found.read_text() for found in tmp_path.iterdir()]
    said += capfd.readouterr()
    assert not [(secret, text) for secret in secrets for text in said if secret in text]


def test_no_repr_shows_the_hash(accounts: Accounts) -> None:
    assert "argon2id" not in repr(accounts._read_book())


@pytest.mark.parametrize("language", languages_with("console"))
def test_every_refusal_has_words(language: str) -> None:
    words = Words.load(language)
    assert words.render(Text("console.wait", {"seconds": "60"}))
    assert "accounts.json" in words.render(
        Text("console.people.damaged", {"path": "/var/lib/croupier-console/accounts.json"})
    )
