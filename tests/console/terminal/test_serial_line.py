"""From laptop to table over a real serial port: served by one process, joined by another."""

import os
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from threading import Event, Thread

from firmware.console.access.accounts import Accounts
from tests.kits.console.served_kit import CHEAP, LEA, PASSPHRASE
from tests.kits.console.spawned import sockets, spawned


@contextmanager
def cable() -> Iterator[tuple[str, str]]:
    """Two serial ports that are joined."""
    ends = [os.openpty(), os.openpty()]
    for _, slave in ends:
        tty.setraw(slave)
    (one, _), (other, _) = ends
    pulled = Event()

    def carry() -> None:
        while not pulled.is_set():
            for fd in select([one, other], [], [], 0.05)[0]:
                os.write(other if fd == one else one, os.read(fd, 4096))

    thread = Thread(target=carry, daemon=True)
    thread.start()
    try:
        yield os.ttyname(ends[0][1]), os.ttyname(ends[1][1])
    finally:
        pulled.set()
        thread.join()
        for pair in ends:
            for fd in pair:
                os.close(fd)


def test_laptop_to_table_over_serial_line(tmp_path: Path) -> None:
    Accounts(tmp_path, hash_cost=CHEAP).add_account(LEA, PASSPHRASE)
    config = tmp_path / "table.toml"
    with sockets(tmp_path) as table, cable() as (near, far):
        config.write_text(f'[console]\nport = "{near}"\n[nonsense]\n')
        where = ["--socket", str(table.path), "--state", str(tmp_path), "--config", str(config)]
        with spawned(*where, "--serve") as console, spawned("--port", far) as laptop:
            console.laptop.sees(near)
            laptop.laptop.sees("Ctrl-]")
            laptop.laptop.type("\r")
            laptop.laptop.ends_with("Baccara 2 >")
            laptop.laptop.enter("login lea")
            laptop.laptop.sees("Phrase de passe")
            laptop.laptop.enter(PASSPHRASE)
            laptop.laptop.ends_with("lea (technicien) >")
            laptop.laptop.enter("stat")
            laptop.laptop.sees("11 sur 11 vont bien")
        assert table.said[0] == "login"
