"""When certificates run out, and why a handshake failed because of one."""

import ssl
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509

from firmware.core.vocabulary.panel import Text, TextValues
from firmware.shell.config.settings import Certificates

WARNED_BEFORE: Final = timedelta(days=30)
SERVER_REASONS: Final = {
    7: "floor.tls.server_authority",
    9: "floor.tls.server_early",
    10: "floor.tls.server_over",
    18: "floor.tls.server_authority",
    19: "floor.tls.server_authority",
    20: "floor.tls.server_authority",
    21: "floor.tls.server_authority",
    62: "floor.tls.server_name",
    64: "floor.tls.server_name",
}
"""By OpenSSL's code: why this end refused the server's certificate."""
OWN_REASONS: Final = {
    "SSLV3_ALERT_CERTIFICATE_EXPIRED": "floor.tls.own_over",
    "TLSV1_ALERT_UNKNOWN_CA": "floor.tls.own_authority",
    "TLSV1_ALERT_CERTIFICATE_REQUIRED": "floor.tls.own_missing",
    "SSLV3_ALERT_BAD_CERTIFICATE": "floor.tls.own_refused",
    "SSLV3_ALERT_CERTIFICATE_UNKNOWN": "floor.tls.own_refused",
}
"""By the server's alert: why it refused this end's certificate."""


class Validity(NamedTuple):
    """When a certificate begins and ends, in UTC."""

    begins: datetime
    ends: datetime


def read_validity(path: Path) -> Validity:
    """Return the validity of the first certificate of a PEM file. Raises OSError, ValueError."""
    certificate = x509.load_pem_x509_certificate(path.read_bytes())
    return Validity(certificate.not_valid_before_utc, certificate.not_valid_after_utc)


def ending_day(certificates: Certificates | None, now: datetime) -> str | None:
    """Return the day, in UTC, on which the first of these files runs out or has run out; None if
    none does within `WARNED_BEFORE`.
    """
    ends = [validity.ends for _path, validity in _read_validities(certificates)]
    first_end = min(ends, default=None)
    if first_end is None or first_end - now >= WARNED_BEFORE:
        return None
    return f"{first_end:%Y-%m-%d}"


def certificate_warnings(certificates: Certificates | None, now: datetime) -> Iterator[Text]:
    """Yield a warning for each file that is not valid, or only for less than `WARNED_BEFORE`; none
    for one that can't be read, which the connection reports.
    """
    for path, validity in _read_validities(certificates):
        warning = _validity_warning(str(path), validity, now)
        if warning:
            yield warning


def _read_validities(certificates: Certificates | None) -> Iterator[tuple[Path, Validity]]:
    for path in (certificates.certificate, certificates.ca) if certificates else ():
        with suppress(OSError, ValueError):
            yield path, read_validity(path)


def _validity_warning(name: str, validity: Validity, now: datetime) -> Text | None:
    """Return the warning of one certificate, None if it is valid for long enough."""
    values: TextValues = {"path": name, "day": f"{validity.ends:%Y-%m-%d}"}
    if now < validity.begins:
        return Text("floor.tls.early", {"path": name, "day": f"{validity.begins:%Y-%m-%d}"})
    if now >= validity.ends:
        return Text("floor.tls.over", values)
    if validity.ends - now < WARNED_BEFORE:
        return Text("floor.tls.ends", {**values, "days": (validity.ends - now).days})
    return None


def handshake_reason(error: Exception, certificates: Certificates | None) -> Text | None:
    """Return why a handshake failed, if a certificate was the reason."""
    values: TextValues = {"path": str(certificates.certificate) if certificates else ""}
    match error:
        case ssl.SSLCertVerificationError() if error.verify_code in SERVER_REASONS:
            values = {"path": str(certificates.ca) if certificates else ""}
            return Text(SERVER_REASONS[error.verify_code], values)
        case ssl.SSLError() if error.reason in OWN_REASONS:
            # an end whose clock is wrong also calls it run out: its own dates say more
            own_warnings = certificate_warnings(certificates, datetime.now(UTC))
            invalid = (text for text in own_warnings if text.key != "floor.tls.ends")
            return next(invalid, Text(OWN_REASONS[error.reason], values))
    return None
