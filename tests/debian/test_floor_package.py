"""The package of a floor's servers in a fresh Debian: installed, upgraded, rolled back, removed.

As root, with mmdebstrap and what the campaign `floor-installs` fetches; elsewhere it is skipped.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware import __version__
from tests.kits.debian.roots import DebianRoot, Done, debian
from tools import make_floor_deb
from tools.make_deb import Target

SITES = os.environ.get("CROUPIER_SITES", "")
ROOTS = os.environ.get("CROUPIER_ROOTS", "")
SITE = Path(SITES) / "site-floor-3.11-x86_64"

pytestmark = [
    pytest.mark.debian,
    pytest.mark.skipif(
        not (SITE.is_dir() and ROOTS and os.getuid() == 0 and shutil.which("mmdebstrap")),
        reason="needs root and mmdebstrap; campaign `floor-installs` runs it",
    ),
]

PACKAGE = "/root/croupier-floor.deb"
INSTALL = f"apt-get install -qq --no-install-recommends --allow-downgrades {PACKAGE}"
DATABASE = "--database sqlite:////var/lib/floor.db"
THIS, NEXT = __version__, "99.0.0"
MIGRATION = """\"\"\"A later table.\"\"\"
import sqlalchemy as sa
from alembic import op
revision, down_revision = "9999_later", {head!r}
{support}
def upgrade() -> None:
    op.create_table("later", sa.Column("id", sa.Integer, primary_key=True))
"""


class Packer:
    """Packages of this tree, in any version."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files = make_floor_deb.sources(SITE, "3.11")

    def deb(self, version: str, *, support: str | None = None) -> bytes:
        """Return a package; with `support`, one whose migrations are one more."""
        folder = self._folder / f"debs-{len([*self._folder.iterdir()])}"
        folder.mkdir()
        start = folder / "version.py"
        text = self._files["firmware/__init__.py"].read_text()
        start.write_text(text.replace(f'"{THIS}"', f'"{version}"'))
        files = self._files | {"firmware/__init__.py": start}
        if support is not None:
            migration = folder / "later.py"
            migration.write_text(MIGRATION.format(head=head(), support=support))
            files |= {"firmware/floor/migrations/versions/later_9999.py": migration}
        return make_floor_deb.make(files, version, Target("3.11", "amd64"), folder).read_bytes()


def head() -> str:
    from alembic.script import ScriptDirectory

    from firmware.floor.schema import MIGRATIONS_FOLDER

    return ScriptDirectory(str(MIGRATIONS_FOLDER)).get_current_head() or ""


@pytest.fixture(scope="module")
def packer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Packer]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("DPKG_DEB_COMPRESSOR_TYPE", "none")  # ninety megabytes take their time
        yield Packer(tmp_path_factory.mktemp("maker"))


@pytest.fixture(scope="module")
def this(packer: Packer) -> bytes:
    return packer.deb(THIS)


@pytest.fixture(scope="module")
def server(this: bytes, tmp_path_factory: pytest.TempPathFactory) -> DebianRoot:
    """A server with this version and its database."""
    lower = debian(Path(ROOTS), "bookworm", "amd64")
    root = DebianRoot(tmp_path_factory.mktemp("server") / "root", lower)
    assert installed(root, this).status == 0
    root.did(f"croupier ledger migrate {DATABASE}; install -m 600 /dev/null /etc/croupier/pit.env")
    return root


@pytest.fixture
def above(server: DebianRoot, tmp_path: Path) -> DebianRoot:
    return server.above(tmp_path / "above")


def installed(root: DebianRoot, content: bytes) -> Done:
    root.put(PACKAGE, content)
    return root.run(INSTALL)


def test_server_has_commands_account_and_units(above: DebianRoot) -> None:
    assert above.did("croupier --version") == f"croupier {THIS}\n"
    assert above.did(f"croupier --lang en ledger migrate --check {DATABASE}").count(head()) == 1
    assert "croupier-floor" in above.did("getent passwd croupier-floor")
    for unit in make_floor_deb.UNITS:
        state = above.did(f"systemctl is-enabled {unit} || true")
        assert state == "disabled\n", "nothing runs before it has its settings"
    assert above.did("systemctl is-enabled croupier-archive.service || true") == "static\n"
    above.did("test -s /usr/share/croupier-floor/monitoring/croupier.rules.yml")
    assert above.did("dpkg --verify croupier-floor") == ""
    for command in ("ledger", "keeper", "pit", "floor archive", "floor drill", "floor versions"):
        assert "--" in above.did(f"croupier --lang en help {command}")


def test_server_has_no_simulation(above: DebianRoot) -> None:
    above.did("test ! -e /opt/croupier-floor/lib/sim")
    refused = above.run("croupier run")
    assert refused.status == 3
    assert "Traceback" not in refused.said


def test_altered_file_is_found(above: DebianRoot) -> None:
    above.did("echo >>/opt/croupier-floor/lib/firmware/floor/schema.py")
    assert "firmware/floor/schema.py" in above.run("dpkg --verify croupier-floor").said


def test_environment_changes_no_module(above: DebianRoot) -> None:
    above.put("/srv/evil/msgspec.py", b"raise SystemExit(99)\n")
    above.did("cd /srv/evil && PYTHONPATH=/srv/evil croupier --version")


@pytest.mark.parametrize(
    ("support", "status", "sentence"),
    [
        (f"OLDEST_SUPPORTED = {head()!r}", 0, "with which this one works"),
        ("", 2, "9999_later"),
    ],
)
def test_upgrade_and_back(
    above: DebianRoot, packer: Packer, this: bytes, support: str, status: int, sentence: str
) -> None:
    assert installed(above, packer.deb(NEXT, support=support)).status == 0
    assert above.did("croupier --version") == f"croupier {NEXT}\n"
    due = above.run(f"croupier --lang en ledger migrate --check {DATABASE}")
    assert (due.status, "9999_later: A later table" in due.said) == (1, True)
    above.did(f"croupier ledger migrate {DATABASE}")
    assert installed(above, this).status == 0
    assert above.did("croupier --version") == f"croupier {THIS}\n"
    back = above.run(f"croupier --lang en ledger migrate --check {DATABASE}")
    assert back.status == status, back.said
    assert sentence in back.said
    assert "Traceback" not in back.said
    above.did("test ! -e /opt/croupier-floor/lib/firmware/floor/migrations/versions/later_9999.py")


def test_purge_keeps_database_and_keys(above: DebianRoot, this: bytes) -> None:
    said = above.did("apt-get purge -qq croupier-floor")
    assert "kept (settings, keys, accounts, archives; the database)" in said
    above.did("test -e /etc/croupier/pit.env && test -s /var/lib/floor.db")
    above.did("test ! -e /opt/croupier-floor && test ! -e /usr/bin/croupier")
    assert installed(above, this).status == 0
    above.did(f"croupier ledger migrate --check {DATABASE}")
