"""A maker of programs: his key, a release of this very tree, and where it is installed."""

from contextlib import closing
from pathlib import Path

from firmware import __version__
from firmware.shell.trust.keys import make_key, public_of, read_key, write_public
from firmware.shell.trust.package import Package
from firmware.shell.trust.versions import install
from tools.release import TREE, pack, program


class Maker:
    """Makes a key in `room` and installs his release of the program there, without libraries."""

    def __init__(self, room: Path) -> None:
        make_key(room / "maker.key")
        key = read_key(room / "maker.key")
        self.public = room / "maker.pub"
        write_public(self.public, public_of(key))
        package, versions, state = room / "release.croupier", room / "versions", room / "trial"
        pack(package, program(TREE), __version__, key)
        state.mkdir()
        with closing(Package.open(package)) as opened:
            install(opened, public_of(key), versions, state, "")
        package.unlink()
        self.root = versions / __version__
        """Where the program stands."""
