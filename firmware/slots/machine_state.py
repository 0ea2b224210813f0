"""The state of a slot machine: its meters, its part of the jackpot, its conditions and games."""

from typing import Final, Literal

import msgspec

from drivers.sas.exception_meaning import ExceptionMeaning
from drivers.sas.responses import MachineIdentity, MeterReading
from firmware.slots.play_state import PlayState
from firmware.slots.terms import WHOLE_MACHINE

LinkState = Literal["new", "up", "doubtful", "deaf", "lost"]
"""- new: no response yet
- up: responds
- doubtful: responses with a bad CRC, or broken off
- deaf: the machine chirps, so it receives nothing
- lost: silent for 30 s
"""
MeterDoubt = Literal["ran_back", "jumped", "reset", "replaced"]
MachineSetting = Literal[
    "real_time",
    "transfer_lock",
    "registered",
    "host_cashout",
    "tickets",
    "no_validation_id",
    "games_off",
]
"""- real_time: events in place of answers
- transfer_lock: locked for a transfer of funds
- registered: registered for transfers with another host
- host_cashout: credits are to be cashed out to a host
- tickets: tickets or hand pays are validated with a host
- no_validation_id: it validates tickets and was given no number for them
- games_off: registered games are switched off
"""
HAND_PAY_PENDING: Final = "hand_pay"
"""Condition: the machine waits for a hand pay."""
JACKPOT_AMOUNT_IMPOSSIBLE: Final = "lot_amount"
"""Condition: a reported jackpot win has an impossible amount; nothing was moved."""
JACKPOT_WON_TWICE: Final = "lot_twice"
"""Condition: the machine won a jackpot that another had won, not yet reported, before it."""
NEEDS_ACKNOWLEDGEMENT: Final = frozenset(
    {
        JACKPOT_AMOUNT_IMPOSSIBLE,
        JACKPOT_WON_TWICE,
        ExceptionMeaning.QUEUE_OVERFLOW.value,
        ExceptionMeaning.OPENED_WITHOUT_POWER.value,
        ExceptionMeaning.JACKPOT_TIMEOUT.value,
    }
)
"""Conditions that last until two people acknowledge; all others end by an exception."""


class MeterTrack(msgspec.Struct):
    """The meters of a game: last readings, and totals since the first reading across every
    roll-over, in credits or plays.
    """

    readings: dict[int, MeterReading] = {}
    totals: dict[int, int] = {}


class JackpotContributions(
    msgspec.Struct,
    rename={
        "counted_cents": "fed",
        "withheld_cents": "held",
        "meter_doubt": "doubt",
        "acknowledged_by": "looked",
        "meters_read_ms": "read_at",
    },
):
    """The coin in of a machine that contributes to the jackpot, in cents."""

    counted_cents: int = 0
    withheld_cents: int = 0
    """Coin in that waits: the meters were in doubt, or the machine not as registered."""
    meter_doubt: MeterDoubt | None = None
    acknowledged_by: tuple[str, ...] = ()
    """The people who have acknowledged the doubt or the conditions."""
    meters_read_ms: int = 0
    """Unix time in ms of the last journaled reading."""


class ExcludedCounts(
    msgspec.Struct,
    rename={"coin_in_credits": "coin_in", "paid_credits": "paid", "games_played": "plays"},
):
    """Counts excluded from the machine's return: defective games and jackpots; in credits
    or plays.
    """

    coin_in_credits: int = 0
    paid_credits: int = 0
    games_played: int = 0


class MachineConditions(
    msgspec.Struct,
    omit_defaults=True,
    rename={
        "link_state": "link",
        "open_doors": "doors",
        "active": "standing",
        "is_shut_down": "shut",
    },
):
    """The conditions of a machine, apart from its money."""

    link_state: LinkState = "new"
    open_doors: list[int] = []
    """The exception codes by which the open doors were opened."""
    active: list[str] = []
    """Exception meanings that have not ended, or that two people must acknowledge."""
    is_shut_down: bool = False
    """Whether the host has shut the machine down."""
    attention: list[int] = []
    """The exception codes for which somebody must go to the machine."""
    settings: list[MachineSetting] = []
    """The settings that are on, and that this host does not use."""
    unknown_codes: list[int] = []
    """The exceptions that SAS does not define, until somebody has looked."""


class MachineState(
    msgspec.Struct,
    omit_defaults=True,
    rename={
        "meter_tracks": "tracks",
        "contributions": "feeding",
        "play_state": "playing",
        "conditions": "signs",
        "excluded_counts": "apart",
    },
):
    """A machine of the bank."""

    identities: dict[int, MachineIdentity] = {}
    sas_version: str = ""
    serial_number: str = ""
    unanswered_polls: list[int] = []
    """The long polls that the machine leaves unanswered while it answers others."""
    meter_tracks: dict[int, MeterTrack] = {}
    contributions: JackpotContributions = msgspec.field(default_factory=JackpotContributions)
    play_state: PlayState = msgspec.field(default_factory=PlayState)
    conditions: MachineConditions = msgspec.field(default_factory=MachineConditions)
    excluded_counts: ExcludedCounts = msgspec.field(default_factory=ExcludedCounts)

    @property
    def needs_acknowledgement(self) -> bool:
        """Whether somebody must acknowledge the machine."""
        return bool(
            self.needs_two_people or self.conditions.attention or self.conditions.unknown_codes
        )

    @property
    def needs_two_people(self) -> bool:
        """Whether two people must acknowledge the machine."""
        active_conditions = {*self.conditions.active}
        unpaid_jackpots = self.play_state.unpaid_cents and HAND_PAY_PENDING not in active_conditions
        late_win = any(
            defective_game.pending_step == "look"
            for defective_game in self.play_state.defective_games
        )
        return bool(
            self.contributions.meter_doubt
            or NEEDS_ACKNOWLEDGEMENT & active_conditions
            or unpaid_jackpots
            or late_win
        )

    @property
    def is_hand_pay_pending(self) -> bool:
        return HAND_PAY_PENDING in self.conditions.active

    def meter_total(self, meter: int, game_number: int = WHOLE_MACHINE) -> int | None:
        """Return the total of a meter since its first reading; None before it."""
        meter_track = self.meter_tracks.get(game_number)
        return meter_track.totals.get(meter) if meter_track else None
