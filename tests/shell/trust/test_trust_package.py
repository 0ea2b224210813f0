"""A package: installed only if whole and signed, and without any other file."""

import io
import tarfile
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from firmware.shell.trust.manifest import MANIFEST_FILE, SIGNATURE_FILE, verify_tree
from firmware.shell.trust.package import TAR_RECORD, ReleasePackage, tar_header
from firmware.shell.trust.trees import whole_file
from firmware.shell.trust.trust_errors import Mismatch, TrustRefused
from tests.kits.offenders import each
from tests.kits.shell.trust_kit import SOURCES, Maker, every_flip

SEED = 1


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(tmp_path)


def found(path: Path, maker: Maker) -> tuple[Mismatch, ...]:
    with closing(ReleasePackage.open(path)) as package:
        return verify_tree(package, maker.public)


def refused(path: Path, maker: Maker) -> bool:
    try:
        return bool(found(path, maker))
    except TrustRefused:
        return True


def test_package_is_an_ordinary_tar(maker: Maker) -> None:
    path = maker.package("1.0.0")
    with tarfile.open(path) as tar:
        assert tar.getnames() == [SIGNATURE_FILE, MANIFEST_FILE, *SOURCES]
        for name, content in SOURCES.items():
            file = tar.extractfile(name)
            assert file is not None
            assert file.read() == content


def test_whole_package_has_its_content(maker: Maker) -> None:
    path = maker.package("1.0.0")
    assert found(path, maker) == ()
    with closing(ReleasePackage.open(path)) as package:
        assert {name: whole_file(package, name) for name in SOURCES} == SOURCES


def test_cut_package_is_refused(maker: Maker) -> None:
    path = maker.package("1.0.0")
    data = path.read_bytes()
    for end in (*range(0, len(data), TAR_RECORD), *range(TAR_RECORD - 1, len(data), TAR_RECORD)):
        path.write_bytes(data[:end])
        with pytest.raises(TrustRefused, match="no_package"):
            ReleasePackage.open(path)


@pytest.mark.parametrize("more", [b"\0", bytes(TAR_RECORD), b"x" * TAR_RECORD])
def test_extended_package_is_refused(maker: Maker, more: bytes) -> None:
    path = maker.package("1.0.0")
    path.write_bytes(path.read_bytes() + more)
    with pytest.raises(TrustRefused, match="no_package"):
        ReleasePackage.open(path)


@pytest.mark.clause("Practice signed updates")
def test_every_flipped_bit_is_noticed(maker: Maker) -> None:
    path = maker.package("1.0.0", {"a.py": b"#"})
    chance = Random(SEED)
    for bit in every_flip(
        path, [8 * at + chance.randrange(8) for at in range(path.stat().st_size)]
    ):
        assert refused(path, maker), bit


@pytest.mark.clause("Practice signed updates")
def test_package_of_another_maker_refused(maker: Maker, tmp_path: Path) -> None:
    assert refused(Maker(tmp_path, "other").package("1.0.0"), maker)


def test_path_outside_the_root_not_packed(maker: Maker) -> None:
    for path in ("../outside", "/outside", "a/../../outside"):
        with pytest.raises(ValueError, match="path"):
            maker.package("1.0.0", {path: b""})


def forged(path: Path, change: tarfile.TarInfo) -> None:
    """Put another member in the place of the one of the same size that comes last."""
    data = path.read_bytes()
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        tar.addfile(change)
    at = data.rindex(b"lib/empty.py")
    path.write_bytes(data[:at] + stream.getvalue()[:TAR_RECORD] + data[at + TAR_RECORD :])


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.DIRTYPE]
)
def test_link_replacing_a_file_refused(maker: Maker, kind: bytes) -> None:
    path = maker.package("1.0.0")
    link = tarfile.TarInfo("lib/empty.py")
    link.type, link.linkname = kind, "/etc/passwd"
    forged(path, link)
    assert found(path, maker) == (Mismatch("program", "changed", "lib/empty.py"),)


def test_path_replacing_a_file_refused(maker: Maker) -> None:
    path = maker.package("1.0.0")
    forged(path, tarfile.TarInfo("../empty.py"))
    assert found(path, maker) == (Mismatch("program", "changed", "lib/empty.py"),)


@each("length", [1, 99, 100, 101, 150, 255])
def test_long_paths_are_packed_portably(length: int) -> None:
    path = ("a" * 49 + "/") * 5
    path = path[: length - 1].rstrip("/") + "b"
    block = tar_header(path, 3)
    assert tarfile.TarInfo.frombuf(block, "utf-8", "strict").name == path


@each("path", ["a" * 101, "a" * 200 + "/b", "a/" + "b" * 101])
def test_too_long_path_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="too long"):
        tar_header(path, 0)


@pytest.mark.parametrize("data", [b"", b"x" * 5000, bytes(5000)])
def test_file_that_is_no_package_says_so(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(TrustRefused, match="no_package"):
        ReleasePackage.open(tmp_path / "x")
