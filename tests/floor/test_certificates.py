"""The floor's own authority: it is begun once, and nobody's key is made twice."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from firmware.cli.main import main
from firmware.floor.certificates import CertificateAuthority

UNTIL = datetime.now(UTC) + timedelta(days=30)


def test_authority_reuses_its_first_key(tmp_path: Path) -> None:
    CertificateAuthority(tmp_path)
    made = CertificateAuthority(tmp_path).issue_certificate("table-7", (), UNTIL)
    ca = x509.load_pem_x509_certificate(made.ca.read_bytes())
    own = x509.load_pem_x509_certificate(made.certificate.read_bytes())
    own.verify_directly_issued_by(ca)
    assert own.subject.rfc4514_string() == "CN=table-7"


def test_key_file_is_private_to_its_owner(tmp_path: Path) -> None:
    made = CertificateAuthority(tmp_path).issue_certificate("table-7", (), UNTIL)
    keys = made.key, tmp_path / "ca.key"
    assert [key.stat().st_mode & 0o777 for key in keys] == [0o600, 0o600]


def test_server_certificate_names_its_hosts(tmp_path: Path) -> None:
    made = CertificateAuthority(tmp_path).issue_certificate(
        "floor-1", ("floor-1.local", "10.0.0.7"), UNTIL
    )
    own = x509.load_pem_x509_certificate(made.certificate.read_bytes())
    named = own.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert named.get_values_for_type(x509.DNSName) == ["floor-1.local"]
    assert list(map(str, named.get_values_for_type(x509.IPAddress))) == ["10.0.0.7"]


def test_existing_key_is_reused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = CertificateAuthority(tmp_path).issue_certificate("table-7", (), UNTIL)
    before = made.key.read_bytes()
    assert main(["floor", "keys", str(tmp_path), "table-7", "table-8", "--lang", "en"]) == 1
    assert made.key.read_bytes() == before
    assert (tmp_path / "table-8.pem").exists()
    assert "is there already and stays" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["../table-7", "table 7", ""])
def test_invalid_subject_name_refused(tmp_path: Path, name: str) -> None:
    assert main(["floor", "keys", str(tmp_path / "keys"), name]) == 2
    assert not (tmp_path / "keys").exists()


def test_invalid_authority_file_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    CertificateAuthority(tmp_path)
    (tmp_path / "ca.pem").write_text("nothing")
    assert main(["floor", "keys", str(tmp_path), "table-7", "--lang", "en"]) == 3
    assert f"{tmp_path}/ca.pem: no certificate" in capsys.readouterr().err
