"""A tournament's hall is reached at a socket beside the table's control socket."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.cli.serving.assembly import configured_table, tournament_inbox
from firmware.core.vocabulary.tournament import LevelSeen, SeatMove
from firmware.shell.config.defaults import default_table
from firmware.shell.poker_room.tournament_mail import TournamentInbox
from firmware.shell.poker_room.tournament_socket import (
    SOCKET_NAME,
    LevelSocket,
    is_device_user,
    send_level,
)
from firmware.shell.words.words import Words
from hal.ports import Millis

SAID = LevelSeen("Gala", 2, (100, 200), 25, 15, moves=(SeatMove(2, 1, 7, is_arrival=False),))


@pytest.fixture
def mail() -> TournamentInbox:
    found = tournament_inbox(configured_table(default_table("holdem-tournament"), simulated=True))
    assert found is not None
    return found


@pytest.fixture
def path(tmp_path: Path, mail: TournamentInbox) -> Iterator[Path]:
    with closing(LevelSocket(tmp_path / SOCKET_NAME, mail, Words.load("fr"))):
        yield tmp_path / SOCKET_NAME


def test_level_reaches_the_table(mail: TournamentInbox, path: Path) -> None:
    assert send_level(path, SAID) == ""
    assert mail.poll(Millis(0)) == [SAID]


@pytest.mark.parametrize(
    ("user", "may"),
    [(0, True), (os.getuid(), True), (61_184, True), (1000, False), (65_534, False)],
)
def test_only_device_services_send_a_level(user: int, may: bool) -> None:
    assert is_device_user(user) is may
