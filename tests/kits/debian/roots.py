"""Debian in a folder: made once by mmdebstrap, changed in a layer above, entered by chroot."""

import subprocess
from pathlib import Path
from typing import Final, NamedTuple

INSTALLED: Final = "python3,systemd,udev"
"""What a Raspberry Pi OS has besides the essential packages, as far as the package needs it."""
_PREPARE: Final = """
set -e
if [ -n "$ROOM" ]; then
    mount -t tmpfs -o "size=$ROOM" tmpfs "$LAYER"
    mkdir "$LAYER/upper" "$LAYER/work"
fi
mount -t overlay overlay -o "lowerdir=$LOWER,upperdir=$LAYER/upper,workdir=$LAYER/work" "$PLACE"
mount -t proc proc "$PLACE/proc"
mount -t tmpfs -o mode=755 tmpfs "$PLACE/dev"
mknod -m 666 "$PLACE/dev/null" c 1 3
mknod -m 666 "$PLACE/dev/urandom" c 1 9
exec chroot "$PLACE" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \\
    DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 /bin/sh -c "$SCRIPT"
"""


class Done(NamedTuple):
    status: int
    said: str
    """Both outputs, in their order."""


class DebianRoot:
    """A root whose changes are in a folder of its own, above one or more that stay as they are."""

    def __init__(self, folder: Path, *lower: Path) -> None:
        self._folder, self._lower = folder, lower
        for name in ("layer/upper", "layer/work", "place"):
            (folder / name).mkdir(parents=True)

    def above(self, folder: Path) -> "DebianRoot":
        """Return a root that begins as this one is now; this one must not be changed any more."""
        return DebianRoot(folder, self._folder / "layer" / "upper", *self._lower)

    def put(self, path: str, content: bytes, mode: int = 0o644) -> None:
        """Put a file in, whose folders may be new."""
        place = self._folder / "layer" / "upper" / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        place.chmod(mode)

    def run(self, script: str, *, room: str = "") -> Done:
        """Run a script as the first process of its own, on a disk with `room` left if given.

        What a script changes on such a disk is lost.
        """
        done = subprocess.run(
            ("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", _PREPARE),
            env={
                "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
                "ROOM": room,
                "LOWER": ":".join(map(str, self._lower)),
                "LAYER": str(self._folder / "layer"),
                "PLACE": str(self._folder / "place"),
                "SCRIPT": script,
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return Done(done.returncode, done.stdout)

    def did(self, script: str) -> str:
        """Run a script that must succeed; return what it said."""
        done = self.run(script)
        assert done.status == 0, done.said
        return done.said


def debian(folder: Path, suite: str, architecture: str) -> Path:
    """Return a fresh Debian, made if it is not there yet."""
    place = folder / f"{suite}-{architecture}"
    if not place.exists():
        folder.mkdir(parents=True, exist_ok=True)
        half = place.with_suffix(".half")
        subprocess.run(
            (
                *("mmdebstrap", "--quiet", "--variant=minbase", f"--include={INSTALLED}"),
                *(f"--architectures={architecture}", suite, str(half)),
            ),
            check=True,
        )
        half.rename(place)
    return place
