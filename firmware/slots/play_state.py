"""The games at a slot machine and its wins, as the journal restores them."""

from typing import Final, Literal

import msgspec

UNKNOWN_AMOUNT: Final = -1


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
