"""The polls that follow from a machine's answers: its identity, its wins, its settings.

A machine is met at the start, when its link is back, and after its power or options have changed.
Then it is identified, and settings that a former host may have left on are put back: each of these
polls does nothing if the setting is as it should be. Others can be read, and are notes in words.
Some can be neither read nor put back without harm, and are left: the machine's clock (7F), since
the host's own may be wrong; a tournament (8C), whose end would take the players' credits; the delay
of games (2E), which ends with the next game; tickets and transfers, the business of other hosts.
"""

from typing import Final

from drivers.sas import machine_settings, polls, responses
from drivers.sas.exception_meaning import ExceptionMeaning
from drivers.sas.exceptions import GAME_LOCKED
from drivers.sas.polls import Poll
from firmware.slots.contributions import misregistered_games
from firmware.slots.entries import (
    ExceptionReported,
    HandPayReported,
    IdentityReported,
    JackpotWinReported,
    MachineEntry,
    MetersRead,
    SettingReported,
)
from firmware.slots.journaled_bank import JournaledBank
from firmware.slots.machine_state import MachineState
from firmware.slots.poll_state import PollState
from hal.ports import Millis

IDENTITY_DOUBTFUL: Final = frozenset(
    {
        ExceptionMeaning.OPTIONS_CHANGED,
        ExceptionMeaning.COMPONENTS_CHANGED,
        ExceptionMeaning.POWER_ON,
    }
)
"""After such an exception the machine is met again."""
HAND_PAY_DOUBTFUL: Final = frozenset(
    {ExceptionMeaning.QUEUE_OVERFLOW, ExceptionMeaning.HAND_PAY_CANCELLED}
)
"""After such an exception a hand pay may have begun or ended: the machine is asked."""
PUT_BACK_INTERVAL_MS: Final = 5000
SETTINGS_SWITCHED_OFF: Final = (polls.REAL_TIME_EVENTS, polls.AUTO_REBET)
SETTINGS_PUT_BACK: Final = (polls.LEAVE_MAINTENANCE, polls.SOUND_ON, polls.BILLS_ON)


class FollowUps:
    """Queues the polls that follow from a bank's entries and answers."""

    def __init__(self, bank: JournaledBank) -> None:
        self._bank = bank

    def meet(self, poll_state: PollState) -> None:
        """Identify a machine, and put its settings back."""
        queue, address = poll_state.poll_queue, poll_state.address
        queue.identify()
        settings_polls = [
            *(polls.switch_off_poll(address, command) for command in SETTINGS_SWITCHED_OFF),
            polls.game_poll(address, polls.FEATURES, 0),
            *(polls.command_poll(address, command) for command in SETTINGS_PUT_BACK),
        ]
        for poll in settings_polls:
            self._add_setting_poll(poll_state, poll)
        self.poll_wins(poll_state)
        queue.poll_hand_pay()
        poll_state.is_start_up_due = True

    def poll_wins(self, poll_state: PollState) -> None:
        """Poll the wins and the hand pay that the machine has announced."""
        machine = self._machine(poll_state)
        for command in machine.play_state.win_commands:
            poll_state.poll_queue.add_poll(polls.read_poll(poll_state.address, command))
        poll_state.poll_queue.polls_hand_pay = (
            machine.is_hand_pay_pending or polls.HAND_PAY not in machine.unanswered_polls
        )

    def entry_taken(self, poll_state: PollState, entry: MachineEntry, now: Millis) -> None:
        """Follow up an entry that has changed the bank."""
        address, queue = poll_state.address, poll_state.poll_queue
        match entry:
            case ExceptionReported():
                self._follow_up_exception(poll_state, entry, now)
            case HandPayReported(report=report) if not report.is_none:
                self._follow_up_hand_pay(poll_state, entry, now)
            case SettingReported(setting="transfer_lock", is_on=True):
                queue.add_poll(polls.transfer_lock_poll(address, polls.CANCEL_LOCK))
            case JackpotWinReported(amount_cents=amount) if amount:
                # the next win may be of the same amount: it is one only behind an answer of none
                queue.poll_now(polls.HOST_JACKPOT_WON, now)
            case MetersRead() | IdentityReported():
                self._update_shutdown(poll_state)
        self.poll_wins(poll_state)

    def exception_received(self, poll_state: PollState, code: int, now: Millis) -> None:
        """Follow up an exception that a machine repeats: it is locked for a transfer."""
        if code == GAME_LOCKED:
            self._put_back(
                poll_state, polls.transfer_lock_poll(poll_state.address, polls.CANCEL_LOCK), now
            )

    def event_received(self, poll_state: PollState, code: int, now: Millis) -> None:
        """Follow up an exception in the form of a real-time event."""
        self.exception_received(poll_state, code, now)
        self._put_back(
            poll_state, polls.switch_off_poll(poll_state.address, polls.REAL_TIME_EVENTS), now
        )

    def answered(self, poll_state: PollState, poll: Poll, response: bytes) -> None:
        """Follow up an answer that is no entry. Raises BadReply."""
        address = poll_state.address
        if poll.command == polls.MACHINE_IDENTITY and poll_state.is_start_up_due:
            self._start_up(poll_state)
        if poll.command == polls.GAME_COUNT:
            self._poll_games(poll_state, responses.decode_game_count(response))
        if poll.command == polls.FEATURES:
            features = machine_settings.decode_features(response)
            if features.transfers_funds:
                lock_poll = polls.transfer_lock_poll(address, polls.READ_LOCK)
                self._add_setting_poll(poll_state, lock_poll)
            if features.validates_tickets:
                self._add_setting_poll(poll_state, polls.validation_status_poll(address))

    def _machine(self, poll_state: PollState) -> MachineState:
        return self._bank.state.machines[poll_state.address]

    def _add_setting_poll(self, poll_state: PollState, poll: Poll) -> None:
        if poll.command not in self._machine(poll_state).unanswered_polls:
            poll_state.poll_queue.add_setting_poll(poll)

    def _put_back(self, poll_state: PollState, poll: Poll, now: Millis) -> None:
        """Queue a poll, not oftener than its effect can be seen."""
        if now - poll_state.put_back_at.get(poll, -PUT_BACK_INTERVAL_MS) >= PUT_BACK_INTERVAL_MS:
            poll_state.put_back_at[poll] = now
            poll_state.poll_queue.add_poll(poll)

    def _start_up(self, poll_state: PollState) -> None:
        """Start a machine that a former host may have shut down, unless this bank has it down or it
        is not as registered.
        """
        poll_state.is_start_up_due, address = False, poll_state.address
        is_down = self._machine(poll_state).conditions.is_shut_down
        if not (is_down or misregistered_games(self._bank.state, address)):
            self._add_setting_poll(poll_state, polls.command_poll(address, polls.START_UP))

    def _follow_up_exception(
        self, poll_state: PollState, entry: ExceptionReported, now: Millis
    ) -> None:
        address, queue = poll_state.address, poll_state.poll_queue
        if entry.meaning in IDENTITY_DOUBTFUL:
            self.meet(poll_state)
            return
        queue.poll_now(polls.BASIC_METERS, now)
        if entry.meaning in HAND_PAY_DOUBTFUL:
            queue.add_poll(polls.read_poll(address, polls.HAND_PAY))

    def _follow_up_hand_pay(
        self, poll_state: PollState, entry: HandPayReported, now: Millis
    ) -> None:
        """Ask once more, whether the machine repeats it; have it paid by hand, as announced."""
        hand_pays = self._machine(poll_state).play_state.hand_pays
        if not hand_pays or hand_pays[-1].is_repeated:
            return
        poll_state.poll_queue.poll_now(polls.HAND_PAY, now)
        if hand_pays[-1].may_go_to_credits:
            method_poll = polls.switch_off_poll(entry.machine, polls.HAND_PAY_RESET_METHOD)
            self._add_setting_poll(poll_state, method_poll)

    def _update_shutdown(self, poll_state: PollState) -> None:
        """Shut down a machine that differs from its registration, if the bank's terms say so; or
        start it.
        """
        bank_state = self._bank.state
        is_misregistered = bool(misregistered_games(bank_state, poll_state.address))
        is_shut_down = self._machine(poll_state).conditions.is_shut_down
        if bank_state.terms.shut_down and is_misregistered != is_shut_down:
            command = polls.SHUT_DOWN if is_misregistered else polls.START_UP
            poll_state.poll_queue.add_poll(polls.command_poll(poll_state.address, command))

    def _poll_games(self, poll_state: PollState, game_count: int) -> None:
        """Poll the identity of each game of a machine that has several (88, 89)."""
        address = poll_state.address
        for game_number in range(1, game_count + 1) if game_count > 1 else ():
            poll_state.poll_queue.add_poll(
                polls.game_poll(address, polls.GAME_IDENTITY, game_number)
            )
        if game_count > 1:
            self._add_setting_poll(poll_state, polls.read_poll(address, polls.ENABLED_GAMES))
