"""The stick of another table, with its journal and its backup, as a file of an ext4 file system."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.kits.pi.built import SERVICE_ACCOUNT, make_stick
from tests.kits.shell.replaced_card import HALF_A_ROUND, ROUND, table_with_stick

TABLE: Final = "Baccara 2"


def other_stick(path: Path) -> Path:
    """Make the stick of a table in whose second round two bets are locked."""
    with TemporaryDirectory() as folder:
        table = table_with_stick(Path(folder))
        table.play(*ROUND, *HALF_A_ROUND)
        user, group = map(int, SERVICE_ACCOUNT.split(":"))
        for each in table.stick.rglob("*"):
            os.chown(each, user, group, follow_symlinks=False)
        return make_stick(path, table.stick)
