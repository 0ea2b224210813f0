"""Keys: made once, whole or not at all, never overwritten; a damaged one is noticed."""

import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.shell.trust.keys import (
    DEVICE_KEY_FILE,
    PUBLIC_KEY_FILE,
    DeviceKey,
    create_key,
    fingerprint,
    is_signed_by,
    read_public_key,
)
from firmware.shell.trust.trust_errors import TrustRefused
from tests.kits.shell.trust_kit import every_cut, every_flip, flipped


def test_first_start_makes_a_private_key(tmp_path: Path) -> None:
    device = DeviceKey.enrol(tmp_path)
    assert device.is_new
    assert (tmp_path / DEVICE_KEY_FILE).stat().st_mode & 0o777 == 0o600
    assert read_public_key(tmp_path / PUBLIC_KEY_FILE) == device.public_key
    again = DeviceKey.enrol(tmp_path)
    assert (again.is_new, again.public_key) == (False, device.public_key)


@pytest.mark.clause("Practice shared secrets")
def test_no_two_devices_share_a_key(tmp_path: Path) -> None:
    folders = [tmp_path / str(number) for number in range(8)]
    for folder in folders:
        folder.mkdir()
    assert len({DeviceKey.enrol(folder).public_key for folder in folders}) == 8


def test_key_is_never_overwritten(tmp_path: Path) -> None:
    create_key(tmp_path / DEVICE_KEY_FILE)
    before = (tmp_path / DEVICE_KEY_FILE).read_bytes()
    with pytest.raises(FileExistsError):
        create_key(tmp_path / DEVICE_KEY_FILE)
    assert (tmp_path / DEVICE_KEY_FILE).read_bytes() == before


def test_power_cut_leaves_no_half_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0
    for _ in every_cut(lambda: DeviceKey.enrol(tmp_path) and None, monkeypatch):
        made += (tmp_path / DEVICE_KEY_FILE).exists()
        device = DeviceKey.enrol(tmp_path)
        assert DeviceKey.load(tmp_path).public_key == device.public_key
        shutil.rmtree(tmp_path)
        tmp_path.mkdir()
    assert made >= 2


def test_every_bit_noticed_or_harmless(tmp_path: Path) -> None:
    device = DeviceKey.enrol(tmp_path)
    for name in (DEVICE_KEY_FILE, PUBLIC_KEY_FILE):
        for bit in every_flip(tmp_path / name):
            assert loaded(tmp_path) in (device.public_key, None), (name, bit)


def loaded(folder: Path) -> bytes | None:
    try:
        return DeviceKey.load(folder).public_key
    except TrustRefused:
        return None


def test_readable_private_key_refused(tmp_path: Path) -> None:
    DeviceKey.enrol(tmp_path)
    (tmp_path / DEVICE_KEY_FILE).chmod(0o640)
    with pytest.raises(TrustRefused, match="open_key"):
        DeviceKey.load(tmp_path)


def test_only_own_signatures_verified(tmp_path: Path) -> None:
    device = DeviceKey.enrol(tmp_path)
    signature = device.sign_octets(b"open")
    assert is_signed_by(device.public_key, b"open", signature)
    assert not is_signed_by(device.public_key, b"opens", signature)
    for length in (0, 63, 65):
        assert not is_signed_by(device.public_key, b"open", (signature + b"\0")[:length])
    for bit in range(len(signature) * 8):
        assert not is_signed_by(device.public_key, b"open", flipped(signature, bit))
    for bit in range(len(device.public_key) * 8):
        assert not is_signed_by(flipped(device.public_key, bit), b"open", signature)


def test_private_key_is_never_shown(tmp_path: Path) -> None:
    device = DeviceKey.enrol(tmp_path)
    assert "PrivateKey" not in repr(device)


def test_fingerprint_has_eight_groups() -> None:
    said = fingerprint(bytes(32))
    assert [len(group) for group in said.split()] == [4] * 8
    assert not set(said) & set("01 89".replace(" ", ""))
    assert said != fingerprint(bytes(31) + b"\1")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_openssl_agrees(tmp_path: Path) -> None:
    device = DeviceKey.enrol(tmp_path)
    (tmp_path / "data").write_bytes(b"open")
    (tmp_path / "sig").write_bytes(device.sign_octets(b"open"))
    verifying = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", "device.pub"]
    asked = [*verifying, "-rawin", "-in", "data", "-sigfile", "sig"]
    assert subprocess.run(asked, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    (tmp_path / "data").write_bytes(b"shut")
    assert subprocess.run(asked, cwd=tmp_path, capture_output=True, check=False).returncode == 1
