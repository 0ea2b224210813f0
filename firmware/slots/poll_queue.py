"""The queue of polls to one machine: general polls, and long polls in between."""

from typing import Final

from drivers.sas import polls
from drivers.sas.polls import Poll
from drivers.sas.responses import COIN_IN_METER, COIN_OUT_METER, GAMES_PLAYED_METER, JACKPOT_METER
from hal.ports import Millis

POLL_INTERVALS_MS: Final = {
    polls.BASIC_METERS: 1000,
    polls.HOST_JACKPOT_WON: 10_000,
    polls.MACHINE_IDENTITY: 60_000,
    polls.EXTENDED_METERS: 60_000,
    polls.HAND_PAY: 15_000,
}
"""How often these commands are polled. Jackpot wins, hand pays and the identity are polled without
an exception too: an exception has no CRC and may be lost.
"""
GAME_METERS: Final = (COIN_IN_METER, COIN_OUT_METER, JACKPOT_METER, GAMES_PLAYED_METER)


class PollQueue:
    """Alternates general polls and queued long polls. `game_numbers` are those of a machine with
    several.
    """

    def __init__(self, address: int, game_numbers: tuple[int, ...], now: Millis) -> None:
        self._address, self._game_numbers = address, game_numbers
        self._due_at = dict.fromkeys(POLL_INTERVALS_MS, now)
        self._due_at[polls.HAND_PAY] = Millis(now + POLL_INTERVALS_MS[polls.HAND_PAY])
        self._queued_polls: dict[Poll, None] = {}
        """In their order. Each is found at once: a machine may claim to have thousands of games."""
        self._setting_polls: dict[Poll, None] = {}
        """Sent while no other is queued."""
        self.polls_hand_pay = True
        """Whether the hand pay is polled without an exception."""
        self._last_was_general = False
        """Whether the last poll was a general poll."""

    def add_poll(self, poll: Poll) -> None:
        """Queue a poll, once."""
        self._queued_polls.setdefault(poll)

    def add_setting_poll(self, poll: Poll) -> None:
        """Queue a poll behind all others, once."""
        self._setting_polls.setdefault(poll)

    def remove_poll(self, poll: Poll) -> None:
        """Remove a poll that was answered or given up."""
        self._queued_polls.pop(poll, None)
        self._setting_polls.pop(poll, None)

    def identify(self) -> None:
        """Queue the polls that identify the machine."""
        for command in (polls.SAS_VERSION, polls.MACHINE_IDENTITY, polls.GAME_COUNT):
            self.add_poll(polls.read_poll(self._address, command))

    def poll_now(self, command: int, now: Millis) -> None:
        """Make a poll that has an interval due now."""
        self._due_at[command] = now

    def poll_hand_pay(self) -> None:
        """Poll for a hand pay that was begun before the machine was met."""
        if self.polls_hand_pay:
            self.add_setting_poll(polls.read_poll(self._address, polls.HAND_PAY))

    def next_poll(self, now: Millis) -> Poll:
        """Return the next poll, to be sent now."""
        # at most every second poll is a long one, so exceptions never wait behind them
        self._last_was_general = not (self._last_was_general and self._has_due_poll(now))
        return (
            polls.general_poll(self._address)
            if self._last_was_general
            else next(iter(self._queued_polls or self._setting_polls))
        )

    def _has_due_poll(self, now: Millis) -> bool:
        """Queue the long polls that are due, and return whether any is queued."""
        for command, interval_ms in POLL_INTERVALS_MS.items():
            if now >= self._due_at[command]:
                self._due_at[command] = Millis(now + interval_ms)
                for poll in self._polls_of_command(command):
                    self.add_poll(poll)
        return bool(self._queued_polls or self._setting_polls)

    def _polls_of_command(self, command: int) -> list[Poll]:
        if command == polls.HAND_PAY and not self.polls_hand_pay:
            return []
        if command != polls.EXTENDED_METERS:
            return [polls.read_poll(self._address, command)]
        return [
            polls.extended_meters_poll(self._address, game_number, GAME_METERS)
            for game_number in self._game_numbers
        ]
