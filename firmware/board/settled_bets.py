"""Why the bets of the last round were settled as they were, for players: asked of the table once a
round at most, however many boards ask.
"""

import threading
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from firmware.shell.sockets.control import StatusQuery
from firmware.shell.sockets.line_client import send_request
from firmware.shell.why.spoken_answer import SpokenRound, SpokenRounds
from firmware.shell.words.languages import Language

QUERIED_ROUNDS: Final = 2
"""The one under way, of which players are shown nothing, and the one before it."""

RoundState = tuple[str, int, str]
"""The table's phase, its round, and the language: as long as they stay, so do the answers."""


class SettledBets:
    """The answers for the last round that has ended. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: RoundState | None = None
        self._answers = SpokenRounds(())

    def answers(self, socket_path: Path, round_state: RoundState) -> SpokenRounds:
        """Return the answers at this state of the table. Raises ControlError."""
        with self._lock:
            if round_state != self._state:
                self._answers = settled_bets(socket_path, round_state[-1])
                self._state = round_state
            return self._answers


def settled_bets(socket_path: Path, language: Language) -> SpokenRounds:
    """Return the answers for the bets of the last round that has ended. Raises ControlError."""
    query = StatusQuery("why", rounds=QUERIED_ROUNDS, lang=language)
    rounds = send_request(socket_path, query, SpokenRounds).rounds
    ended = [found for found in rounds if found.ended and not found.test]
    return SpokenRounds(tuple(map(_bets_alone, ended[-1:])))


def _bets_alone(spoken_round: SpokenRound) -> SpokenRound:
    """Return a round's bets spot by spot; its refusals and alarms are none of the players'."""
    of_bets = [(answer.spot, answer) for answer in spoken_round.answers if answer.spot is not None]
    by_spot = sorted(of_bets, key=lambda bet: bet[0])
    return replace(spoken_round, answers=tuple(answer for _, answer in by_spot))
