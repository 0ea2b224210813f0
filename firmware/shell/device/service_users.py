"""The users of the machine under which a table's service and its console run."""

import grp
import logging
import os
import pwd
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

SERVICE_USER: Final = "croupier"
CONSOLE_USER: Final = "croupier-console"
CONSOLE_GROUP: Final = "croupier-console"

log = logging.getLogger(__name__)


def share_with_console(path: Path, mode: int, group: str = CONSOLE_GROUP) -> None:
    """Let the console use a path too, if its group exists and this user is in it. Raises OSError.

    Otherwise the path stays the service's own.
    """
    try:
        os.chown(path, -1, grp.getgrnam(group).gr_gid)
        path.chmod(mode)
    except (KeyError, PermissionError) as error:
        log.info("%s: for its own user alone: %s", path, error)


@contextmanager
def acting_as(user: str) -> Iterator[None]:
    """Act with a user's rights alone, and make files that are his: as root, if there is that user.

    Anybody else acts as himself.
    """
    user_entry = _user_entry(user)
    if os.geteuid() != 0 or user_entry is None:
        yield
        return
    own_groups, own_group = os.getgroups(), os.getegid()
    os.setgroups(os.getgrouplist(user, user_entry.pw_gid))
    os.setegid(user_entry.pw_gid)
    os.seteuid(user_entry.pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(own_group)
        os.setgroups(own_groups)


def give_to(user: str, *paths: Path) -> None:
    """Have paths belong to a user, if there is that user. Raises OSError.

    Another machine may have given him another number; a disk where he has the same is not written.
    """
    user_entry = _user_entry(user)
    if user_entry is None:
        return
    owner = (user_entry.pw_uid, user_entry.pw_gid)
    for path in paths:
        status = path.lstat()
        if (status.st_uid, status.st_gid) != owner:
            os.chown(path, *owner, follow_symlinks=False)


def _user_entry(user: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(user)
    except KeyError:
        return None
