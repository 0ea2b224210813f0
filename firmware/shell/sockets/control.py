"""The control socket: one JSON object a line each way. Reading needs no rights."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from firmware.core.table.meters import Meters
from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.status import Status
from firmware.shell.journal import JournalError
from firmware.shell.recall import RECALLED_ROUNDS, RecalledRounds, RecordSource, recall
from firmware.shell.sheets.posted_sheet import PostedSheet, PostRules
from firmware.shell.sockets.line_client import ErrorAnswer, send_request
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.why.spoken_answer import SpokenRounds, spoken_rounds
from firmware.shell.words.languages import LANGUAGES, Language
from firmware.shell.words.words import Words

SOCKET_MODE = 0o666
MOST_ROUNDS = 100
"""Rounds that are recalled at once."""
MOST_EXPLAINED_ROUNDS = 10
"""Rounds that are explained at once: a round is opened by its own rules and reckoned again."""


NO_METERS = "the meters are not known: no record of the journal is sound"


class StatusQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query: `{"get": "status"}`; `test` for a self-test of the parts; `recall` for the last
    `rounds`, `why` for the reasons of their settlements; `meters`; `rules` for the sheet of the
    rules. Without a `lang` a status is in the table's language, anything else in the first one.
    """

    get: str
    rounds: int = RECALLED_ROUNDS
    lang: Language | None = None


class PartsReport(msgspec.Struct, frozen=True):
    """How every part is, after its self-test."""

    parts: tuple[PartStatus, ...]


ControlAnswer = (
    Status | PartsReport | Meters | RecalledRounds | SpokenRounds | PostedSheet | ErrorAnswer
)


class ControlSocket(LineSocket):
    """Serves the latest status, the last rounds from the journal, the meters, and the rules."""

    def __init__(
        self,
        path: Path,
        status_in: Callable[[Language | None], Status],
        test_parts: Callable[[], tuple[PartStatus, ...]],
        current_meters: Callable[[], Meters | None],
        journal: RecordSource,
        post_rules: PostRules,
    ) -> None:
        """Open the socket. Raises ControlError if another service has it."""
        self._answers: dict[str, Callable[[StatusQuery], ControlAnswer]] = {
            "status": lambda query: status_in(query.lang),
            "test": lambda _: PartsReport(test_parts()),
            "meters": lambda _: current_meters() or ErrorAnswer(NO_METERS),
            "recall": lambda query: RecalledRounds(
                recall(journal, max(1, min(query.rounds, MOST_ROUNDS)))
            ),
            "why": lambda query: spoken_rounds(
                recall(journal, max(1, min(query.rounds, MOST_EXPLAINED_ROUNDS))),
                Words.load(query.lang or LANGUAGES[0]),
            ),
            "rules": lambda query: post_rules(query.lang or LANGUAGES[0]),
        }
        super().__init__(path, SOCKET_MODE, self._answer_query)

    def _answer_query(self, line: bytes, _uid: int) -> ControlAnswer:
        try:
            query = msgspec.json.decode(line, type=StatusQuery)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return ErrorAnswer(str(error))
        if query.get not in self._answers:
            names = ", ".join(self._answers)
            return ErrorAnswer(f"nothing is called {query.get!r}; there is: {names}")
        try:
            return self._answers[query.get](query)
        except JournalError as error:
            return ErrorAnswer(str(error))


def query_status(path: Path, language: Language | None = None) -> Status:
    """Return the status of the service at `path`, in the table's language or in another one.
    Raises ControlError.
    """
    return send_request(path, StatusQuery("status", lang=language), Status)


def query_test(path: Path) -> tuple[PartStatus, ...]:
    """Let the service at `path` test its parts, and return their status. Raises ControlError."""
    return send_request(path, StatusQuery("test"), PartsReport).parts


def query_rules(path: Path, language: Language) -> PostedSheet:
    """Return the sheet of the rules of the table at `path` in a language. Raises ControlError."""
    return send_request(path, StatusQuery("rules", lang=language), PostedSheet)
