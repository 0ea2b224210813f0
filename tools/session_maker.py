"""A maker of programs: his key, a release of this very tree, and where it is installed."""

from contextlib import closing
from pathlib import Path

from firmware import __version__
from firmware.shell.trust.keys import create_key, public_octets, read_private_key, write_public_key
from firmware.shell.trust.package import ReleasePackage
from firmware.shell.trust.versions import install_package
from tools.release import TREE, pack, program


class Maker:
    """Makes a key in `room` and installs his release of the program there, without libraries."""

    def __init__(self, room: Path) -> None:
        create_key(room / "maker.key")
        key = read_private_key(room / "maker.key")
        self.public = room / "maker.pub"
        write_public_key(self.public, public_octets(key))
        package, versions, state = room / "release.croupier", room / "versions", room / "trial"
        pack(package, program(TREE), __version__, key)
        state.mkdir()
        with closing(ReleasePackage.open(package)) as opened:
            install_package(opened, public_octets(key), versions, state, "")
        package.unlink()
        self.root = versions / __version__
        """The folder of the program."""
