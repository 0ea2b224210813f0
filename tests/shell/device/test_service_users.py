"""Root acts as the service's user where it writes his files; anybody else as himself."""

import os
import pwd
from pathlib import Path

import pytest

from firmware.shell.device.service_users import acting_as, give_to

ROOT_ALONE = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as another")
NOBODY = "nobody"


@ROOT_ALONE
def test_root_acts_as_a_user_and_is_root_again(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    before, user = (os.geteuid(), os.getegid(), os.getgroups()), pwd.getpwnam(NOBODY)
    with acting_as(NOBODY):
        assert (os.geteuid(), os.getegid()) == (user.pw_uid, user.pw_gid)
        with pytest.raises(PermissionError):
            (tmp_path / "made").touch()
    assert (os.geteuid(), os.getegid(), os.getgroups()) == before
    (tmp_path / "made").touch()


@ROOT_ALONE
def test_files_are_given_without_following_a_link(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "other")
    (tmp_path / "other").touch()
    give_to(NOBODY, tmp_path / "file", tmp_path / "link")
    number = pwd.getpwnam(NOBODY).pw_uid
    assert [(tmp_path / name).lstat().st_uid for name in ("file", "link")] == [number] * 2
    assert (tmp_path / "other").stat().st_uid == 0


def test_without_the_user_one_acts_as_oneself(tmp_path: Path) -> None:
    with acting_as("nobody-has-it"):
        (tmp_path / "made").touch()
    give_to("nobody-has-it", tmp_path / "made")
    assert (tmp_path / "made").stat().st_uid == os.geteuid()
