"""A simulated slot machine: meters, doors, games, jackpot, exceptions."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from sim.slot_machine.exception_queue import ExceptionQueue
from sim.slot_machine.hand_pays import CANCELLED_CREDITS, HandPayQueue, SimHandPay
from sim.slot_machine.settings import LOCKED, MachineSettings

LOCK_REISSUE_MS: Final = 5000
COIN_IN_METER, COIN_OUT_METER, JACKPOT_METER, GAMES_PLAYED_METER, GAMES_WON_METER, DROP_METER = (
    0x00,
    0x01,
    0x02,
    0x05,
    0x06,
    0x24,
)
DOOR_CLOSED_CODES: Final = {0x11: 0x12, 0x13: 0x14, 0x15: 0x16, 0x19: 0x1A, 0x1D: 0x1E}


@dataclass(frozen=True)
class Cabinet:
    """The fixed properties of a machine."""

    address: int
    denomination_code: int = 0x04
    """The code of its denomination: a quarter."""
    credit_cents: int = 25
    max_credits: int = 3
    """Of a play; 255 are reported for more too."""
    progressive_group: int = 1
    pay_table: str = "PT9012"
    base_return: int = 9012
    serial_number: str = "SIM00001"
    games: tuple[tuple[str, int], ...] = ()
    """Pay table and base return of each game, if there are several."""


@dataclass
class MachineJackpot:
    """The jackpot at a machine: the amount last received, and the amount won; in cents."""

    shown_cents: int | None = None
    shown_since: int = 0
    won_cents: int = 0

    def acknowledge_win(self, won_cents: int) -> None:
        """Clear a win that the host has acknowledged, unless another win has followed it."""
        if self.won_cents == won_cents:
            self.won_cents = 0


@dataclass
class SimSlotMachine:
    """Its methods are the acts of players and attendants. Not modelled: notes, tickets, hoppers."""

    cabinet: Cabinet
    meters: dict[int, Counter[int]] = field(default_factory=lambda: {0: Counter()})
    """By game number; 0 is the whole machine."""
    exceptions: ExceptionQueue = field(default_factory=ExceptionQueue)
    jackpot: MachineJackpot = field(default_factory=MachineJackpot)
    settings: MachineSettings = field(default_factory=MachineSettings)
    hand_pays: HandPayQueue = field(init=False)
    game_in_progress: int = 0
    """The number of the game in progress, from 1; 0: no game."""
    powered: bool = True
    shut_down: bool = False
    lock_reported_at: int = -LOCK_REISSUE_MS

    def __post_init__(self) -> None:
        self.hand_pays = HandPayQueue(self.exceptions)

    @property
    def is_playable(self) -> bool:
        """Whether a player can begin a game."""
        is_locked = self.settings.transfer_lock == LOCKED or self.hand_pays.locks_machine
        return self.powered and not (self.shut_down or is_locked or self.settings.in_maintenance)

    # players

    def begin_game(self, credits_staked: int, game_number: int = 1) -> None:
        """Begin a game for so many credits."""
        self.game_in_progress = game_number
        self._count_meter(COIN_IN_METER, credits_staked)
        self.exceptions.put_exception(0x7E)

    def show_win(self, won_credits: int) -> None:
        """Show a win and count it up to the credits, while the game goes on."""
        self._count_meter(COIN_OUT_METER, won_credits)
        self._count_meter(GAMES_WON_METER, 1 if won_credits else 0)

    def end_game(self, won_credits: int = 0) -> None:
        """End the game, with a win of so many credits more."""
        self.show_win(won_credits)
        self._count_meter(GAMES_PLAYED_METER, 1)
        self.exceptions.put_exception(0x7F)
        self.game_in_progress = 0

    def win_jackpot(self) -> int:
        """Win the jackpot at the amount last received; return its cents."""
        self.jackpot.won_cents = self.jackpot.shown_cents or 0
        self._count_meter(JACKPOT_METER, self.jackpot.won_cents // self.cabinet.credit_cents)
        self.exceptions.put_exception(0x56)
        group = self.cabinet.progressive_group
        self.hand_pays.begin(SimHandPay(self.jackpot.won_cents, level=1, group=group))
        return self.jackpot.won_cents

    def win_by_hand(self, won_credits: int, partial_credits: int = 0) -> None:
        """Win more than the machine pays by itself."""
        self._count_meter(JACKPOT_METER, won_credits)
        self.hand_pays.begin(SimHandPay(won_credits, partial_pay=partial_credits))

    def cancel_credits(self, credit_count: int) -> None:
        """Ask for the credits, which are more than the machine pays by itself."""
        self.hand_pays.begin(SimHandPay(credit_count, level=CANCELLED_CREDITS))

    # attendants and mishaps

    def hand_pay(self) -> None:
        """Pay the oldest hand pay, and reset the machine."""
        self.hand_pays.reset()

    def open_door(self, door_code: int = 0x11) -> None:
        self.exceptions.put_exception(door_code)

    def close_door(self, door_code: int = 0x11) -> None:
        self.exceptions.put_exception(DOOR_CLOSED_CODES[door_code])

    def raise_tilt(self, exception_code: int = 0x20) -> None:
        self.exceptions.put_exception(exception_code)

    def reset_meters(self) -> None:
        for meter_counts in self.meters.values():
            meter_counts.clear()
        self.exceptions.put_exception(0x7A)

    def cut_power(self) -> None:
        """Cut the power; the queued exceptions survive."""
        self.exceptions.put_exception(0x18)
        self.powered, self.jackpot.shown_cents = False, None

    def restore_power(self) -> None:
        self.powered = True
        self.exceptions.put_exception(0x17)

    def check_timers(self, now: int) -> None:
        """Report a hand pay or a lock that lasts, and a jackpot whose amount was not received for
        5 s (53).
        """
        self.hand_pays.check(now)
        if self.settings.transfer_lock == LOCKED and now - self.lock_reported_at >= LOCK_REISSUE_MS:
            self.lock_reported_at = now
            self.exceptions.put_exception(0x6F)
        if self.jackpot.shown_cents is not None and now - self.jackpot.shown_since > 5000:
            self.jackpot.shown_cents = None
            self.exceptions.put_exception(0x53)

    def _count_meter(self, meter: int, increment: int) -> None:
        for game_number in {0, self.game_in_progress} & self.meters.keys():
            self.meters[game_number][meter] += increment
