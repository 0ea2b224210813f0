"""A simulated player at a slot machine: one game after another, by chance."""

from random import Random
from typing import Final

from sim.slot_machine.machine import SimSlotMachine

GAME_DURATION_MS: Final = (2500, 4000)
PAUSE_DURATION_MS: Final = (500, 6000)
WIN_MULTIPLES: Final = ((20, 0.01), (5, 0.08), (2, 0.25))
"""Each win's multiple of the stake, and the probability of this one or a higher one."""


class SimPlayer:
    """Plays while the machine is powered and not shut down, unless the test has him stay away.

    A jackpot is paid by hand once the host has polled the win; until then the machine waits.
    """

    def __init__(self, machine: SimSlotMachine, random: Random, jackpot_odds: int = 0) -> None:
        self.machine, self._random, self._jackpot_odds = machine, random, jackpot_odds
        self.stays_away = False
        self.next_action_at = random.randrange(*PAUSE_DURATION_MS)
        self._stake = 0

    def perform_due_action(self, now: int) -> int:
        """Begin or end a game if one is due; return the cents of a jackpot that is won."""
        if now < self.next_action_at:
            return 0
        return self._end_game(now) if self.machine.game_in_progress else self._begin_game(now)

    def _begin_game(self, now: int) -> int:
        self.next_action_at = now + self._random.randrange(*GAME_DURATION_MS)
        machine = self.machine
        if machine.is_playable and not (self.stays_away or machine.jackpot.won_cents):
            self._stake = self._random.randint(1, machine.cabinet.max_credits)
            game_count = len(machine.cabinet.games)
            machine.begin_game(
                self._stake, self._random.randint(1, game_count) if game_count else 1
            )
        return 0

    def _end_game(self, now: int) -> int:
        self.next_action_at = now + self._random.randrange(*PAUSE_DURATION_MS)
        if not self.machine.powered:
            return 0
        random_draw = self._random.random()
        win_multiple = next(
            (
                stake_multiple
                for stake_multiple, win_probability in WIN_MULTIPLES
                if random_draw < win_probability
            ),
            0,
        )
        jackpot_cents = self._try_jackpot()
        self.machine.end_game(win_multiple * self._stake)
        return jackpot_cents

    def _try_jackpot(self) -> int:
        is_jackpot_won = self._jackpot_odds and self._random.randrange(self._jackpot_odds) == 0
        if not is_jackpot_won or self.machine.jackpot.shown_cents is None:
            return 0
        won_cents = self.machine.win_jackpot()
        self.machine.hand_pay()
        return won_cents
