"""The byte code of a release, for the launcher's `pycache_prefix`.

Python looks for the byte code of `/PLACE/x.py` at `PREFIX/PLACE/x.cpython-311.pyc`. The prefix is
the version's own folder `bytecode`, so that byte code is signed and checked as any other file of
the release, and only that of the usual place is ever found. Each file has the hash of its source:
Python compiles a source anew that is not the one of the byte code.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Final

VERSIONS: Final = PurePosixPath("/opt/croupier/versions")
"""Where the launcher has the versions."""
BYTE_CODE: Final = "bytecode"


def byte_code(
    sources: Mapping[str, Path], place: PurePosixPath, interpreter: str, folder: Path
) -> dict[str, Path]:
    """Compile the sources of a release for `place`; return the files by their paths in it.

    `folder` is an empty one, for the files. What the interpreter can't compile, such as a library's
    file for another Python, is left out. Raises OSError without that interpreter.
    """
    made = folder / "made"
    with tempfile.TemporaryDirectory(dir=folder) as root:
        staged = Path(root) / place.relative_to("/")
        for path in (path for path in sources if path.endswith(".py")):
            (staged / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(sources[path], staged / path)
        _compile(staged, made, interpreter, strip=root)
        compiled = made / staged.resolve().relative_to("/")
        return {
            f"{BYTE_CODE}{place}/{file.relative_to(compiled).as_posix()}": file
            for file in compiled.rglob("*.pyc")
        }


def _compile(staged: Path, made: Path, interpreter: str, strip: str) -> None:
    quiet = ("-q", "-q", "--invalidation-mode=checked-hash")
    # the code's own file names are those of the table
    names = ("-s", strip, "-p", "/")
    prefix = f"pycache_prefix={made}"
    command = (interpreter, "-I", "-X", prefix, "-m", "compileall", *quiet, *names)
    subprocess.run((*command, str(staged.resolve())), check=False)  # noqa: S603
