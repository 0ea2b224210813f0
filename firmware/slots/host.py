"""The SAS host of one wire: octets in, octets out, on the time that it is given.

A response is journaled in both copies before the next message goes out, since that message
acknowledges it (B). A machine without a response for 30 s is lost (B).
"""

import logging
from collections.abc import Callable, Iterable
from typing import Final

from drivers.message_log import MessageLog
from drivers.sas import polls
from drivers.sas.exception_meaning import ExceptionMeaning
from drivers.sas.exchange import PollEnding, PollExchange, PollOutcome
from drivers.sas.message_table import CHIRP
from drivers.sas.polls import Poll
from drivers.sas.real_time import EVENT_CODE_AT
from firmware.slots.entries import (
    ExceptionReported,
    HandPayReported,
    LinkChanged,
    MachineEntry,
    PollUnanswered,
)
from firmware.slots.follow_ups import SETTINGS_PUT_BACK, SETTINGS_SWITCHED_OFF, FollowUps
from firmware.slots.journaled_bank import JournaledBank
from firmware.slots.machine_state import LinkState
from firmware.slots.poll_queue import PollQueue
from firmware.slots.poll_scheduler import MAX_ATTEMPTS, MAX_POLL_INTERVAL_MS, PollScheduler
from firmware.slots.poll_state import PollState
from firmware.slots.responses import (
    METER_POLLS,
    AnswerContext,
    event_entries,
    polled_game,
    response_entries,
)
from hal.errors import BadReply
from hal.ninth_bit import Unmarker
from hal.ports import Millis

LINK_LOST_MS: Final = 30_000
DISCONNECTED_LINKS: Final = frozenset({"new", "deaf", "lost"})
"""After such a link another machine may be at the address: it is met again."""
OPTIONAL_POLLS: Final = frozenset(
    {
        *SETTINGS_SWITCHED_OFF,
        *SETTINGS_PUT_BACK,
        polls.HAND_PAY,
        polls.ENABLED_GAMES,
        polls.TRANSFER_LOCK,
        polls.VALIDATION_STATUS,
        polls.FEATURES,
        polls.HAND_PAY_RESET_METHOD,
    }
)
"""A machine ignores polls that it does not support (4.4)."""
UNANSWERED_ROUNDS: Final = 2
"""A poll that a machine leaves unanswered so often, and answers others in between, it does not
support.
"""

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
        self._follow_ups = FollowUps(bank)
        self._resumed = {
            address
            for address, machine in bank.state.machines.items()
            if polls.HAND_PAY in machine.play_state.win_commands
        }
        """The machines whose hand pay an earlier run may have polled, and not written down."""
        for poll_state in self._poll_states.values():
            self._follow_ups.meet(poll_state)
        self._repeat_last_poll()

    @property
    def messages(self) -> dict[int, MessageLog]:
        """The messages of each machine since the start, by its address."""
        return {address: poll_state.messages for address, poll_state in self._poll_states.items()}

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

    def _repeat_last_poll(self) -> None:
        """Begin with a win that an earlier run may have been polling: any other message would
        acknowledge an answer that it could not write down.
        """
        for address, machine in self._bank.state.machines.items():
            for command in machine.play_state.win_commands[:1]:
                self._scheduler.begin_with(polls.read_poll(address, command))

    # responses

    def _poll_ended(self, poll: Poll, outcome: PollOutcome, now: Millis) -> None:
        poll_state = self._poll_states[poll.address]
        if outcome.ending in (PollEnding.ANSWERED, PollEnding.EVENT):
            outcome = self._take_response(poll, outcome, poll_state, now)
        poll_state.note_message(poll, outcome, now)
        if outcome.ending in (PollEnding.SILENT, PollEnding.DOUBTFUL):
            self._poll_failed(poll, outcome, poll_state, now)
            return
        poll_state.note_answered(now)
        if len(outcome.response) > 1 or self._link_state(poll.address) != "doubtful":
            self._set_link(poll.address, "up")  # a single octet has no CRC
        if outcome.ending in (PollEnding.ANSWERED, PollEnding.REFUSED):
            poll_state.poll_queue.remove_poll(poll)
        if outcome.ending is PollEnding.REFUSED:
            self._poll_unanswered(poll, poll_state)
        elif outcome.ending is PollEnding.ANSWERED and poll.command is not None:
            del poll_state.unanswered_rounds[poll.command]

    def _take_response(
        self, poll: Poll, outcome: PollOutcome, poll_state: PollState, now: Millis
    ) -> PollOutcome:
        """Journal a response; return its outcome, DOUBTFUL if it cannot be decoded."""
        try:
            for entry in self._entries(poll, outcome, poll_state, now):
                # durable before the next message leaves: that one acknowledges the response (B)
                if self._bank.take_entry(entry):
                    self._entry_taken(poll_state, entry, now)
            self._follow_up_outcome(poll, outcome, poll_state, now)
        except BadReply as error:
            return PollOutcome(PollEnding.DOUBTFUL, poll.address, outcome.response, error)
        if poll.command in METER_POLLS and outcome.ending is PollEnding.ANSWERED:
            poll_state.meters_read_at[polled_game(poll)] = now
        return outcome

    def _follow_up_outcome(
        self, poll: Poll, outcome: PollOutcome, poll_state: PollState, now: Millis
    ) -> None:
        if outcome.ending is PollEnding.EVENT:
            self._follow_ups.event_received(poll_state, outcome.response[EVENT_CODE_AT], now)
        elif poll.command is None:
            self._follow_ups.exception_received(poll_state, outcome.response[0], now)
        else:
            self._follow_ups.answered(poll_state, poll, outcome.response)

    def _entries(
        self, poll: Poll, outcome: PollOutcome, poll_state: PollState, now: Millis
    ) -> Iterable[MachineEntry]:
        if outcome.ending is PollEnding.EVENT:
            return event_entries(poll.address, outcome.response, self._wall_clock())
        machine_terms = self._bank.state.terms.machine[poll.address]
        context = AnswerContext(
            self._wall_clock(),
            self._elapsed_ms(poll_state, polled_game(poll), now),
            machine_terms.denomination,
            frozenset(machine_terms.games),
            poll.address in self._resumed,
        )
        return response_entries(poll, outcome.response, context)

    def _entry_taken(self, poll_state: PollState, entry: MachineEntry, now: Millis) -> None:
        # a hand pay that was announced or reported in this run is this run's
        match entry:
            case ExceptionReported(meaning=ExceptionMeaning.HAND_PAY_PENDING):
                self._resumed.discard(poll_state.address)
            case HandPayReported(report=report) if not report.is_none:
                self._resumed.discard(poll_state.address)
        self._follow_ups.entry_taken(poll_state, entry, now)

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
            if poll_state.is_silent:
                self._poll_unanswered(poll, poll_state)
        if now - poll_state.answered_at >= LINK_LOST_MS:
            for lost_state in self._lost_together(poll_state, now):
                self._set_link(lost_state.address, "lost")

    def _poll_unanswered(self, poll: Poll, poll_state: PollState) -> None:
        """Send an unanswered poll once more, or record that the machine does not answer it."""
        if poll.command not in OPTIONAL_POLLS:
            return
        poll_state.unanswered_rounds[poll.command] += 1
        if poll_state.unanswered_rounds[poll.command] < UNANSWERED_ROUNDS:
            poll_state.poll_queue.add_setting_poll(poll)
            return
        entry = PollUnanswered(poll.address, self._wall_clock(), poll.command)
        if self._bank.take_entry(entry):
            self._follow_ups.poll_wins(poll_state)

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
            self._poll_states[address].messages.note(CHIRP)
            self._set_link(address, "deaf")

    def _set_link(self, address: int, link_state: LinkState) -> None:
        previous_link = self._link_state(address)
        if (
            self._bank.take_entry(LinkChanged(address, self._wall_clock(), link_state))
            and previous_link in DISCONNECTED_LINKS
        ):
            self._follow_ups.meet(self._poll_states[address])

    def _link_state(self, address: int) -> LinkState:
        return self._bank.state.machines[address].conditions.link_state
