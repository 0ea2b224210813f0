"""The host of a wire: given the time and the octets that came, the octets that go out.

It polls each machine in turn and takes its answers over into the bank, durable before the next
message goes out, which acknowledges them (B). After 30 s without an answer a machine is lost (B).
"""

import logging
from collections.abc import Callable
from typing import Final

from drivers.sas import answers, polls
from drivers.sas.exceptions import Meaning, meaning_of
from drivers.sas.exchange import Exchange, How, Outcome
from drivers.sas.polls import Poll
from firmware.slots.contributions import differs
from firmware.slots.entries import Linked, MachineEntry, Named, Read, Told
from firmware.slots.journaled_bank import KeptBank
from firmware.slots.poll_queue import Wishes
from firmware.slots.poll_scheduler import SLOWEST_MS, TRIES, Turns
from firmware.slots.poll_state import Talk
from firmware.slots.responses import METERS, entries, game_asked
from firmware.slots.state import Link
from hal.errors import BadReply
from hal.ninth_bit import Unmarker
from hal.ports import Millis

LOST_MS: Final = 30_000
CUT: Final = frozenset({"new", "deaf", "lost"})
"""After such a link, or one of these exceptions, another machine may be at the address."""
UNSURE: Final = frozenset({Meaning.OPTIONS, Meaning.POWER_ON})

log = logging.getLogger(__name__)


class Host:
    """Asks the machines of a kept bank; `wall` is the time of day in milliseconds."""

    def __init__(self, bank: KeptBank, wall: Callable[[], int], now: Millis) -> None:
        self._bank, self._wall = bank, wall
        self._exchange, self._unmarker = Exchange(), Unmarker()
        self._talks = {
            address: Talk(address, Wishes(address, tuple(machine.games), now), now)
            for address, machine in bank.state.terms.machine.items()
        }
        self._turns = Turns(self._talks, now)
        for talk in self._talks.values():
            self._meet(talk)

    @property
    def due(self) -> Millis:
        """When there is something to do, if nothing comes."""
        return self._turns.due if self._exchange.poll is None else self._exchange.due

    def hear(self, data: bytes, now: Millis) -> None:
        """Take octets as `hal.ninth_bit` writes them. Raises JournalLost."""
        poll = self._exchange.poll
        for outcome in self._exchange.take(self._unmarker.take(data), now):
            if outcome.how is How.CHIRP:
                self._chirped(outcome.address, now)
            elif poll is not None:
                self._ended(poll, outcome, now)

    def turn(self, now: Millis) -> bytes:
        """Return the message that is to be sent now; b"" if it is time for none."""
        if now < self.due or self._exchange.poll is not None:
            return b""
        poll = self._turns.next(self._shown, now)
        self._begin(poll, now)
        return poll.octets

    def sent(self, now: Millis) -> None:
        """Note that the poll of the last turn has left only now, if the port took its time."""
        if self._exchange.poll is not None:
            self._begin(self._exchange.poll, now)

    def _begin(self, poll: Poll, now: Millis) -> None:
        if poll.is_answered:
            self._exchange.begin(poll, now)
        self._turns.sent(poll, now, self._link_of(poll.address) if poll.is_answered else "up")

    def _shown(self) -> Poll:
        """Return the message to all machines: the lot (91), or only their place among the polls."""
        state = self._bank.state
        lot = state.terms.progressive
        if lot is None or state.lot_cents > polls.MOST_CENTS:
            return polls.IN_STEP
        return polls.lot(lot.group, lot.level, state.lot_cents)

    # answers

    def _ended(self, poll: Poll, outcome: Outcome, now: Millis) -> None:
        talk = self._talks[poll.address]
        if outcome.how is How.ANSWERED:
            outcome = self._answered(poll, outcome, talk, now)
        if outcome.how in (How.SILENT, How.DOUBTFUL):
            self._in_vain(poll, outcome, talk, now)
            return
        talk.heard(now)
        if poll.command is not None or self._link_of(poll.address) != "doubtful":
            self._link(poll.address, "up")  # a general poll's answer has no CRC
        if outcome.how is not How.BUSY:
            talk.wishes.done(poll)

    def _answered(self, poll: Poll, outcome: Outcome, talk: Talk, now: Millis) -> Outcome:
        """Take an answer over; return its outcome, doubtful if it can't be read."""
        game = game_asked(poll)
        passed_ms = self._passed_ms(talk, game, now)
        try:
            for entry in entries(poll, outcome.data, self._wall(), passed_ms):
                if self._bank.take(entry):
                    self._follow(talk, entry, now)
            if poll.command == polls.GAMES:
                self._ask_games(talk, answers.games(outcome.data))
        except BadReply as error:
            return Outcome(How.DOUBTFUL, poll.address, why=error)
        if poll.command in METERS:
            talk.read_at[game] = now
        return outcome

    def _passed_ms(self, talk: Talk, game: int, now: Millis) -> int:
        """Return how long ago the meters were read; before this run, when they had changed."""
        if game in talk.read_at:
            return now - talk.read_at[game]
        return self._wall() - self._bank.state.machines[talk.address].feeding.read_at

    def _in_vain(self, poll: Poll, outcome: Outcome, talk: Talk, now: Millis) -> None:
        log.info("machine %d: %s %s", talk.address, outcome.how, outcome.why)
        talk.in_vain(now, silent=outcome.how is How.SILENT)
        again = self._turns.again(poll, now)
        if not again and not talk.silent:
            self._link(talk.address, "doubtful")
        if talk.tries >= TRIES:
            talk.wishes.done(poll)
        if now - talk.heard_at >= LOST_MS:
            for lost in self._lost_with(talk, now):
                self._link(lost.address, "lost")

    def _lost_with(self, talk: Talk, now: Millis) -> list[Talk]:
        """Return who is lost now that a machine is: itself alone, but at once all who fell silent
        within one turn of the polls, since that is the wire.
        """
        heard_at = max(one.heard_at for one in self._talks.values())
        if heard_at - talk.heard_at >= SLOWEST_MS:
            return [talk]
        together = [one for one in self._talks.values() if heard_at - one.heard_at < SLOWEST_MS]
        is_out = now - heard_at >= LOST_MS and all(one.silent for one in together)
        return together if is_out else []

    # what follows

    def _chirped(self, address: int, now: Millis) -> None:
        if address in self._talks:
            self._talks[address].heard_at = now
            self._link(address, "deaf")

    def _link(self, address: int, link: Link) -> None:
        before = self._link_of(address)
        if self._bank.take(Linked(address, self._wall(), link)) and before in CUT:
            self._meet(self._talks[address])

    def _link_of(self, address: int) -> Link:
        return self._bank.state.machines[address].signs.link

    def _meet(self, talk: Talk) -> None:
        talk.wishes.meet()
        self._ask_won(talk)

    def _ask_won(self, talk: Talk) -> None:
        for command in self._bank.state.machines[talk.address].playing.asks:
            talk.wishes.add(polls.ask(talk.address, command))

    def _follow(self, talk: Talk, entry: MachineEntry, now: Millis) -> None:
        match entry:
            case Told(code=code) if meaning_of(code) in UNSURE:
                talk.wishes.meet()
            case Told():
                talk.wishes.hurry(now)
            case Read() | Named():
                self._shut_or_start(talk)
        self._ask_won(talk)

    def _shut_or_start(self, talk: Talk) -> None:
        """Shut down a machine that is not as registered, if the bank is to, and start it again."""
        state = self._bank.state
        wrong = bool(differs(state, talk.address))
        shut = state.machines[talk.address].signs.shut
        if state.terms.shut_down and wrong != shut:
            command = polls.SHUT_DOWN if wrong else polls.START_UP
            talk.wishes.add(polls.tell(talk.address, command))

    def _ask_games(self, talk: Talk, count: int) -> None:
        """Ask for each game of a machine that has several (88, 89)."""
        for game in range(1, count + 1) if count > 1 else ():
            talk.wishes.add(polls.ask_game(talk.address, polls.GAME, game))
