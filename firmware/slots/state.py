"""The state of a bank; all of it is restored from the journal after a power cut."""

from typing import Final, Literal

import msgspec

from drivers.sas.exception_meaning import ExceptionMeaning
from drivers.sas.responses import MachineIdentity, MeterReading
from firmware.core.games.slot_machine import THOUSANDTHS
from firmware.shell.journal import ProgramVersion
from firmware.slots.terms import WHOLE_MACHINE, BankTerms

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
UNKNOWN_AMOUNT: Final = -1
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


class GameInProgress(
    msgspec.Struct,
    rename={
        "started_ms": "at",
        "coin_in_credits": "coin_in",
        "games_played": "played",
        "coin_out_credits": "coin_out",
        "jackpot_cents": "won",
        "is_from_reserve": "from_reserve",
    },
):
    """A game in progress: the machine's totals before it, None if they are not known."""

    started_ms: int
    coin_in_credits: int | None
    games_played: int | None
    coin_out_credits: int | None
    jackpot_cents: int = 0
    """Cents of the jackpot that the game has won, or would have won."""
    is_from_reserve: bool = False
    """Whether the win is paid from the reserve: another machine had won the jackpot before."""


class DefectiveGame(
    msgspec.Struct,
    rename={
        "disturbed_ms": "at",
        "exception_code": "code",
        "game": "play",
        "stake_cents": "stake",
        "credited_cents": "credited",
        "pending_step": "waits",
    },
):
    """A game that was disturbed by a tilt, a memory error or a door: it pays nothing (94, 95)."""

    disturbed_ms: int
    exception_code: int
    game: GameInProgress
    stake_cents: int | None = None
    """None until the meters are read, UNKNOWN_AMOUNT if they do not give the stake."""
    credited_cents: int | None = None
    """Credited by the machine all the same; None until the meters include its end, UNKNOWN_AMOUNT
    if they do not give it.
    """
    pending_step: Literal["decision", "look", "nothing"] = "decision"
    """The pending step of people: decide; look, if a win was credited after the decision."""

    @property
    def is_settled(self) -> bool:
        """Whether no step is pending and none can become so."""
        return self.pending_step == "nothing" and self.credited_cents is not None


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


class HandPay(msgspec.Struct):
    """A hand pay that a machine has reported (`1B`)."""

    group: int
    level: int
    """As SAS has it: 01 to 20 (hexadecimal) of a progressive win, 40 a top win, 80 cancelled
    credits."""
    amount_cents: int
    partial_cents: int
    """The part that the machine has paid already."""
    may_go_to_credits: bool
    """Whether the attendant may put it on the credit meter instead."""
    is_repeated: bool = False
    """Whether the machine has reported it more than once: then it does until the hand pay ends."""


class PlayState(
    msgspec.Struct,
    omit_defaults=True,
    rename={
        "current_game": "play",
        "meters_settled": "settled",
        "reported_wins": "won",
        "win_commands": "asks",
        "defective_games": "voids",
        "last_game_defective": "in_void",
        "unpaid_cents": "unpaid",
        "is_hand_pay_reset": "hand_paid",
    },
):
    """The games at a machine, and its wins."""

    current_game: GameInProgress | None = None
    meters_settled: bool = False
    """Whether the meters were read since the last game ended."""
    reported_wins: dict[int, int] = {}
    """Cents of each applied win by the command that reported it, while the machine may report it
    again.
    """
    win_commands: tuple[int, ...] = ()
    """Commands that poll for a win and are still to be sent."""
    defective_games: list[DefectiveGame] = []
    """The defective games that are not settled, oldest first."""
    last_game_defective: bool = False
    """Whether the last defective game is the machine's last game."""
    unpaid_cents: list[int] = []
    """Cents of each jackpot won and not yet paid by hand."""
    is_hand_pay_reset: bool = False
    """Whether a hand pay was reset since the win was reported."""
    hand_pays: list[HandPay] = []
    """The reported hand pays that are pending, oldest first; empty if only 51 has come."""
    hand_pay_coin_in: int | None = None
    """The total of the coin-in meter at the first reading since a hand pay is pending."""
    awaits_hand_pay_coin_in: bool = False
    hand_pays_reported: int = 0
    """How many hand pays the machine has reported, and their cents together."""
    hand_pay_cents: int = 0

    @property
    def undecided_games(self) -> list[DefectiveGame]:
        """The defective games that still need a person's decision."""
        return [
            defective_game
            for defective_game in self.defective_games
            if defective_game.pending_step == "decision"
        ]

    @property
    def awaits_meters(self) -> bool:
        """Whether a reading must be journaled even if no meter has changed."""
        game_ended = self.current_game is None and not self.meters_settled
        return (
            self.awaits_hand_pay_coin_in
            or game_ended
            or any(defective_game.stake_cents is None for defective_game in self.defective_games)
        )


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


class BankState(
    msgspec.Struct,
    rename={
        "jackpot_thousandths": "lot",
        "jackpots_won": "hits",
        "highest_won_cents": "before",
        "reserve_thousandths": "reserve",
    },
):
    """All machines, and the jackpot in thousandths of a cent.

    Invariant: jackpot + reserve = first amount + contributions - each win's part above the base.
    """

    terms: BankTerms
    machines: dict[int, MachineState]
    jackpot_thousandths: int
    jackpots_won: int = 0
    highest_won_cents: int = 0
    """The highest amount at which the jackpot was won: a machine that was cut off may still report
    it.
    """
    reserve_thousandths: int = 0
    """Never above 0: what the house owes for second wins of a jackpot that another machine had won.
    """
    program: ProgramVersion | None = None
    """The program that wrote the last entry, if it was recorded."""

    @property
    def jackpot_cents(self) -> int:
        """The jackpot as displayed (91)."""
        return self.jackpot_thousandths // THOUSANDTHS


def new_bank_state(terms: BankTerms, first_jackpot_cents: int | None = None) -> BankState:
    """Return the state of a new bank; the jackpot begins with this amount, or with its base."""
    machines = {address: MachineState() for address in terms.machine}
    return BankState(
        terms,
        machines,
        (terms.first_jackpot_cents if first_jackpot_cents is None else first_jackpot_cents)
        * THOUSANDTHS,
    )
