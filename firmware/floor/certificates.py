"""The floor's own authority, and the certificates by which its ends know each other."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from firmware.core.vocabulary.panel import Text
from firmware.shell.config.settings import Certificates
from firmware.shell.device.atomic_file import create_whole
from firmware.shell.trust.errors import TrustError
from firmware.shell.trust.keys import make_key, read_key

NAME: Final = "ca"
AUTHORITY_DAYS: Final = 3650
EARLIER: Final = timedelta(days=1)
"""Before now, for machines whose clocks are behind."""
PUBLIC: Final = 0o644


class Authority:
    """Signs certificates in one folder, where its own key is: whoever has that is the floor."""

    def __init__(self, folder: Path) -> None:
        """Begin an authority, or go on with the one that is there. Raises OSError; TrustError
        if its key or its certificate can't be read.
        """
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        own = folder / f"{NAME}.pem"
        if not own.exists():
            self._begin(own)
        self._key = read_key(self._file("key"))
        self._name = _subject(own)

    def certify(self, name: str, hosts: Sequence[str], until: datetime) -> Certificates:
        """Make a key and its certificate under a name; a server's names its hosts. Raises OSError;
        FileExistsError if the name has a key already.
        """
        key, certificate = self._folder / f"{name}.key", self._folder / f"{name}.pem"
        make_key(key)
        built = _builder(_named(name), self._name, read_key(key), until)
        if hosts:
            known = x509.SubjectAlternativeName(list(map(_host, hosts)))
            built = built.add_extension(known, critical=False)
        signed = built.sign(self._key, None)
        create_whole(certificate, signed.public_bytes(Encoding.PEM), PUBLIC)
        return Certificates(self._folder / f"{NAME}.pem", certificate, key)

    def _begin(self, own: Path) -> None:
        make_key(self._file("key"))
        key, name = read_key(self._file("key")), _named("Croupier floor")
        until = datetime.now(UTC) + timedelta(days=AUTHORITY_DAYS)
        alone = x509.BasicConstraints(ca=True, path_length=0)
        signed = _builder(name, name, key, until).add_extension(alone, critical=True)
        create_whole(own, signed.sign(key, None).public_bytes(Encoding.PEM), PUBLIC)

    def _file(self, kind: str) -> Path:
        return self._folder / f"{NAME}.{kind}"


def _subject(file: Path) -> x509.Name:
    try:
        return x509.load_pem_x509_certificate(file.read_bytes()).subject
    except ValueError:
        raise TrustError(Text("floor.no_certificate", {"path": str(file)})) from None


def _builder(
    subject: x509.Name, issuer: x509.Name, key: Ed25519PrivateKey, until: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - EARLIER)
        .not_valid_after(until)
    )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _host(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)
