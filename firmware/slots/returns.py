"""The actual return of a game since its first reading, against the registered return (93).

The actual return scatters around the registered one by σ/√plays, σ being the standard deviation of
a play's payment in stakes. Outside of three times that the game deserves a look; alone it is no
breach of article 93. Jackpots and defective games are excluded, except at a machine with several
games: its meters do not show which of them they belong to.
"""

from math import sqrt
from typing import Final

import msgspec

from drivers.sas.responses import COIN_IN_METER, COIN_OUT_METER, GAMES_PLAYED_METER, JACKPOT_METER
from firmware.core.games.slot_machine import FULL_RETURN
from firmware.slots.machine_state import ExcludedCounts, MachineState
from firmware.slots.terms import WHOLE_MACHINE, MachineTerms

BAND_DEVIATIONS: Final = 3
MIN_PLAYS: Final = 1000
"""With fewer plays one win of some hundred stakes would move the return out of its band."""


class GameReturn(
    msgspec.Struct,
    frozen=True,
    rename={
        "games_played": "plays",
        "registered_return": "base",
        "actual_return": "actual",
        "band_width": "band",
    },
):
    """A game's return, in hundredths of a percent; `band_width` is None without a standard
    deviation.
    """

    game: int
    games_played: int
    registered_return: int
    actual_return: int
    band_width: int | None

    @property
    def is_out_of_band(self) -> bool:
        """Whether the return is out of its band, after enough plays to judge."""
        is_outside = (
            self.band_width is not None
            and abs(self.actual_return - self.registered_return) > self.band_width
        )
        return is_outside and self.games_played >= MIN_PLAYS


def game_returns(machine_terms: MachineTerms, machine: MachineState) -> tuple[GameReturn, ...]:
    """Return the returns of the machine, or of each of its games if it has several."""
    game_returns_found = (
        _game_return(machine_terms, machine, game_number)
        for game_number in machine_terms.games or (WHOLE_MACHINE,)
    )
    return tuple(game_return for game_return in game_returns_found if game_return is not None)


def _game_return(
    machine_terms: MachineTerms, machine: MachineState, game_number: int
) -> GameReturn | None:
    game_terms = machine_terms.game_terms(game_number)
    meter_track = machine.meter_tracks.get(game_number)
    if game_terms is None or meter_track is None or not meter_track.totals.get(COIN_IN_METER):
        return None
    # with several games the exclusions cannot be attributed to one of them
    excluded_counts = machine.excluded_counts if game_number == WHOLE_MACHINE else ExcludedCounts()
    coin_in_credits = meter_track.totals[COIN_IN_METER] - excluded_counts.coin_in_credits
    paid_credits = (
        meter_track.totals.get(COIN_OUT_METER, 0)
        + meter_track.totals.get(JACKPOT_METER, 0)
        - excluded_counts.paid_credits
    )
    games_played = meter_track.totals.get(GAMES_PLAYED_METER, 0) - excluded_counts.games_played
    if coin_in_credits <= 0:
        return None
    # an excluded win can exceed what the meters have counted so far
    actual_return = max(paid_credits, 0) * FULL_RETURN // coin_in_credits
    band_width = None
    if game_terms.deviation is not None and games_played:
        band_width = round(
            BAND_DEVIATIONS * game_terms.deviation * FULL_RETURN / sqrt(games_played)
        )
    return GameReturn(game_number, games_played, game_terms.return_, actual_return, band_width)
