"""The journal of a hall or a bank: it is begun once, together with its device's key.

Where the key is and both copies are gone, nobody knows what was in them: no other is begun there.
"""

from dataclasses import replace
from pathlib import Path

from firmware.shell.journal import Journal, JournalCopy, JournalError, Policy, Stamp
from firmware.shell.trust.keys import KEY, PUBLIC, Device, fingerprint


def own_journal(state: Path, copies: tuple[JournalCopy, JournalCopy], stamp: Stamp) -> Journal:
    """Open the journal of the device whose folder this is; both are made at its first start.

    Raises OSError, TrustError, any JournalError.
    """
    device = Device.enrol(state)
    stamp = replace(stamp, device=fingerprint(device.public))
    try:
        return Journal.open(copies, stamp, Policy(begins=device.new))
    except JournalError:
        if device.new:  # the next start is the first one again
            for name in (KEY, PUBLIC):
                (state / name).unlink()
        raise
