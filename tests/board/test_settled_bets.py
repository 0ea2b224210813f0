"""Why a round was settled as it was, on a board: bets of ended rounds alone, asked for once."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from firmware.board.settled_bets import SettledBets, settled_bets
from firmware.shell.sockets.line_client import ControlError
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.why.spoken_answer import SpokenAnswer, SpokenRound, SpokenRounds

TIE = SpokenAnswer("tie", (), (), (), (), (12,), differs=False, spot=3, on="tie", bettor=None)
ALARM = msgspec.structs.replace(TIE, subject="alarm", spot=None, on=None)


def round_of(number: int, *, ended: bool = True, test: bool = False) -> SpokenRound:
    return SpokenRound(number, "baccarat", test, ended, (TIE, ALARM))


class AnsweringTable:
    """A table at a control socket, and what it was asked."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rounds: tuple[SpokenRound, ...] = ()
        self.queries: list[dict[str, object]] = []
        self.socket = LineSocket(path, 0o666, self._answer)

    def _answer(self, line: bytes, _uid: int) -> SpokenRounds:
        self.queries.append(json.loads(line))
        return SpokenRounds(self.rounds)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AnsweringTable]:
    table = AnsweringTable(tmp_path / "control.sock")
    with closing(table.socket):
        yield table


def numbers(found: SpokenRounds) -> list[int]:
    return [each.round for each in found.rounds]


def test_round_under_way_is_not_shown(table: AnsweringTable) -> None:
    table.rounds = (round_of(4), round_of(5, ended=False))
    assert numbers(settled_bets(table.path, "fr")) == [4]
    table.rounds = (round_of(5, ended=False),)
    assert numbers(settled_bets(table.path, "fr")) == []


def test_round_of_a_test_is_not_shown(table: AnsweringTable) -> None:
    table.rounds = (round_of(4), round_of(5, test=True))
    assert numbers(settled_bets(table.path, "fr")) == [4]


def test_players_see_bets_alone(table: AnsweringTable) -> None:
    table.rounds = (round_of(4),)
    (shown,) = settled_bets(table.path, "fr").rounds
    assert shown.answers == (TIE,)


def test_bets_are_in_order_of_spots(table: AnsweringTable) -> None:
    bets = [msgspec.structs.replace(TIE, spot=spot) for spot in (10, 2, 3)]
    table.rounds = (msgspec.structs.replace(round_of(4), answers=tuple(bets)),)
    (shown,) = settled_bets(table.path, "fr").rounds
    assert [answer.spot for answer in shown.answers] == [2, 3, 10]


def test_one_query_of_the_table_a_round(table: AnsweringTable) -> None:
    settled = SettledBets()
    for round_state in [
        ("open", 4, "fr"),
        ("open", 4, "fr"),
        ("round", 5, "fr"),
        ("round", 5, "en"),
    ]:
        settled.answers(table.path, round_state)
    assert [query["lang"] for query in table.queries] == ["fr", "fr", "en"]


def test_query_of_a_silent_table_is_repeated(table: AnsweringTable, tmp_path: Path) -> None:
    settled = SettledBets()
    with pytest.raises(ControlError):
        settled.answers(tmp_path / "none.sock", ("open", 4, "fr"))
    table.rounds = (round_of(4),)
    assert numbers(settled.answers(table.path, ("open", 4, "fr"))) == [4]
