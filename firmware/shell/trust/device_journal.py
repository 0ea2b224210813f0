"""The journal of a tournament or a bank: it is begun once, together with its device's key.

If the key exists and both copies are missing, their content is unknown: no new journal is begun.
"""

from dataclasses import replace
from pathlib import Path

from firmware.shell.journal import Journal, JournalCopy, JournalError, JournalStamp, RetentionPolicy
from firmware.shell.trust.keys import DEVICE_KEY_FILE, PUBLIC_KEY_FILE, DeviceKey, fingerprint


def open_device_journal(
    state_directory: Path, copies: tuple[JournalCopy, JournalCopy], stamp: JournalStamp
) -> Journal:
    """Open the journal of the device whose folder this is; both are made at its first start.

    Raises OSError, TrustRefused, any JournalError.
    """
    device = DeviceKey.enrol(state_directory)
    stamp = replace(stamp, device=fingerprint(device.public_key))
    try:
        return Journal.open(copies, stamp, RetentionPolicy(may_begin=device.is_new))
    except JournalError:
        if device.is_new:  # the next start is the first one again
            for name in (DEVICE_KEY_FILE, PUBLIC_KEY_FILE):
                (state_directory / name).unlink()
        raise
