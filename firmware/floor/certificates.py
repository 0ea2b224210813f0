"""The floor's certificate authority, and the certificates with which its processes authenticate."""

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
from firmware.shell.device.atomic_file import create_atomically
from firmware.shell.trust.keys import create_key, read_private_key
from firmware.shell.trust.trust_errors import TrustRefused

AUTHORITY_NAME: Final = "ca"
AUTHORITY_DAYS: Final = 3650
BACKDATED_BY: Final = timedelta(days=1)
"""How far a certificate's start is set back, for machines whose clocks are slow."""
PUBLIC_FILE_MODE: Final = 0o644


class CertificateAuthority:
    """Signs certificates in one folder, which has its key: the owner of that key controls the
    floor.
    """

    def __init__(self, folder: Path) -> None:
        """Open the authority of a folder, or create it. Raises OSError; TrustRefused if its key or
        its certificate can't be read.
        """
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        certificate_file = folder / f"{AUTHORITY_NAME}.pem"
        if not certificate_file.exists():
            self._create_authority(certificate_file)
        self._authority_key = read_private_key(self._authority_file("key"))
        self._authority_subject = _read_subject(certificate_file)

    def issue_certificate(
        self, common_name: str, host_names: Sequence[str], valid_until: datetime
    ) -> Certificates:
        """Make a key and its certificate under a name; a server's certificate lists its hosts.
        Raises OSError; FileExistsError if the name has a key already.
        """
        key_file, certificate_file = (
            self._folder / f"{common_name}.key",
            self._folder / f"{common_name}.pem",
        )
        create_key(key_file)
        builder = _certificate_builder(
            _common_name(common_name),
            self._authority_subject,
            read_private_key(key_file),
            valid_until,
        )
        if host_names:
            alternative_names = x509.SubjectAlternativeName(
                list(map(_alternative_name, host_names))
            )
            builder = builder.add_extension(alternative_names, critical=False)
        signed_certificate = builder.sign(self._authority_key, None)
        create_atomically(
            certificate_file, signed_certificate.public_bytes(Encoding.PEM), PUBLIC_FILE_MODE
        )
        return Certificates(self._folder / f"{AUTHORITY_NAME}.pem", certificate_file, key_file)

    def _create_authority(self, certificate_file: Path) -> None:
        create_key(self._authority_file("key"))
        private_key, subject_name = (
            read_private_key(self._authority_file("key")),
            _common_name("Croupier floor"),
        )
        valid_until = datetime.now(UTC) + timedelta(days=AUTHORITY_DAYS)
        # path length 0: no certificate signed by it may sign others
        basic_constraints = x509.BasicConstraints(ca=True, path_length=0)
        signed_certificate = _certificate_builder(
            subject_name, subject_name, private_key, valid_until
        ).add_extension(basic_constraints, critical=True)
        create_atomically(
            certificate_file,
            signed_certificate.sign(private_key, None).public_bytes(Encoding.PEM),
            PUBLIC_FILE_MODE,
        )

    def _authority_file(self, suffix: str) -> Path:
        return self._folder / f"{AUTHORITY_NAME}.{suffix}"


def _read_subject(certificate_file: Path) -> x509.Name:
    try:
        return x509.load_pem_x509_certificate(certificate_file.read_bytes()).subject
    except ValueError:
        raise TrustRefused(Text("floor.no_certificate", {"path": str(certificate_file)})) from None


def _certificate_builder(
    subject_name: x509.Name,
    issuer_name: x509.Name,
    private_key: Ed25519PrivateKey,
    valid_until: datetime,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject_name)
        .issuer_name(issuer_name)
        .public_key(private_key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - BACKDATED_BY)
        .not_valid_after(valid_until)
    )


def _common_name(common_name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name)])


def _alternative_name(host_name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host_name))
    except ValueError:
        return x509.DNSName(host_name)
