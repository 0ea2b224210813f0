"""`croupier run` at a table of a tournament whose players bring their chips, and carry them away.

    python -m tools.tournament.at_table FOLDER NUMBER ARGUMENT…

The chips of a player on his way are a file in FOLDER, named by the table and spot that he goes to.
Nothing of the program is changed: the people of the simulated table are another kind of people.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from firmware.cli.main import main as croupier
from firmware.core.vocabulary.hall import Move
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.room_status import RoomStatus
from firmware.people.by_chance import room_croupier
from firmware.people.by_chance.room_players import RoomPlayers


def chips_file(folder: Path, table: int, spot: int) -> Path:
    """Return where the chips are of a player who goes to a spot."""
    return folder / f"{table}-{spot}"


class CarryingPlayers(RoomPlayers):
    """The players of one table, who come and go as the hall has moved them."""

    folder: ClassVar[Path]
    number: ClassVar[int]

    def _begin(self, room: RoomStatus) -> bool:
        """Do one thing that is due before a game is posted; return whether there was one."""
        moves = room.level.moves if room.level else ()
        for move in moves:
            if not move.comes and move.spot in room.seats:
                return self._leave(move, room.seats[move.spot].cents)
        awaited = {move.spot for move in moves if move.comes}
        for spot, file in self._waiting():
            if spot not in room.seats and (room.big is None or spot in awaited):
                return self._sit(spot, file)
        return False

    def _leave(self, move: Move, cents: Cents) -> bool:
        self._at(move.spot, Key.LEAVE)
        gone = move.spot not in self._seats()
        if gone:
            chips_file(self.folder, move.table, move.seat).write_text(str(cents))
        return gone

    def _sit(self, spot: int, file: Path) -> bool:
        self._choose(spot)
        self._amount(Cents(int(file.read_text())))
        self._press(Key.SIT_DOWN)
        sits = spot in self._seats()
        if sits:
            file.unlink()
        return sits

    def _waiting(self) -> Iterator[tuple[int, Path]]:
        for file in sorted(self.folder.glob(f"{self.number}-*")):
            if file.read_text():
                yield int(file.name.partition("-")[2]), file

    def _seats(self) -> set[int]:
        room = self._body.look().room
        return set(room.seats) if room else set()


def main() -> int:
    folder, number, *arguments = sys.argv[1:]
    CarryingPlayers.folder, CarryingPlayers.number = Path(folder), int(number)
    room_croupier.RoomPlayers = CarryingPlayers  # type: ignore[misc]
    return croupier(arguments)


if __name__ == "__main__":
    sys.exit(main())
