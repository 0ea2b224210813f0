"""Why the present table decided as it did; nothing while a blind exercise withholds it."""

from collections.abc import Callable, Collection
from typing import Final

from firmware.board.settled_bets import settled_bets
from firmware.shell.sockets.control import StatusQuery
from firmware.shell.sockets.line_client import send_request
from firmware.shell.why.rules_in_force import game_rules
from firmware.shell.why.spoken_answer import SpokenRounds, message_sentences
from sim.web.messages.messages_out import Explanation
from sim.web.session.session import TableSession

EXPLAINED_ROUNDS: Final = 2
"""The one under way, and the one before it, whose bets are settled."""


class TableReasons:
    """Asks the service of the session that `read_session` returns."""

    def __init__(self, read_session: Callable[[], TableSession]) -> None:
        self._read_session = read_session

    def explain(self, language: str, messages: Collection[str]) -> Explanation:
        """Return why the last round was settled as it was, and why there are these messages.
        Raises ControlError if the service does not answer.
        """
        session = self._read_session()
        if session.dispatcher.is_dark:
            return Explanation((), {})
        config = session.bench.config
        query = StatusQuery("why", rounds=EXPLAINED_ROUNDS, lang=language)
        spoken = send_request(session.bench.table_dir.socket_path(), query, SpokenRounds)
        rules = game_rules(config.rule_pack, config.table.game, config.game_options)
        return Explanation(spoken.rounds, message_sentences(messages, rules, language))

    def settled_bets(self, language: str) -> SpokenRounds:
        """Return what players may see of the last ended round. Raises ControlError."""
        session = self._read_session()
        if session.dispatcher.is_dark:
            return SpokenRounds(())
        return settled_bets(session.bench.table_dir.socket_path(), language)
