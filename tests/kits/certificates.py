"""An authority of the tests' own, and certificates of it."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from firmware.shell.config.settings import Certificates

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
END = BEGIN + timedelta(days=36_500)
HERE = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])


class Authority:
    """Signs certificates, each in a file of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir()
        self._key = Ed25519PrivateKey.generate()
        self._name = _name("authority")
        signed = self._builder(self._name, self._key).add_extension(
            x509.BasicConstraints(ca=True, path_length=0), critical=True
        )
        self._write("ca.pem", signed.sign(self._key, None).public_bytes(Encoding.PEM))

    def certify(self, name: str) -> Certificates:
        """Return a new key's certificate under a name."""
        key = Ed25519PrivateKey.generate()
        built = self._builder(_name(name), key).add_extension(HERE, critical=False)
        text = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        signed = built.sign(self._key, None).public_bytes(Encoding.PEM)
        return Certificates(
            self._folder / "ca.pem",
            self._write(f"{name}.pem", signed),
            self._write(f"{name}.key", text),
        )

    def _builder(self, name: x509.Name, key: Ed25519PrivateKey) -> x509.CertificateBuilder:
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(BEGIN)
            .not_valid_after(END)
        )

    def _write(self, name: str, octets: bytes) -> Path:
        file = self._folder / name
        file.write_bytes(octets)
        return file


def _name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
