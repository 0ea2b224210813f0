"""Cuts: dpkg is killed, with all that it has started, before each step in turn.

The steps follow from the maintainer scripts: every command of theirs that is no test and no
assignment, as the DEBUG trap of bash meets it; and every program that dpkg itself starts.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.kits.debian.packages import repacked
from tests.kits.debian.roots import DebianRoot, Done
from tools.make_deb import SCRIPTS

CHANGES_NOTHING: Final = "'[ '*|[a-z]*=*|case*|for*|set*|true*|exit*|return*|echo*|printf*|cat*"
STEP: Final = """
step() {
    read -r before </cuts/done
    echo $((before + 1)) >/cuts/done
    [ $((before + 1)) != "$(cat /cuts/at)" ] || { kill -9 -1; kill -9 $$; }
}
"""
TRAP: Final = f"""{STEP}
set -o functrace
before_each() {{
    case $BASH_COMMAND in {CHANGES_NOTHING}) ;; *) step ;; esac
}}
trap before_each DEBUG
"""
OF_DPKG: Final = ("dpkg-deb", "dpkg-split", "rm", "tar")
PROGRAM: Final = f"""#!/bin/sh
{STEP}
step
exec /usr/bin/NAME "$@"
"""


def stepwise(deb: bytes, folder: Path) -> bytes:
    """Return a package whose scripts count their steps, and are killed before the due one."""
    plain = folder / "plain.deb"
    plain.write_bytes(deb)
    return repacked(plain, folder / "stepwise", _set_traps).read_bytes()


def arm(root: DebianRoot) -> None:
    """Have the steps of a root counted from now on, and none cut."""
    for name in OF_DPKG:
        root.put(f"/cuts/{name}", PROGRAM.replace("NAME", name).encode(), 0o755)
    root.put("/cuts/trap", TRAP.encode())
    _due(root, 0)


def cut_at_each_step(armed: DebianRoot, folder: Path, act: str, mend: str) -> Iterator[Done]:
    """Cut the act before each of its steps, each time as `armed` is; yield how mending ends.

    The last time nothing is cut.
    """
    cut, step = True, 0
    while cut:
        step += 1
        root = armed.above(folder / f"cut-{step}")
        _due(root, step)
        done = root.run(f"export PATH=/cuts:$PATH; {act}")
        cut = int(root.did("cat /cuts/done")) >= step
        assert cut == (done.status != 0), done.said
        yield root.run(mend)
        shutil.rmtree(folder / f"cut-{step}")


def _due(root: DebianRoot, step: int) -> None:
    root.put("/cuts/at", f"{step}\n".encode())
    root.put("/cuts/done", b"0\n")


def _set_traps(root: Path) -> None:
    for name in SCRIPTS:
        script = root / "DEBIAN" / name
        shell, _, rest = script.read_text().partition("\n")
        assert shell == "#!/bin/sh"
        script.write_text(f"#!/bin/bash\n. /cuts/trap\n{rest}")
