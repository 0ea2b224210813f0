"""A service that was loaded before its table was chosen does what one that is started then does."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware import __version__
from firmware.web.bench.spare import Spare
from tests.kits.waiting import PATIENCE_S

VERSION = ["--version"]


@pytest.fixture
def spare() -> Iterator[Spare]:
    with closing(Spare()) as spare:
        yield spare


def test_a_loaded_process_carries_its_order_out_and_writes_to_the_tables_log(
    spare: Spare, tmp_path: Path
) -> None:
    log = tmp_path / "service.log"
    log.write_text("before\n", encoding="utf-8")
    spare.prepare()
    process = spare.become(VERSION, tmp_path, log)
    assert process is not None
    assert process.wait(PATIENCE_S) == 0
    assert log.read_text(encoding="utf-8") == f"before\ncroupier {__version__}\n"


def test_a_process_becomes_one_service_only(spare: Spare, tmp_path: Path) -> None:
    spare.prepare()
    spare.prepare()
    first = spare.become(VERSION, tmp_path, tmp_path / "log")
    assert first is not None
    assert spare.become(VERSION, tmp_path, tmp_path / "log") is None
    first.wait(PATIENCE_S)


def test_one_that_has_died_meanwhile_is_none(spare: Spare, tmp_path: Path) -> None:
    spare.prepare()
    loaded = spare._loaded
    assert loaded is not None
    loaded.kill()
    loaded.wait(PATIENCE_S)
    assert spare.become(VERSION, tmp_path, tmp_path / "log") is None


def test_one_that_was_never_needed_ends_with_the_page(spare: Spare) -> None:
    spare.prepare()
    loaded = spare._loaded
    spare.close()
    assert loaded is not None
    assert loaded.returncode is not None
