"""The SAS host of one wire: octets in, octets out, on the time that it is given.

A response is journaled in both copies before the next message goes out, since that message
acknowledges it (B). A machine without a response for 30 s is lost (B).
"""

import logging
from collections.abc import Callable
from typing import Final

from drivers.sas import polls, responses
from drivers.sas.exceptions import ExceptionMeaning
from drivers.sas.exchange import PollEnding, PollExchange, PollOutcome
from drivers.sas.polls import Poll
from firmware.slots.contributions import misregistered_games
from firmware.slots.entries import (
    ExceptionReported,
    IdentityReported,
    LinkChanged,
    MachineEntry,
    MetersRead,
)
from firmware.slots.journaled_bank import JournaledBank
from firmware.slots.poll_queue import PollQueue
from firmware.slots.poll_scheduler import MAX_ATTEMPTS, MAX_POLL_INTERVAL_MS, PollScheduler
from firmware.slots.poll_state import PollState
from firmware.slots.responses import METER_POLLS, polled_game, response_entries
from firmware.slots.state import LinkState
from hal.errors import BadReply
from hal.ninth_bit import Unmarker
from hal.ports import Millis

LINK_LOST_MS: Final = 30_000
DISCONNECTED_LINKS: Final = frozenset({"new", "deaf", "lost"})
"""After such a link or exception another machine may be at the address: it is identified anew."""
IDENTITY_DOUBTFUL: Final = frozenset({ExceptionMeaning.OPTIONS_CHANGED, ExceptionMeaning.POWER_ON})

log = logging.getLogger(__name__)


class BankHost:
    """Polls the machines of a bank; `wall_clock` is the Unix time in milliseconds."""

    def __init__(self, bank: JournaledBank, wall_clock: Callable[[], int], now: Millis) -> None:
        self._bank, self._wall_clock = bank, wall_clock
        self._exchange, self._unmarker = PollExchange(), Unmarker()
        self._poll_states = {
            address: PollState(address, PollQueue(address, tuple(machine.games), now), now)
            for address, machine in bank.state.terms.machine.items()
        }
        self._scheduler = PollScheduler(self._poll_states, now)
        for poll_state in self._poll_states.values():
            self._identify_machine(poll_state)

    @property
    def due_at(self) -> Millis:
        """When `next_message` or the response timeout is due, if no octet comes before."""
        return self._scheduler.due_at if self._exchange.poll is None else self._exchange.deadline

    def receive(self, received: bytes, now: Millis) -> None:
        """Receive octets in the form of `hal.ninth_bit`. Raises JournalLost."""
        poll = self._exchange.poll
        for outcome in self._exchange.receive(self._unmarker.decode_octets(received), now):
            if outcome.ending is PollEnding.CHIRP:
                self._chirp_received(outcome.address, now)
            elif poll is not None:
                self._poll_ended(poll, outcome, now)

    def next_message(self, now: Millis) -> bytes:
        """Return the message to send now; b"" if none is due or a response is awaited."""
        if now < self.due_at or self._exchange.poll is not None:
            return b""
        poll = self._scheduler.next_message(self._jackpot_broadcast, now)
        self._begin_poll(poll, now)
        return poll.octets

    def message_sent(self, now: Millis) -> None:
        """Restart the timing of the last poll: it has left only now, because the port was slow."""
        if self._exchange.poll is not None:
            self._begin_poll(self._exchange.poll, now)

    def _begin_poll(self, poll: Poll, now: Millis) -> None:
        if poll.is_answered:
            self._exchange.begin_poll(poll, now)
        self._scheduler.poll_sent(
            poll, now, self._link_state(poll.address) if poll.is_answered else "up"
        )

    def _jackpot_broadcast(self) -> Poll:
        """Return the broadcast: the jackpot's amount (91), or the synchronization poll if it cannot
        be sent.
        """
        bank_state = self._bank.state
        jackpot_terms = bank_state.terms.progressive
        if jackpot_terms is None or bank_state.jackpot_cents > polls.MAX_JACKPOT_CENTS:
            return polls.SYNCHRONIZATION_POLL
        return polls.jackpot_broadcast(
            jackpot_terms.group, jackpot_terms.level, bank_state.jackpot_cents
        )

    # responses

    def _poll_ended(self, poll: Poll, outcome: PollOutcome, now: Millis) -> None:
        poll_state = self._poll_states[poll.address]
        if outcome.ending is PollEnding.ANSWERED:
            outcome = self._take_response(poll, outcome, poll_state, now)
        if outcome.ending in (PollEnding.SILENT, PollEnding.DOUBTFUL):
            self._poll_failed(poll, outcome, poll_state, now)
            return
        poll_state.note_answered(now)
        if poll.command is not None or self._link_state(poll.address) != "doubtful":
            self._set_link(poll.address, "up")  # a general poll's answer has no CRC
        if outcome.ending is not PollEnding.BUSY:
            poll_state.poll_queue.remove_poll(poll)

    def _take_response(
        self, poll: Poll, outcome: PollOutcome, poll_state: PollState, now: Millis
    ) -> PollOutcome:
        """Journal a response; return its outcome, DOUBTFUL if it cannot be decoded."""
        game_number = polled_game(poll)
        elapsed_ms = self._elapsed_ms(poll_state, game_number, now)
        try:
            for entry in response_entries(poll, outcome.response, self._wall_clock(), elapsed_ms):
                # durable before the next message leaves: that one acknowledges the response (B)
                if self._bank.take_entry(entry):
                    self._follow_up_entry(poll_state, entry, now)
            if poll.command == polls.GAME_COUNT:
                self._poll_games(poll_state, responses.decode_game_count(outcome.response))
        except BadReply as error:
            return PollOutcome(PollEnding.DOUBTFUL, poll.address, error=error)
        if poll.command in METER_POLLS:
            poll_state.meters_read_at[game_number] = now
        return outcome

    def _elapsed_ms(self, poll_state: PollState, game_number: int, now: Millis) -> int:
        """Return how long ago the meters were read; in the first reading of a run, since the
        journaled one.
        """
        if game_number in poll_state.meters_read_at:
            return now - poll_state.meters_read_at[game_number]
        return (
            self._wall_clock()
            - self._bank.state.machines[poll_state.address].contributions.meters_read_ms
        )

    def _poll_failed(
        self, poll: Poll, outcome: PollOutcome, poll_state: PollState, now: Millis
    ) -> None:
        log.info("machine %d: %s %s", poll_state.address, outcome.ending, outcome.error)
        poll_state.note_failed(now, is_silent=outcome.ending is PollEnding.SILENT)
        is_retried = self._scheduler.retry(poll, now)
        if not is_retried and not poll_state.is_silent:
            self._set_link(poll_state.address, "doubtful")
        # given up; a command with an interval is queued again when it is due
        if poll_state.failed_attempts >= MAX_ATTEMPTS:
            poll_state.poll_queue.remove_poll(poll)
        if now - poll_state.answered_at >= LINK_LOST_MS:
            for lost_state in self._lost_together(poll_state, now):
                self._set_link(lost_state.address, "lost")

    def _lost_together(self, poll_state: PollState, now: Millis) -> list[PollState]:
        """Return the machines that are lost together with this one.

        If all machines fell silent within one round of polls, the wire is cut: they are lost at
        once, and not one after the other as each one's 30 s end.
        """
        last_answered_at = max(candidate.answered_at for candidate in self._poll_states.values())
        if last_answered_at - poll_state.answered_at >= MAX_POLL_INTERVAL_MS:
            return [poll_state]
        silent_states = [
            candidate
            for candidate in self._poll_states.values()
            if last_answered_at - candidate.answered_at < MAX_POLL_INTERVAL_MS
        ]
        is_wire_down = now - last_answered_at >= LINK_LOST_MS and all(
            candidate.is_silent for candidate in silent_states
        )
        return silent_states if is_wire_down else []

    # links and follow-up polls

    def _chirp_received(self, address: int, now: Millis) -> None:
        if address in self._poll_states:
            # a chirp proves that the machine is powered and the wire intact in one direction
            self._poll_states[address].answered_at = now
            self._set_link(address, "deaf")

    def _set_link(self, address: int, link_state: LinkState) -> None:
        previous_link = self._link_state(address)
        if (
            self._bank.take_entry(LinkChanged(address, self._wall_clock(), link_state))
            and previous_link in DISCONNECTED_LINKS
        ):
            self._identify_machine(self._poll_states[address])

    def _link_state(self, address: int) -> LinkState:
        return self._bank.state.machines[address].conditions.link_state

    def _identify_machine(self, poll_state: PollState) -> None:
        poll_state.poll_queue.identify()
        self._poll_jackpot_wins(poll_state)

    def _poll_jackpot_wins(self, poll_state: PollState) -> None:
        for command in self._bank.state.machines[poll_state.address].play_state.win_commands:
            poll_state.poll_queue.add_poll(polls.read_poll(poll_state.address, command))

    def _follow_up_entry(self, poll_state: PollState, entry: MachineEntry, now: Millis) -> None:
        match entry:
            case ExceptionReported(meaning=meaning) if meaning in IDENTITY_DOUBTFUL:
                poll_state.poll_queue.identify()
            case ExceptionReported():
                poll_state.poll_queue.read_meters_now(now)
            case MetersRead() | IdentityReported():
                self._update_shutdown(poll_state)
        self._poll_jackpot_wins(poll_state)

    def _update_shutdown(self, poll_state: PollState) -> None:
        """Shut down a machine that differs from its registration, if the bank's terms say so; or
        start it.
        """
        bank_state = self._bank.state
        is_misregistered = bool(misregistered_games(bank_state, poll_state.address))
        is_shut_down = bank_state.machines[poll_state.address].conditions.is_shut_down
        if bank_state.terms.shut_down and is_misregistered != is_shut_down:
            command = polls.SHUT_DOWN if is_misregistered else polls.START_UP
            poll_state.poll_queue.add_poll(polls.command_poll(poll_state.address, command))

    def _poll_games(self, poll_state: PollState, game_count: int) -> None:
        """Poll the identity of each game of a machine that has several (88, 89)."""
        for game_number in range(1, game_count + 1) if game_count > 1 else ():
            poll_state.poll_queue.add_poll(
                polls.game_poll(poll_state.address, polls.GAME_IDENTITY, game_number)
            )
