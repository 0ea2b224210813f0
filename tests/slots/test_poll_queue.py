"""The polls that wait for one machine: each once, in their order, at a cost that it can't raise."""

from drivers.sas import polls
from drivers.sas.polls import Poll
from firmware.slots.poll_queue import PollQueue
from hal.ports import Millis

MOST_GAMES = 9999
"""What fits the four digits in which a machine says how many games it has."""


class ComparedPoll(Poll):
    """Counts how often polls are compared."""

    comparisons = 0

    def __eq__(self, other: object) -> bool:
        ComparedPoll.comparisons += 1
        return super().__eq__(other)

    __hash__ = Poll.__hash__


def game_polls() -> list[Poll]:
    games = range(1, MOST_GAMES + 1)
    return [ComparedPoll(*polls.game_poll(2, polls.GAME_IDENTITY, game)) for game in games]


def test_claimed_games_cost_polls_no_search() -> None:
    queue, found = PollQueue(2, (), Millis(0)), list[Poll]()
    for poll in (*game_polls(), *game_polls()):
        queue.add_poll(poll)
    assert ComparedPoll.comparisons < 10 * MOST_GAMES
    for _ in range(2 * MOST_GAMES):
        poll = queue.next_poll(Millis(0))
        if poll.command is not None:
            found.append(poll)
            queue.remove_poll(poll)
    assert found == game_polls()
