"""The host's talk with one machine: what it asks next. Nothing of it outlives the process."""

from collections import deque
from typing import Final

from drivers.sas import polls
from drivers.sas.answers import COIN_IN, COIN_OUT, JACKPOT, PLAYED
from drivers.sas.polls import Poll
from firmware.slots.state import Link
from hal.ports import Millis

APART_MS: Final = 201
"""No machine is polled faster than each 200 ms (B), and a clock in whole ones may be one off."""
LOST_APART_MS: Final = 2000
"""A lost machine is polled at times; none slower than each 5 s (B)."""
METERS_MS: Final = 1000
GAMES_MS: Final = 60_000
WON_MS: Final = 10_000
"""What was won is asked for without an exception too, since that has no CRC and may be lost."""
GAME_METERS: Final = (COIN_IN, COIN_OUT, JACKPOT, PLAYED)


EACH: Final = {
    polls.METERS: METERS_MS,
    polls.EXTENDED_METERS: GAMES_MS,
    polls.HOST_LOT_WON: WON_MS,
}
"""How often these are asked."""


class Talk:
    """Polls of one machine: general ones, and between two of them something else that is wanted."""

    def __init__(self, address: int, games: tuple[int, ...], now: Millis) -> None:
        self.address = address
        self._games = games
        """Those of more than one."""
        self.asked_at = self.free_at = now
        """When it was polled last, and when it may be polled again."""
        self.heard_at = now
        self.read_at: dict[int, Millis] = {}
        """When the meters of each game were last read in this run."""
        self._due = dict.fromkeys(EACH, now)
        self._wishes: deque[Poll] = deque()
        self._general = False
        """Whether the last poll was a general one."""
        self.tries = 0
        """How often the last poll was sent in vain."""
        self.silent = False
        """Whether nothing came at all."""

    def asked(self, now: Millis, link: Link) -> None:
        """Note that it is polled now."""
        self.asked_at = now
        self.free_at = Millis(now + (LOST_APART_MS if link == "lost" else APART_MS))

    def wish(self, poll: Poll) -> None:
        """Ask this soon, once."""
        if poll not in self._wishes:
            self._wishes.append(poll)

    def meet(self) -> None:
        """Ask who the machine is, and then for its meters."""
        for command in (polls.VERSION, polls.IDENTITY, polls.GAMES):
            self.wish(polls.ask(self.address, command))

    def hurry(self) -> None:
        """Read the meters at the next turn."""
        self._due[polls.METERS] = self.asked_at

    def next_poll(self, now: Millis) -> Poll:
        """Return the next poll, which is sent now. A machine that does not answer is asked for
        its meters alone: what it tells only once it might take for heard, and forget.
        """
        if self.silent:
            return polls.ask(self.address, polls.METERS)
        self.tries = 0
        self._general = not (self._general and self._wanted(now))
        return polls.general(self.address) if self._general else self._wishes[0]

    def done(self, poll: Poll) -> None:
        """Note that a poll was answered, or that there is no use in asking it again."""
        if poll in self._wishes:
            self._wishes.remove(poll)

    def _wanted(self, now: Millis) -> bool:
        """Return whether anything but a general poll is wanted; some are, again and again."""
        for command, each_ms in EACH.items():
            if now >= self._due[command]:
                self._due[command] = Millis(now + each_ms)
                for poll in self._polls(command):
                    self.wish(poll)
        return bool(self._wishes)

    def _polls(self, command: int) -> list[Poll]:
        if command != polls.EXTENDED_METERS:
            return [polls.ask(self.address, command)]
        return [polls.extended_meters(self.address, game, GAME_METERS) for game in self._games]
