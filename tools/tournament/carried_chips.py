"""`croupier run` at a table of a tournament whose players bring their chips, and carry them away.

    python -m tools.tournament.carried_chips FOLDER NUMBER ARGUMENT…

The chips of a player on his way are a file in FOLDER, named by the table and spot that he goes to,
and the number of his move; while he leaves or sits down the name has an end more, so that no chips
are lost if the table is killed. It holds their amount and his name; who sits at a spot is a file in
the folder beside it. A table's moves have no names: people read whose one is on the hall's screens.
Nothing of the program is changed: the people of the simulated table are another kind of people.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Final

from firmware.core.tournament.rulings import TableSpot
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.poker_status import PokerStatus
from firmware.core.vocabulary.status import Status
from firmware.core.vocabulary.tournament import SeatMove, SeatRebuy
from firmware.shell.sockets.line_client import ControlError
from firmware.tournament.requests import GetStatus, ask_tournament
from sim.people.by_chance.people_kind import PeopleKind
from sim.people.by_chance.room_players import RoomPlayers
from tools.run_with_people import run_with_people

LEAVES: Final = ".leaves-"
"""Before the table and spot that a player is just leaving."""
SEEN_MS: Final = 120_000
"""How long people look whether a key has done it, by the table's clock, which runs faster."""
SITS: Final = ".sits"
"""After the table and spot where he is just sitting down."""


def chips_file(folder: Path, table: int, spot: int, move: int = 0) -> Path:
    """Return where the chips are of a player who goes to a spot by a move, 0 for the draw."""
    return folder / f"{table}-{spot}-{move}"


def seated_file(folder: Path, table: int, spot: int) -> Path:
    """Return where the name is of the player who sat down last at a spot."""
    return folder.with_name("seated") / f"{table}-{spot}"


class CarryingPlayers(RoomPlayers):
    """The players of one table, who come and go as the hall has moved them."""

    folder: ClassVar[Path]
    number: ClassVar[int]
    resumed: ClassVar = False

    def _seat_tournament_player(self, room: PokerStatus) -> bool:
        """Do one thing that is due before a game is posted; return whether there was one."""
        if not self.resumed:
            type(self).resumed = True
            self._resume(room)
        for rebuy in room.level.rebuys if room.level else ():
            return self._lay(rebuy)
        moves = room.level.moves if room.level else ()
        for move in moves:
            if not move.is_arrival and move.spot in room.seats and self._is_his(move):
                return self._leave(move, room.seats[move.spot].cents)
        for spot, file in self._coming(room, moves):
            if spot not in room.seats and self._sit(spot, file):
                return True
        return False

    def _resume(self, room: PokerStatus) -> None:
        """Put right what a kill has left half done."""
        for file in self.folder.glob(f"*{LEAVES}{self.number}-*"):
            spot = int(file.name.rpartition("-")[2])
            file.unlink() if spot in room.seats else self._gone(file)
        for file in self.folder.glob(f"{self.number}-*{SITS}"):
            spot = int(file.name.split("-")[1])
            self._sits(spot, file) if spot in room.seats else file.rename(file.with_suffix(""))
        self._empty()

    def _leave(self, move: SeatMove, cents: Cents) -> bool:
        to = chips_file(self.folder, move.table, move.seat, move.number)
        file = to.with_name(f"{to.name}{LEAVES}{self.number}-{move.spot}")
        file.write_text(f"{cents} {seated_file(self.folder, self.number, move.spot).read_text()}")
        self._keys.press_at_spot(move.spot, Key.LEAVE_SEAT)
        if self._actor.wait_until(lambda now: move.spot not in _seats(now), SEEN_MS):
            self._gone(file)
        return True

    def _lay(self, rebuy: SeatRebuy) -> bool:
        """Lay the chips of a rebuy, which the hall has sent to the table."""
        self._empty()
        self._keys.press_at_spot(rebuy.spot, Key.SIT_DOWN)
        self._actor.wait_until(lambda now: rebuy not in _rebuys(now), SEEN_MS)
        return True

    def _gone(self, file: Path) -> None:
        file.rename(file.with_name(file.name.partition(LEAVES)[0]))

    def _sit(self, spot: int, file: Path) -> bool:
        """Sit a player down; return whether there was one."""
        sitting = chips_file(self.folder, self.number, spot).with_suffix(SITS)
        try:
            file.rename(sitting)
        except FileNotFoundError:  # he has sat down where he was sent before
            return False
        self._empty()
        self._keys.select_spot(spot)
        self._keys.key_amount(Cents(int(sitting.read_text().split()[0])))
        self._keys.press_key(Key.SIT_DOWN)
        sits = self._actor.wait_until(lambda now: spot in _seats(now), SEEN_MS)
        self._sits(spot, sitting) if sits else sitting.rename(file)
        return True

    def _sits(self, spot: int, sitting: Path) -> None:
        name = sitting.read_text().partition(" ")[2]
        seated_file(self.folder, self.number, spot).write_text(name)
        sitting.unlink()

    def _empty(self) -> None:
        """Empty what was keyed before the table was killed."""
        if Key.EMPTY_PLACE in self._actor.read_status().keys:
            self._keys.press_key(Key.EMPTY_PLACE)

    def _coming(self, room: PokerStatus, moves: Sequence[SeatMove]) -> Iterator[tuple[int, Path]]:
        """Yield the spots to which players come, and their chips; a player who was sent on before
        he sat is still on his way to the seat before.
        """
        if room.big is None:
            for file in sorted(self.folder.glob(f"{self.number}-*-0")):
                yield int(file.name.split("-")[1]), file
        for move in moves:
            if move.is_arrival:
                for number in (move.number, 0):  # 0 if this table was killed while he sat down
                    yield move.spot, chips_file(self.folder, self.number, move.spot, number)
                before = self.folder.glob(f"{move.table}-{move.seat}-*")
                numbers = (file.name.rpartition("-")[2] for file in before if not file.suffix)
                for number in sorted(n for n in map(int, numbers) if n < move.number):
                    file = chips_file(self.folder, move.table, move.seat, number)
                    if self._is_sent(file, (self.number, move.spot)):
                        yield move.spot, file

    def _is_his(self, move: SeatMove) -> bool:
        """Return whether it is the player at a spot who is to leave it: another may have come."""
        name = seated_file(self.folder, self.number, move.spot).read_text()
        return (name, (move.table, move.seat)) in self._sent()

    def _is_sent(self, file: Path, to: TableSpot) -> bool:
        try:
            return (file.read_text().partition(" ")[2], to) in self._sent()
        except FileNotFoundError:  # he has sat down elsewhere
            return False

    def _sent(self) -> set[tuple[str, TableSpot]]:
        """Return who is sent to which seat; nothing as long as the hall does not answer."""
        try:
            status = ask_tournament(self.folder.parent, GetStatus()).status
        except ControlError:
            return set()
        return {(move.player, move.to) for move in status.moves} if status else set()


def _seats(now: Status) -> set[int]:
    return set(now.room.seats) if now.room else set()


def _rebuys(now: Status) -> tuple[SeatRebuy, ...]:
    return now.room.level.rebuys if now.room and now.room.level else ()


def main() -> int:
    folder, number, *arguments = sys.argv[1:]
    CarryingPlayers.folder, CarryingPlayers.number = Path(folder), int(number)
    return run_with_people(arguments, PeopleKind(make_room_players=CarryingPlayers))


if __name__ == "__main__":
    sys.exit(main())
