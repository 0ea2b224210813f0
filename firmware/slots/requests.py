"""The requests at a bank's socket: its status, acknowledgements, and decisions on
defective games.
"""

import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec.structs import replace

from drivers.message_log import MessageLog
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.sockets.line_client import send_request
from firmware.shell.technician.requests import Person
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.house_words import NO_HOUSE, HouseWords
from firmware.slots.entries import DefectDecided, MachineAcknowledged
from firmware.slots.journaled_bank import JournaledBank
from firmware.slots.machine_state import MachineState
from firmware.slots.play_state import UNKNOWN_AMOUNT, DefectiveGame
from firmware.slots.status import NO_MESSAGES, BankStatus, make_bank_status

VerifyPerson = Callable[[str, str], Person]
"""Returns the account of a name and a passphrase. Raises RequestFailed."""
ALLOWED_ROLES: Final = frozenset({"supervisor", "technician"})
"""The roles that may acknowledge and decide. An auditor only reads."""
ANSWER_TIMEOUT_S: Final = 30.0
"""Longer than a passphrase takes to verify while others are being verified."""


class BankRequest(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag=str.lower
):
    """A request: one JSON object a line."""


class StatusRequest(BankRequest, frozen=True, tag="status"):
    """Ask for the bank's status."""


class PersonRequest(BankRequest, frozen=True, tag="act"):
    """A request of a person with an account of the console."""

    machine: int
    name: Annotated[str, msgspec.Meta(max_length=100)]
    passphrase: Annotated[str, msgspec.Meta(max_length=1024)]


class AcknowledgeRequest(PersonRequest, frozen=True, tag="look"):
    """Acknowledge a machine: the person has inspected it and its meters."""


class DecisionRequest(
    PersonRequest, frozen=True, tag="decide", rename={"caused_by": "by", "refund_cents": "cents"}
):
    """Decide on the machine's oldest defective game (94, 95)."""

    caused_by: Literal["machine", "player"]
    refund_cents: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """The refund to the player; it must be the stake if the meters give the stake."""


class RequestDone(msgspec.Struct, frozen=True, tag="Done", rename={"message": "said"}):
    """The request is done and journaled."""

    message: Text
    house: HouseWords = NO_HOUSE


class RequestRefused(msgspec.Struct, frozen=True, tag="Refused", rename={"reason": "why"}):
    """The request is refused, with the reason."""

    reason: Text
    house: HouseWords = NO_HOUSE


AnyBankRequest = StatusRequest | AcknowledgeRequest | DecisionRequest
BankAnswer = BankStatus | RequestDone | RequestRefused

_decoder: Final = msgspec.json.Decoder(AnyBankRequest)


class BankRequestHandler:
    """Answers requests from any thread. `bank_lock` is held while the bank is read or changed."""

    def __init__(
        self,
        bank: JournaledBank,
        bank_lock: threading.Lock,
        verify_person: VerifyPerson,
        wall_clock: Callable[[], int],
        failures: Callable[[], tuple[Text, ...]] = lambda: (),
        messages: Callable[[], Mapping[int, MessageLog]] = lambda: NO_MESSAGES,
    ) -> None:
        self._bank, self._bank_lock = bank, bank_lock
        self._verify_person, self._wall_clock = verify_person, wall_clock
        self._failures, self._messages = failures, messages

    def answer_request(self, request_line: bytes, _user_id: int = 0) -> BankAnswer:
        """Answer a request line, in the words of the house."""
        return replace(self._answer_line(request_line), house=self._bank.config.rule_pack.words)

    def _answer_line(self, request_line: bytes) -> BankAnswer:
        """Answer a request line. The passphrase is verified before the lock is taken, since that is
        slow.
        """
        try:
            request = _decoder.decode(request_line)
            person_name = "" if isinstance(request, StatusRequest) else self._verified_name(request)
            with self._bank_lock:
                return self._answer_request(request, person_name)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return RequestRefused(decode_reason(error))
        except RequestFailed as refusal:
            return RequestRefused(refusal.why)

    def _verified_name(self, request: PersonRequest) -> str:
        """Return the name of the person, verified by the passphrase. Raises RequestFailed."""
        person = self._verify_person(request.name, request.passphrase)
        if person.role not in ALLOWED_ROLES:
            raise RequestFailed(Text("slots.role", {"who": person.name}))
        return person.name

    def _answer_request(self, request: AnyBankRequest, person_name: str) -> BankAnswer:
        if isinstance(request, StatusRequest):
            return make_bank_status(self._bank, self._failures(), self._messages())
        machine = self._bank.state.machines.get(request.machine)
        if machine is None:
            raise RequestFailed(Text("bank.no_machine", {"machine": request.machine}))
        if isinstance(request, AcknowledgeRequest):
            return self._acknowledge(request, machine, person_name)
        return self._decide_defect(request, machine, person_name)

    def _acknowledge(
        self, request: AcknowledgeRequest, machine: MachineState, person_name: str
    ) -> RequestDone:
        if not machine.needs_acknowledgement:
            raise RequestFailed(Text("slots.nothing_to_look_at", {"machine": request.machine}))
        one_suffices = not machine.needs_two_people
        self._bank.take_entry(MachineAcknowledged(request.machine, self._wall_clock(), person_name))
        message_key = (
            "slots.looked_once" if machine.contributions.acknowledged_by else "slots.looked_twice"
        )
        message_key = "slots.looked_alone" if one_suffices else message_key
        return RequestDone(Text(message_key, {"machine": request.machine, "who": person_name}))

    def _decide_defect(
        self, request: DecisionRequest, machine: MachineState, person_name: str
    ) -> RequestDone:
        if not machine.play_state.undecided_games:
            raise RequestFailed(Text("slots.nothing_to_decide", {"machine": request.machine}))
        defective_game = machine.play_state.undecided_games[0]
        refund_cents = refund_amount(
            request, defective_game, self._max_stake_cents(request.machine)
        )
        self._bank.take_entry(
            DefectDecided(
                request.machine, self._wall_clock(), person_name, request.caused_by, refund_cents
            )
        )
        message_key = "slots.refunded" if request.caused_by == "machine" else "slots.lost"
        message = Text(
            message_key, {"machine": request.machine, "stake_cents": Cents(refund_cents)}
        )
        for further_step in further_steps(defective_game):
            message = Text("slots.then", {"said": message, "further": further_step})
        return RequestDone(message)

    def _max_stake_cents(self, address: int) -> int:
        machine_terms = self._bank.state.terms.machine[address]
        return machine_terms.coins * machine_terms.denomination


def refund_amount(request: DecisionRequest, defective_game: DefectiveGame, max_cents: int) -> int:
    """Return the refund in cents: 0 if the player caused the defect (94), else the stake (95).

    Raises RequestFailed if the stake is not known and no amount is given, if the amount is not the
    known stake or above `max_cents`, or if an amount is given where nothing is refunded.
    """
    if request.caused_by == "player":
        if request.refund_cents is not None:
            raise RequestFailed(Text("slots.no_stake"))
        return 0
    if defective_game.stake_cents is None:
        raise RequestFailed(Text("slots.meters_first", {"machine": request.machine}))
    known_cents = (
        None if defective_game.stake_cents == UNKNOWN_AMOUNT else defective_game.stake_cents
    )
    refund_cents = known_cents if request.refund_cents is None else request.refund_cents
    if refund_cents is None or not 0 < refund_cents <= max_cents:
        raise RequestFailed(Text("slots.stake_unknown", {"most_cents": Cents(max_cents)}))
    if known_cents not in (None, refund_cents):
        raise RequestFailed(Text("slots.stake_is", {"stake_cents": Cents(known_cents)}))
    return refund_cents


def further_steps(defective_game: DefectiveGame) -> Iterator[Text]:
    """Yield the further steps for people: a defective game pays nothing, so its credits must come
    off.
    """
    if defective_game.credited_cents is None:
        yield Text("slots.not_over")
    elif defective_game.credited_cents == UNKNOWN_AMOUNT:
        yield Text("slots.see_credits")
    elif defective_game.credited_cents:
        yield Text("slots.take_off", {"credited_cents": Cents(defective_game.credited_cents)})
    if defective_game.game.jackpot_cents:
        yield Text("slots.lot_not_won", {"lot_cents": Cents(defective_game.game.jackpot_cents)})


def query_bank(socket_path: Path, request: AnyBankRequest) -> BankAnswer:
    """Return the answer of the bank at a socket. Raises ControlError."""
    return send_request(socket_path, request, BankAnswer, ANSWER_TIMEOUT_S)  # type: ignore[arg-type]
