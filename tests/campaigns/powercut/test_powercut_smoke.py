"""The power cut campaign, small; and that it can fail."""

import os
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware.shell.history.ledger import Ledger
from firmware.shell.history.resume_point import ResumePoint
from firmware.shell.journal import DirectoryCopy
from tests.campaigns.powercut.powercut import Report, run
from tests.campaigns.powercut.powercut_disk import SECTOR, VARIANTS, ModelCopy, Segments
from tests.kits.examples import examples


def small(game: str, disk: type[ModelCopy] = ModelCopy, rounds: int = 1, seed: int = 1) -> Report:
    return run(rounds, seed=seed, processes=1, games=(game,), disk=disk)


@pytest.mark.clause("Practice power cut everywhere")
def test_every_cut_recovers() -> None:
    report = small("baccarat", rounds=2, seed=examples(2, 1))
    assert report.differences == ()
    assert report.losses == 0
    assert report.rounds >= 2
    assert report.cuts > 500
    assert report.comebacks > 100
    assert report.waiting > 0
    assert report.partial > 0
    assert report.findings.keys() >= {"CopyRepaired", "TailCut", "TailUnacknowledged"}
    assert report.acts.keys() >= {"written", "synced", "renamed", "directory synced"}


class Hasty(ModelCopy):
    """A copy that acknowledges before its disk has synced."""

    def sync(self, segment: int) -> None:
        self._acted("synced")


class Forgetful(ModelCopy):
    """A copy that never syncs its directory."""

    def sync_names(self) -> None:
        self._acted("directory synced")


@pytest.mark.parametrize("disk", [Hasty, Forgetful])
def test_early_acknowledgement_found(disk: type[ModelCopy]) -> None:
    assert small("roulette", disk).losses > 0


def test_lost_last_event_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    past = Ledger.load_resume_point

    def forgets(self: Ledger) -> ResumePoint | None:
        found = past(self)
        return found and found._replace(events_since=found.events_since[:-1])

    monkeypatch.setattr(Ledger, "load_resume_point", forgets)
    report = small("roulette")
    assert report.losses > 0
    assert "events" in report.differences[0]


def fates(copy: ModelCopy) -> dict[str, list[Segments]]:
    return {
        name: [left(copy.disk, Random(seed)) for seed in range(50)]
        for name, left in VARIANTS.items()
    }


def test_disk_loses_only_unsynced_data() -> None:
    copy = ModelCopy("a", {1: bytes(4 * SECTOR)}, lambda _: None)
    copy.write(1, 0, b"\x01" * SECTOR)
    copy.sync(1)
    copy.write(1, SECTOR, b"\x02" * 2 * SECTOR)
    found = fates(copy)
    for images in found.values():
        assert {image[1][:SECTOR] for image in images} == {b"\x01" * SECTOR}
        assert {image[1][3 * SECTOR :] for image in images} == {bytes(SECTOR)}
    counts = {name: {image[1].count(2) for image in images} for name, images in found.items()}
    assert counts["kept"] == {2 * SECTOR}
    assert counts["dropped"] == {0}
    assert counts["torn by sectors"] == {0, SECTOR, 2 * SECTOR}
    assert len(counts["torn within sectors"]) > 10


def test_directory_forgets_unsynced() -> None:
    acts: list[tuple[str, bool]] = []
    copy = ModelCopy("a", {}, lambda act: acts.append((act, 1 in copy.disk.durable)))
    copy.create(1, b"made")
    assert acts == [
        ("draft written", False),
        ("draft synced", False),
        ("renamed", False),
        ("directory synced", True),
    ]
    copy.remove(1)
    assert 1 not in copy.disk.durable


def traced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return where the names of what is done to the disk come to stand, act by act."""
    acts: list[str] = []

    def note(owner: Any, name: str, describe: Callable[..., str]) -> None:
        really = getattr(owner, name)

        def act(*args: Any) -> Any:
            acts.append(describe(*args))
            return really(*args)

        monkeypatch.setattr(owner, name, act)

    note(os, "pwrite", lambda fd, *_: "draft written" if is_draft(fd) else "written")
    note(os, "fsync", lambda fd: "draft synced" if is_draft(fd) else "directory synced")
    note(os, "fdatasync", lambda _: "synced")
    note(Path, "rename", lambda *_: "renamed")
    monkeypatch.setattr(Path, "unlink", unlinked(acts))
    return acts


def unlinked(acts: list[str]) -> Callable[..., None]:
    def unlink(path: Path, *, missing_ok: bool = False) -> None:
        acts.append("unlinked")
        if path.exists() or not missing_ok:
            os.unlink(path)

    return unlink


def is_draft(fd: int) -> bool:
    return stat.S_ISREG(os.fstat(fd).st_mode) and os.readlink(f"/proc/self/fd/{fd}").endswith("new")


def test_model_acts_as_the_real_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modelled: list[str] = []
    real = DirectoryCopy(tmp_path)
    acts = traced(monkeypatch)
    with closing(real):
        for copy in (real, ModelCopy("a", {}, modelled.append)):
            copy.create(1, b"made")
            copy.write(1, 100, b"more")
            copy.sync(1)
            copy.remove(1)
    assert acts == modelled
