"""Every unit: systemd finds nothing wrong with it, and it leaves little of the system exposed."""

from pathlib import Path

import pytest

from tests.kits.units import SYSTEMD, exposure, needs_systemd_analyze, rendered, verify

MOST_EXPOSED = {
    "croupier.service": 1.5,
    "croupier-board.service": 2.0,
    "croupier-console.service": 2.0,
    "croupier-uplink.service": 2.0,
    "croupier-keeper@.service": 2.5,
    "croupier-ledger.service": 2.5,
    "croupier-pit.service": 2.5,
    "croupier-archive.service": 2.5,
    "croupier-slots.service": 2.0,
    "croupier-slots-uplink.service": 2.0,
}


@needs_systemd_analyze
@pytest.mark.parametrize("name", MOST_EXPOSED)
def test_systemd_accepts_every_unit(tmp_path: Path, name: str) -> None:
    verdict = verify(tmp_path, rendered(name))
    assert (verdict.returncode, verdict.stderr) == (0, "")


@pytest.mark.clause("Practice sandbox")
@needs_systemd_analyze
@pytest.mark.parametrize(("name", "most"), MOST_EXPOSED.items())
def test_unit_leaves_little_exposed(name: str, most: float) -> None:
    assert exposure(name) <= most


def test_no_unit_is_omitted() -> None:
    services = {unit.name for unit in SYSTEMD.glob("*.service")}
    assert services == set(MOST_EXPOSED)
