"""The manifest: every file that is not as it was signed is named, and every bit is noticed."""

import hashlib
import hmac
import os
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from firmware.shell.trust.keys import fingerprint
from firmware.shell.trust.manifest import (
    MANIFEST_FILE,
    MANIFEST_KIND,
    SIGNATURE_FILE,
    Manifest,
    SignedFile,
    is_newer,
    parse_manifest,
    read_signed_manifest,
    seeded_digest,
    verify_program,
)
from firmware.shell.trust.package import ReleasePackage
from firmware.shell.trust.trees import FolderTree
from firmware.shell.trust.trust_errors import (
    ABSENT,
    CHANGED,
    FOREIGN,
    FORGED,
    MALFORMED,
    MISSING,
    SURPLUS,
    Mismatch,
)
from firmware.shell.trust.versions import install_package
from tests.kits.offenders import each
from tests.kits.shell.trust_kit import SOURCES, Maker, every_flip


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(tmp_path)


@pytest.fixture
def root(tmp_path: Path, maker: Maker) -> Path:
    return installed(tmp_path, maker, SOURCES)


def installed(folder: Path, maker: Maker, sources: Mapping[str, bytes]) -> Path:
    """Return the folder of a version that was just installed."""
    (folder / "state").mkdir()
    with closing(ReleasePackage.open(maker.package("1.2.3", sources))) as package:
        install_package(package, maker.public, folder / "versions", folder / "state", "")
    return folder / "versions" / "1.2.3"


def wrong(why: str, file: str) -> tuple[Mismatch, ...]:
    return (Mismatch("program", why, file),)


def signed(root: Path, maker: Maker, text: bytes) -> None:
    (root / MANIFEST_FILE).write_bytes(text)
    (root / SIGNATURE_FILE).write_bytes(maker.key.sign(text))


def test_signed_program_has_no_mismatch(root: Path, maker: Maker) -> None:
    assert verify_program(root, maker.public) == ()


@pytest.mark.clause("OAC 325:85-15-21(2)(A)")
@pytest.mark.parametrize("path", SOURCES)
def test_changed_and_missing_files_named(root: Path, maker: Maker, path: str) -> None:
    (root / path).write_bytes(SOURCES[path] + b"#")
    assert verify_program(root, maker.public) == wrong(CHANGED, path)
    (root / path).unlink()
    assert verify_program(root, maker.public) == wrong(MISSING, path)
    (root / path).symlink_to("/dev/null")
    assert verify_program(root, maker.public) == wrong(CHANGED, path)
    (root / path).unlink()
    os.mkfifo(root / path)
    assert verify_program(root, maker.public) == wrong(CHANGED, path)


@pytest.mark.clause("ANZ 1.17.5(b)", "OAC 325:85-15-21(2)(A)")
@pytest.mark.parametrize("path", SOURCES)
def test_every_bit_of_a_file_is_noticed(root: Path, maker: Maker, path: str) -> None:
    for _ in every_flip(root / path):
        assert verify_program(root, maker.public) == wrong(CHANGED, path)


@pytest.mark.clause("OAC 325:85-15-21(2)(A)")
@pytest.mark.parametrize(
    "path", ["sitecustomize.py", "firmware/start.pyc", "lib/__pycache__/empty.cpython-311.pyc"]
)
def test_every_extra_file_is_named(root: Path, maker: Maker, path: str) -> None:
    (root / path).parent.mkdir(exist_ok=True)
    (root / path).write_bytes(b"")
    assert verify_program(root, maker.public) == wrong(SURPLUS, path)


def test_link_to_a_folder_is_an_extra_file(root: Path, maker: Maker) -> None:
    (root / "lib2").symlink_to(root / "lib")
    assert verify_program(root, maker.public) == wrong(SURPLUS, "lib2")


@pytest.mark.parametrize("name", [MANIFEST_FILE, SIGNATURE_FILE])
def test_every_bit_of_manifest_noticed(tmp_path: Path, maker: Maker, name: str) -> None:
    root = installed(tmp_path, maker, {"a.py": b""})
    for bit in every_flip(root / name):
        assert verify_program(root, maker.public), bit


@pytest.mark.parametrize("name", [MANIFEST_FILE, SIGNATURE_FILE])
def test_no_manifest_verifies_nothing(root: Path, maker: Maker, name: str) -> None:
    (root / name).unlink()
    assert verify_program(root, maker.public) == wrong(ABSENT, name)


@pytest.mark.clause("Practice forged signature")
def test_another_maker_is_no_forgery(root: Path, maker: Maker, tmp_path: Path) -> None:
    other = Maker(tmp_path, "other")
    assert verify_program(root, other.public) == wrong(FOREIGN, SIGNATURE_FILE)
    signed(root, other, (root / MANIFEST_FILE).read_bytes())
    assert verify_program(root, maker.public) == wrong(FORGED, SIGNATURE_FILE)


ONE = SignedFile("firmware/a.py", 0, hashlib.sha256().hexdigest())


def manifest(*files: SignedFile, kind: str = MANIFEST_KIND, version: str = "1.0.0") -> Manifest:
    return Manifest(kind, version, "", files or (ONE,))


def moved(path: str) -> SignedFile:
    return msgspec.structs.replace(ONE, path=path)


OUTSIDE = ["../x", "/etc/x", "a/../../x", "a//b", "./a", "a/", "a\\b", "", ".", "a\0b", "a\nb"]


@each(
    "found",
    [
        *(manifest(moved(path)) for path in (*OUTSIDE, MANIFEST_FILE, SIGNATURE_FILE)),
        manifest(ONE, ONE),
        manifest(ONE, moved("a")),
        manifest(msgspec.structs.replace(ONE, size=-1)),
        manifest(msgspec.structs.replace(ONE, sha256=ONE.sha256[:32])),
        manifest(msgspec.structs.replace(ONE, sha256=ONE.sha256.upper())),
        manifest(kind="croupier seal 1"),
        *(manifest(version=version) for version in ("1.0", "1.0.0.0", "01.0.0", "1.0.0a", "../1")),
    ],
)
def test_signed_nonsense_is_refused(root: Path, maker: Maker, found: Manifest) -> None:
    signed(root, maker, found.canonical_text())
    assert verify_program(root, maker.public) == wrong(MALFORMED, MANIFEST_FILE)


def test_manifest_has_one_text() -> None:
    text = manifest().canonical_text()
    assert parse_manifest(text) == manifest()
    for other in (text + b"\n", text.replace(b"\n ", b""), text.replace(b": 0", b": 00")):
        with pytest.raises(ValueError, match=r"text|number"):
            parse_manifest(other)


@each("one, two", [("1.0.1", "1.0.0"), ("1.10.0", "1.9.9"), ("2.0.0", "1.99.99")])
def test_versions_are_numbers(one: str, two: str) -> None:
    assert is_newer(one, two)
    assert not is_newer(two, one)
    assert not is_newer(one, one)


def second_digest(seed: bytes, root: Path) -> str:
    """The digest by its definition in docs/en/trust.md, over a folder."""
    paths = [
        entry["path"] for entry in msgspec.json.decode((root / MANIFEST_FILE).read_bytes())["files"]
    ]
    digest = b""
    for path in [MANIFEST_FILE, SIGNATURE_FILE, *paths]:
        content = (root / path).read_bytes()
        digest += path.encode() + b"\0" + len(content).to_bytes(8, "big") + content
    return hmac.new(seed, digest, hashlib.sha256).hexdigest()


@pytest.mark.clause("ANZ 1994 C.3.1.4.3")
def test_digest_covers_every_byte_and_seed(root: Path, maker: Maker) -> None:
    tree = FolderTree(root)
    found = read_signed_manifest(tree, maker.public)
    digest = seeded_digest(b"seed", tree, found)
    assert digest == second_digest(b"seed", root)
    others = {digest, seeded_digest(b"seee", tree, found)}
    changes = 2
    for path in (MANIFEST_FILE, SIGNATURE_FILE, *SOURCES):
        for _ in every_flip(root / path, range(0, 8 * (root / path).stat().st_size, 8)):
            others.add(seeded_digest(b"seed", tree, found))
            changes += 1
    assert len(others) == changes
    assert seeded_digest(b"seed", tree, found) == digest


@pytest.mark.clause("ANZ 1994 C.3.1.4.3")
def test_package_has_the_program_s_digest(root: Path, maker: Maker) -> None:
    tree = FolderTree(root)
    found = read_signed_manifest(tree, maker.public)
    assert found.maker == fingerprint(maker.public)
    with closing(ReleasePackage.open(maker.folder / "1.2.3.croupier")) as package:
        assert read_signed_manifest(package, maker.public) == found
        assert seeded_digest(b"7", package, found) == seeded_digest(b"7", tree, found)


def test_digest_needs_a_seed(root: Path, maker: Maker) -> None:
    with pytest.raises(ValueError, match="seed"):
        seeded_digest(b"", FolderTree(root), manifest())
