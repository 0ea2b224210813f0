from pathlib import Path

import pytest

from firmware.console.access.accounts import Accounts
from tests.kits.console.accounts_kit import BEA, MAX, RIGHT, Watch, opened


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def accounts(tmp_path: Path, watch: Watch) -> Accounts:
    made = opened(tmp_path, watch)
    made.add_account(BEA, RIGHT)
    made.add_account(MAX, RIGHT + "!")
    return made
