"""The questions of the host to one machine, in the order in which it asks them."""

from collections import deque
from typing import Final

from drivers.sas import polls
from drivers.sas.answers import COIN_IN, COIN_OUT, JACKPOT, PLAYED
from drivers.sas.polls import Poll
from hal.ports import Millis

EACH_MS: Final = {
    polls.METERS: 1000,
    polls.HOST_LOT_WON: 10_000,
    polls.IDENTITY: 60_000,
    polls.EXTENDED_METERS: 60_000,
}
"""How often these are asked. The wins of the lot and the machine's identity are asked for without
an exception too, since that has no CRC and may be lost.
"""
GAME_METERS: Final = (COIN_IN, COIN_OUT, JACKPOT, PLAYED)


class Wishes:
    """General polls, and between two of them another question. `games` are those of a machine that
    has several.
    """

    def __init__(self, address: int, games: tuple[int, ...], now: Millis) -> None:
        self._address, self._games = address, games
        self._due = dict.fromkeys(EACH_MS, now)
        self._waiting: deque[Poll] = deque()
        self._general = False
        """Whether the last poll was a general one."""

    def add(self, poll: Poll) -> None:
        """Ask this soon, once."""
        if poll not in self._waiting:
            self._waiting.append(poll)

    def done(self, poll: Poll) -> None:
        """Note that a poll was answered, or that there is no use in asking it again."""
        if poll in self._waiting:
            self._waiting.remove(poll)

    def meet(self) -> None:
        """Ask who the machine is, and then for its meters."""
        for command in (polls.VERSION, polls.IDENTITY, polls.GAMES):
            self.add(polls.ask(self._address, command))

    def hurry(self, now: Millis) -> None:
        """Read the meters at the next turn."""
        self._due[polls.METERS] = now

    def next(self, now: Millis) -> Poll:
        """Return the next poll, which is sent now."""
        self._general = not (self._general and self._wanted(now))
        return polls.general(self._address) if self._general else self._waiting[0]

    def _wanted(self, now: Millis) -> bool:
        """Return whether anything but a general poll is wanted; some are, again and again."""
        for command, each_ms in EACH_MS.items():
            if now >= self._due[command]:
                self._due[command] = Millis(now + each_ms)
                for poll in self._polls(command):
                    self.add(poll)
        return bool(self._waiting)

    def _polls(self, command: int) -> list[Poll]:
        if command != polls.EXTENDED_METERS:
            return [polls.ask(self._address, command)]
        return [polls.extended_meters(self._address, game, GAME_METERS) for game in self._games]
