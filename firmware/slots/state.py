"""The state of a bank, all of which comes back after a power cut."""

from typing import Final, Literal

import msgspec

from drivers.sas.responses import MachineIdentity, MeterReading
from firmware.core.games.slot_bank import THOUSANDTHS
from firmware.slots.terms import WHOLE_MACHINE, BankTerms

LinkState = Literal["new", "up", "doubtful", "deaf", "lost"]
"""Never heard; well; not understood; it hears nobody; not heard for half a minute."""
MeterDoubt = Literal["ran_back", "jumped", "reset"]
UNKNOWN_AMOUNT: Final = -1
HAND_PAY_PENDING: Final = "hand_pay"
"""The sign that the machine waits until a win is paid by hand."""
JACKPOT_AMOUNT_IMPOSSIBLE: Final = "lot_amount"
"""The sign of a win of the lot that can't be: nothing was moved."""
JACKPOT_WON_TWICE: Final = "lot_twice"
"""The sign of a win of a lot that another machine has won before it was heard of."""
NEEDS_ACKNOWLEDGEMENT: Final = frozenset(
    {JACKPOT_AMOUNT_IMPOSSIBLE, JACKPOT_WON_TWICE, "overflow", "opened_dark", "lot_unheard"}
)
"""Signs that last until two people have looked; the others end by themselves."""


class MeterTrack(msgspec.Struct):
    """The meters of a game: as they were last read, and their counts since the first reading, in
    credits or plays, across every rollover.
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
    """The coins in of a machine of which the lot has its part, in cents."""

    counted_cents: int = 0
    withheld_cents: int = 0
    """Counted while the meters were in doubt, or the machine not as registered."""
    meter_doubt: MeterDoubt | None = None
    acknowledged_by: tuple[str, ...] = ()
    """Who has looked at the doubt, or at the signs."""
    meters_read_ms: int = 0
    """Milliseconds since 1970 of the last reading that was journaled."""


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
    """The cents of the lot that it has won, or would have won."""
    is_from_reserve: bool = False
    """Whether the lot was won before by another."""


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
    """A game in which the machine was disturbed, and which pays nothing (94, 95)."""

    disturbed_ms: int
    exception_code: int
    game: GameInProgress
    stake_cents: int | None = None
    """In cents; None until the meters are read, UNKNOWN if they do not give it."""
    credited_cents: int | None = None
    """The cents that the machine has credited for it all the same; None until the meters have its
    end, UNKNOWN if they do not give them.
    """
    pending_step: Literal["decision", "look", "nothing"] = "decision"
    """The steps that people must still take: decide; look, if it has won something after the
    decision.
    """

    @property
    def is_settled(self) -> bool:
        """Whether nobody has to do anything, and nothing will change that."""
        return self.pending_step == "nothing" and self.credited_cents is not None


class ExcludedCounts(
    msgspec.Struct,
    rename={"coin_in_credits": "coin_in", "paid_credits": "paid", "games_played": "plays"},
):
    """Counts that are no part of a machine's return: void games, and lots; in credits."""

    coin_in_credits: int = 0
    paid_credits: int = 0
    games_played: int = 0


class PlayState(
    msgspec.Struct,
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
    """The play at a machine."""

    current_game: GameInProgress | None = None
    meters_settled: bool = False
    """Whether the meters were read since the last game has ended."""
    reported_wins: dict[int, int] = {}
    """The cents of a win that was taken, by the command that asked for it, as long as the machine
    may tell it again.
    """
    win_commands: tuple[int, ...] = ()
    """The commands that ask for a win, still to be sent."""
    defective_games: list[DefectiveGame] = []
    """The defective games, the oldest first, until they are done."""
    last_game_defective: bool = False
    """Whether the last of them is the machine's last game."""
    unpaid_cents: list[int] = []
    """The cents of the lots that it has won, until they are paid by hand."""
    is_hand_pay_reset: bool = False
    """Whether a win was paid by hand since it was told."""

    @property
    def undecided_games(self) -> list[DefectiveGame]:
        """The defective games that a person must decide."""
        return [
            defective_game
            for defective_game in self.defective_games
            if defective_game.pending_step == "decision"
        ]

    @property
    def awaits_meters(self) -> bool:
        """Whether even a reading without change is news."""
        game_ended = self.current_game is None and not self.meters_settled
        return game_ended or any(
            defective_game.stake_cents is None for defective_game in self.defective_games
        )


class MachineConditions(
    msgspec.Struct,
    rename={
        "link_state": "link",
        "open_doors": "doors",
        "active": "standing",
        "is_shut_down": "shut",
    },
):
    """How a machine is, beside its money."""

    link_state: LinkState = "new"
    open_doors: list[int] = []
    """The exceptions by which doors that are open were opened."""
    active: list[str] = []
    """Meanings of exceptions that are not over, or that two people must look at."""
    is_shut_down: bool = False
    """Whether the host has shut it down."""


class MachineState(
    msgspec.Struct,
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
    meter_tracks: dict[int, MeterTrack] = {}
    contributions: JackpotContributions = msgspec.field(default_factory=JackpotContributions)
    play_state: PlayState = msgspec.field(default_factory=PlayState)
    conditions: MachineConditions = msgspec.field(default_factory=MachineConditions)
    excluded_counts: ExcludedCounts = msgspec.field(default_factory=ExcludedCounts)

    @property
    def needs_acknowledgement(self) -> bool:
        """Whether two people must look at it."""
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

    def meter_total(self, meter: int, game_number: int = WHOLE_MACHINE) -> int | None:
        """Return the count of a meter since its first reading."""
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
    """All machines, and the lot in thousandths of a cent: *lot + reserve = what it began with + all
    fed − each win, as far as it was above the base*.
    """

    terms: BankTerms
    machines: dict[int, MachineState]
    jackpot_thousandths: int
    jackpots_won: int = 0
    highest_won_cents: int = 0
    """The most cents of the lot when it was won: a machine that is told late may have won that."""
    reserve_thousandths: int = 0
    """The house's debt, never above 0: the wins of machines that were still shown the lot when
    another had won it.
    """

    @property
    def jackpot_cents(self) -> int:
        """The lot as it is shown (91)."""
        return self.jackpot_thousandths // THOUSANDTHS


def new_bank_state(terms: BankTerms, first_jackpot_cents: int | None = None) -> BankState:
    """Return a bank that nobody has heard yet; its lot begins with so many cents, or its base."""
    machines = {address: MachineState() for address in terms.machine}
    return BankState(
        terms,
        machines,
        (terms.first_jackpot_cents if first_jackpot_cents is None else first_jackpot_cents)
        * THOUSANDTHS,
    )
