"""`croupier disk prepare`: a new stick for the journal's second copy."""

import pwd
import subprocess
from pathlib import Path

from firmware.cli.args.errors import CannotServe
from firmware.core.vocabulary.panel import Text
from firmware.shell.device.disks import STICK_LABEL
from firmware.shell.device.new_stick import require_erasable
from firmware.shell.device.service_users import SERVICE_USER
from firmware.shell.words.words import Words


def prepare(words: Words, device: Path) -> int:
    """Format a new stick; RequestFailed if it holds a journal, is in use, or is no stick."""
    require_erasable(device)
    try:
        service_user = pwd.getpwnam(SERVICE_USER)
    except KeyError:
        raise CannotServe(Text("disk.no_user", {"user": SERVICE_USER})) from None
    owner = f"root_owner={service_user.pw_uid}:{service_user.pw_gid}"
    # not forced: where there is another file system, mkfs asks the person at the terminal
    formatted = subprocess.run(  # noqa: S603
        ("mkfs.ext4", "-L", STICK_LABEL, "-E", owner, str(device)),  # noqa: S607
        check=False,
    )
    if formatted.returncode != 0:
        raise CannotServe(Text("disk.not_formatted", {"device": str(device)}))
    print(words.render(Text("disk.ready", {"device": str(device)})))
    return 0
