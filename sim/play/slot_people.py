"""The people of a slot machines' script, at simulated machines that the host of a bank polls.

Plays are settled by the host's counts and its journal. A game lasts until the next play at its
machine: until then its result is shown, and the machine may turn out to be defective (94, 95).
"""

import threading
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from drivers.sas.responses import COIN_IN_METER, COIN_OUT_METER
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.rulings import Refused, Ruling
from firmware.shell.technician.requests import Person
from firmware.shell.tournament_script import (
    BankStep,
    SlotDefectStep,
    SlotPlayStep,
    SlotResultStep,
)
from firmware.slots.entries import DefectDecided, decode_entry
from firmware.slots.machine_state import HAND_PAY_PENDING
from firmware.slots.requests import (
    AcknowledgeRequest,
    BankRequestHandler,
    DecisionRequest,
    RequestRefused,
)
from sim.play.counted_machines import CountedMachines
from sim.play.slot_options import ScriptBank

ATTENDANTS: Final = ("anne", "luc")


class PlaySettled(Ruling, frozen=True):
    """A settled play, in cents; settled again if it turns out to be void."""

    machine: int
    stake: int
    outcome: Literal["win", "lose", "push"]
    returned: int
    paid: int
    article: str


class JackpotShown(Ruling, frozen=True):
    """The amount of the jackpot, in cents (91)."""

    cents: int


@dataclass
class ShownGame:
    """A game at a machine, with the cents that the host had counted before it."""

    coin_in_before: int
    coin_out_before: int
    has_result: bool = False


class SlotPeople:
    """Players play and attendants decide, each step once the host knows of the one before."""

    def __init__(self, script_bank: ScriptBank) -> None:
        self._coin_slots = script_bank.coin_slots
        self._counted = CountedMachines(script_bank.terms)
        self._desk = BankRequestHandler(
            self._counted.bank.bank,
            threading.Lock(),
            lambda name, _passphrase: Person(name, "supervisor"),
            self._counted.bank.wall_clock,
        )
        self._games: dict[int, ShownGame] = {}
        """By machine, the last game that may still be void."""

    @property
    def awaits_result(self) -> bool:
        """Whether a play has no result yet."""
        return not all(game.has_result for game in self._games.values())

    def do_step(self, step: BankStep) -> tuple[Ruling, ...]:
        """Do a step; return the settlement, and the jackpot if it has changed."""
        jackpot_before = self._counted.bank.state.jackpot_cents
        try:
            rulings = self._do_act(getattr(step, step.kind))
        except (Forbidden, RequestFailed) as refusal:
            return (Refused(refusal.why),)
        jackpot_cents = self._counted.bank.state.jackpot_cents
        is_unchanged = jackpot_cents == jackpot_before
        return rulings if is_unchanged else (*rulings, JackpotShown(jackpot_cents))

    def _do_act(self, act: SlotPlayStep | SlotResultStep | SlotDefectStep) -> tuple[Ruling, ...]:
        if act.machine not in self._coin_slots:
            raise Forbidden("bank.no_machine", machine=act.machine)
        match act:
            case SlotPlayStep():
                self._play(act)
                return ()
            case SlotResultStep():
                return (self._show_result(act),)
            case SlotDefectStep():
                return (self._void_game(act),)

    # players

    def _play(self, play: SlotPlayStep) -> None:
        address, coin_cents = play.machine, self._coin_slots[play.machine].coin_cents
        if address in self._games and not self._games[address].has_result:
            raise Forbidden("bank.play_on", machine=address)
        if play.cents <= 0 or play.cents % coin_cents:
            raise Forbidden("bank.coins", machine=address, coin_cents=coin_cents)
        staked_credits = self._counted.to_credits(address, play.cents)
        self._end_game(address)
        self._games[address] = ShownGame(
            self._counted.counted_cents(address, COIN_IN_METER),
            self._counted.counted_cents(address, COIN_OUT_METER),
        )
        self._counted.machines[address].begin_game(staked_credits)
        self._counted.wait_for_host()

    def _show_result(self, result: SlotResultStep) -> PlaySettled:
        address, game = result.machine, self._games.get(result.machine)
        if game is None or game.has_result:
            raise Forbidden("bank.no_play", machine=address)
        if result.cents < 0:
            raise Forbidden("bank.amount", machine=address)
        won_credits = self._counted.to_credits(address, result.cents)
        if result.jackpot:
            self._demand_jackpot_play(address)
            self._counted.machines[address].win_jackpot()
        self._counted.machines[address].show_win(won_credits)
        self._counted.wait_for_host()
        game.has_result = True
        paid_cents, stake_cents = self._paid_cents(address), self._stake_cents(address)
        article = "91" if result.jackpot else "89"
        return PlaySettled(
            address, stake_cents, "win" if paid_cents else "lose", 0, paid_cents, article
        )

    def _demand_jackpot_play(self, address: int) -> None:
        """Raise Forbidden unless the game at a machine may win the jackpot (92)."""
        coin_slot = self._coin_slots[address]
        is_shown = self._counted.machines[address].jackpot.shown_cents is not None
        if not self._counted.is_linked(address) or not is_shown:
            raise Forbidden("bank.no_lot", machine=address)
        if self._stake_cents(address) < coin_slot.jackpot_coins * coin_slot.coin_cents:
            raise Forbidden("bank.jackpot_coins", machine=address, coins=coin_slot.jackpot_coins)

    def _end_game(self, address: int) -> None:
        """End the game at a machine, if there is one; a jackpot is paid by hand."""
        machine = self._counted.machines[address]
        if not machine.game_in_progress:
            return
        if HAND_PAY_PENDING in self._counted.known(address).conditions.active:
            machine.hand_pay()
        machine.end_game()
        self._counted.wait_for_host()

    def _stake_cents(self, address: int) -> int:
        counted_cents = self._counted.counted_cents(address, COIN_IN_METER)
        return counted_cents - self._games[address].coin_in_before

    def _paid_cents(self, address: int) -> int:
        """Return the cents that a game has won: credits, and the jackpot."""
        game = self._counted.known(address).play_state.current_game
        jackpot_cents = game.jackpot_cents if game else 0
        counted_cents = self._counted.counted_cents(address, COIN_OUT_METER)
        return counted_cents - self._games[address].coin_out_before + jackpot_cents

    # attendants

    def _void_game(self, defect: SlotDefectStep) -> PlaySettled:
        address = defect.machine
        if address not in self._games:
            raise Forbidden("bank.no_play", machine=address)
        stake_cents = self._stake_cents(address)
        self._disturb(defect)
        # the machine shows the stake, which its meters may not tell
        refund_cents = stake_cents if defect.by == "machine" else None
        self._ask(DecisionRequest(address, ATTENDANTS[0], "", defect.by, refund_cents))
        del self._games[address]
        self._end_game(address)
        self._acknowledge(address)
        if refunded_cents := self._journaled_refund():
            return PlaySettled(address, stake_cents, "push", refunded_cents, 0, "95")
        return PlaySettled(address, stake_cents, "lose", 0, 0, "94")

    def _disturb(self, defect: SlotDefectStep) -> None:
        machine = self._counted.machines[defect.machine]
        if defect.by == "player":
            machine.open_door()
            machine.close_door()
        else:
            machine.raise_tilt()
        self._counted.wait_for_host()

    def _acknowledge(self, address: int) -> None:
        """Acknowledge that the credits and the jackpot of a void game come off."""
        if self._counted.known(address).needs_acknowledgement:
            for name in ATTENDANTS:
                self._ask(AcknowledgeRequest(address, name, ""))

    def _journaled_refund(self) -> int:
        """Return the refund in cents of the last decision in the journal."""
        entries = map(decode_entry, self._counted.bank.journal.records())
        return [entry for entry in entries if isinstance(entry, DefectDecided)][-1].amount_cents

    def _ask(self, request: AcknowledgeRequest | DecisionRequest) -> None:
        """Send a request to the host. Raises RequestFailed."""
        answer = self._desk.answer_request(msgspec.json.encode(request))
        if isinstance(answer, RequestRefused):
            raise RequestFailed(answer.reason)
