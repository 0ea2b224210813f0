"""A tournament's hall is heard at a socket beside the table's control socket."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.cli.serving.assembly import hall_mail_of, seat_table
from firmware.core.vocabulary.hall import LevelSeen, Move
from firmware.shell.config.defaults import default_table
from firmware.shell.poker_room.tournament_mail import HallMail
from firmware.shell.poker_room.tournament_socket import SOCKET, HallSocket, is_of_device, pass_on
from firmware.shell.words.words import Words
from hal.ports import Millis

SAID = LevelSeen("Gala", 2, (100, 200), 25, 15, moves=(Move(2, 1, 7, comes=False),))


@pytest.fixture
def mail() -> HallMail:
    found = hall_mail_of(seat_table(default_table("holdem-tournament"), simulated=True))
    assert found is not None
    return found


@pytest.fixture
def path(tmp_path: Path, mail: HallMail) -> Iterator[Path]:
    with closing(HallSocket(tmp_path / SOCKET, mail, Words.load("fr"))):
        yield tmp_path / SOCKET


def test_what_the_hall_says_comes_to_the_table(mail: HallMail, path: Path) -> None:
    assert pass_on(path, SAID) == ""
    assert mail.look(Millis(0)) == [SAID]


@pytest.mark.parametrize(
    ("user", "may"),
    [(0, True), (os.getuid(), True), (61_184, True), (1000, False), (65_534, False)],
)
def test_only_the_services_of_the_device_say_a_level(user: int, may: bool) -> None:
    assert is_of_device(user) is may
