"""Whoever guesses passphrases waits ever longer, and keeps nobody else waiting."""

import json
import multiprocessing
import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.console.access.accounts import ACCOUNTS_FILE, Accounts
from firmware.console.access.address_tries import MAX_ADDRESSES, AddressTries
from firmware.console.access.backoff import FREE_TRIES, MAX_WAIT_MS, Backoff
from firmware.core.vocabulary.refusal import RequestFailed
from tests.kits.console.accounts_kit import (
    BEA,
    LONGEST_S,
    MAX,
    NOON,
    RIGHT,
    WRONG,
    Watch,
    guess,
    opened,
    waits,
    why,
)
from tests.kits.examples import examples


def answer(accounts: Accounts, name: str, passphrase: str, address: str = "") -> str | int:
    """Say whether one got in, was wrong, or how many seconds he has to wait."""
    try:
        accounts.authenticate(name, passphrase, address)
    except RequestFailed as refused:
        seconds = refused.why.values.get("seconds")
        return int(str(seconds)) if seconds else refused.why.key.removeprefix("console.")
    return "in"


@pytest.mark.clause("Practice lock-out")
@pytest.mark.parametrize(
    ("failures", "seconds"),
    [
        (0, 0),
        (3, 0),
        (4, 1),
        (5, 2),
        (6, 4),
        (7, 8),
        (8, 16),
        (9, 32),
        (13, 512),
        (14, 900),
        (15, 900),
    ],
)
def test_wait_doubles_after_three_tries(failures: int, seconds: int) -> None:
    assert Backoff(failures, NOON).remaining_wait_ms(NOON) == seconds * 1000


@settings(max_examples=examples(20, 60))
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["bea", "nobody"]),
            st.booleans(),
            st.integers(-(10**7), 10**7) | st.integers(0, 3_000),
            st.booleans(),
        ),
        max_size=40,
    )
)
def test_no_wait_exceeds_the_maximum(
    tmp_path_factory: pytest.TempPathFactory, tried: list[tuple[str, bool, int, bool]]
) -> None:
    path, watch = tmp_path_factory.mktemp("t"), Watch()
    accounts = opened(path, watch)
    accounts.add_account(BEA, RIGHT)
    in_a_row = Counter[str]()
    for name, right, later_ms, restarted in tried:
        watch.ms += later_ms
        accounts = opened(path, watch) if restarted else accounts
        said = answer(accounts, name, RIGHT if right else WRONG)
        if said == "in":
            assert (name, right) == ("bea", True)
            in_a_row["bea"] = 0
        elif said == "wrong":
            assert (name, right) != ("bea", True)
            in_a_row.update([name])
        else:
            assert in_a_row[name] > FREE_TRIES
            assert 1 <= said <= LONGEST_S
    answer(accounts, "bea", WRONG)
    watch.ms += MAX_WAIT_MS
    assert accounts.authenticate("bea", RIGHT) == BEA


def test_fifty_tries_wait_15_minutes(accounts: Accounts, watch: Watch) -> None:
    guess(accounts, watch, 50)
    assert 0 < waits(accounts, passphrase=RIGHT) <= LONGEST_S
    watch.ms += MAX_WAIT_MS
    assert accounts.authenticate("bea", RIGHT) == BEA


def test_waiting_tries_add_nothing(accounts: Accounts, watch: Watch) -> None:
    guess(accounts, watch, 30)
    for _ in range(LONGEST_S - 1):
        watch.ms += 1000
        assert waits(accounts)
    watch.ms += 1000
    assert accounts.authenticate("bea", RIGHT) == BEA


def test_unknown_names_delay_nobody(accounts: Accounts) -> None:
    for number in range(50):
        assert why(accounts, f"name{number}").key in ("console.wrong", "console.wait")
    assert accounts.authenticate("bea", RIGHT) == BEA
    assert accounts.authenticate("max", RIGHT + "!") == MAX


def test_address_waits_for_any_name(accounts: Accounts, watch: Watch) -> None:
    for number in range(FREE_TRIES + 1):
        assert answer(accounts, f"name{number}", WRONG, "10.0.0.9") == "wrong"
    assert answer(accounts, "bea", RIGHT, "10.0.0.9") == 1
    assert answer(accounts, "bea", RIGHT, "10.0.0.8") == "in"
    watch.ms += 1000
    assert answer(accounts, "bea", RIGHT, "10.0.0.9") == "in"
    assert answer(accounts, "name9", WRONG, "10.0.0.9") == "wrong"


def test_ipv6_network_is_one_client(
    accounts: Accounts,
) -> None:
    for number in range(FREE_TRIES + 1):
        assert answer(accounts, f"name{number}", WRONG, f"2001:db8:1:2::{number}") == "wrong"
    assert answer(accounts, "bea", RIGHT, "2001:db8:1:2:ffff::1") == 1
    assert answer(accounts, "bea", RIGHT, "2001:db8:1:3::1") == "in"


def test_many_addresses_fill_no_memory() -> None:
    tries = AddressTries()
    for number in range(MAX_ADDRESSES + 5):
        tries.count_failure(f"client-{number}", NOON)
    assert len(tries._tries_by_client) == MAX_ADDRESSES


@pytest.mark.parametrize("name", ["bea", "nobody"])
def test_other_line_evades_no_wait(
    accounts: Accounts, watch: Watch, tmp_path: Path, name: str
) -> None:
    guess(accounts, watch, 30, name)
    assert waits(opened(tmp_path, watch), name) == LONGEST_S


@pytest.mark.clause("Practice lock-out")
def test_guesses_delay_no_other_line(accounts: Accounts, watch: Watch, tmp_path: Path) -> None:
    guess(accounts, watch, 50, "bea")
    other = opened(tmp_path, watch)
    assert other.authenticate("max", RIGHT + "!") == MAX


def test_login_resets_the_count(accounts: Accounts, watch: Watch) -> None:
    guess(accounts, watch, 9)
    watch.ms += MAX_WAIT_MS
    accounts.authenticate("bea", RIGHT)
    for _ in range(FREE_TRIES):
        assert why(accounts).key == "console.wrong"
    assert accounts.authenticate("bea", RIGHT) == BEA


def test_login_resets_no_other_account(accounts: Accounts, watch: Watch) -> None:
    guess(accounts, watch, 9, "max")
    watch.ms += 31_000
    assert waits(accounts, "max") == 1
    watch.ms += 1000
    accounts.authenticate("bea", RIGHT)
    assert why(accounts, "max").key == "console.wrong"
    assert waits(accounts, "max") == 64


@pytest.mark.clause("Practice lock-out")
def test_restart_forgets_no_try(accounts: Accounts, watch: Watch, tmp_path: Path) -> None:
    guess(accounts, watch, 30)
    assert waits(opened(tmp_path, watch)) == LONGEST_S


def test_try_counts_before_its_check(accounts: Accounts, watch: Watch, tmp_path: Path) -> None:
    """Whoever pulls the plug as soon as it takes long has tried all the same."""
    pid = os.fork()
    if not pid:
        import firmware.console.access.accounts as judged

        judged.verify_passphrase = lambda *_: os._exit(0)  # type: ignore[assignment]
        accounts.authenticate("bea", WRONG)
        os._exit(1)
    assert os.waitpid(pid, 0)[1] == 0
    saved = json.loads((tmp_path / ACCOUNTS_FILE).read_bytes())["tries"]
    assert saved["bea"]["failures"] == 1


def test_wait_restarts_after_a_reboot(accounts: Accounts, watch: Watch, tmp_path: Path) -> None:
    guess(accounts, watch, 30)
    watch.ms = 5_000
    assert waits(opened(tmp_path, watch)) == LONGEST_S
    watch.ms += MAX_WAIT_MS
    assert opened(tmp_path, watch).authenticate("bea", RIGHT) == BEA


def test_two_processes_lose_no_try(accounts: Accounts, watch: Watch, tmp_path: Path) -> None:
    fork = multiprocessing.get_context("fork")
    others = [fork.Process(target=why, args=(opened(tmp_path, watch),)) for _ in range(3)]
    for other in others:
        other.start()
    for other in others:
        other.join()
    saved = json.loads((tmp_path / ACCOUNTS_FILE).read_bytes())["tries"]
    assert saved["bea"]["failures"] == 3
