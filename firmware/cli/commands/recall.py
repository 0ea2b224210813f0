"""`croupier recall`: recorded rounds: the last ones, or one by its number or time."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from firmware.cli.args.signature import Option, mutually_exclusive
from firmware.cli.args.types import PositiveCount, SocketPath
from firmware.cli.commands.journal_sources import JournalSources
from firmware.cli.commands.round_lookup import open_lookup, round_of_journal
from firmware.cli.commands.round_printer import print_rounds
from firmware.cli.commands.status import default_socket
from firmware.cli.commands.unseen_payments import print_unseen_payments
from firmware.core.vocabulary.panel import Text
from firmware.shell.history.setting_words import last_words
from firmware.shell.recall import RecalledRound, RecalledRounds, RoundsAtTime
from firmware.shell.recall import recall as recall_last
from firmware.shell.sockets.control import query_status
from firmware.shell.sockets.line_client import ControlError, send_request
from firmware.shell.words.words import Words


class RecallQuery(msgspec.Struct, frozen=True):
    """The query to a running table's control socket."""

    rounds: int
    get: str = "recall"


class PrintStyle(NamedTuple):
    """How rounds are printed: for a program, or with the rules that their bets cite."""

    as_json: bool
    why: bool


def parse_past_time(typed_text: str) -> datetime:
    """Return a time that is past; without an offset it is local."""
    past_time = datetime.fromisoformat(typed_text).astimezone()
    if past_time > datetime.now(UTC):
        raise ValueError(typed_text)
    return past_time


@mutually_exclusive("rounds", "round_", "at", "rebuild_index", "unseen")
@mutually_exclusive("socket", "round_", "at", "rebuild_index", "unseen")
@mutually_exclusive("why", "json")
def recall(
    words: Words,
    rounds: PositiveCount = 10,
    *,
    round_: PositiveCount | None = None,
    at: Annotated[
        datetime | None,
        Option(
            parse=parse_past_time,
            expected_key="command.wanted.past",
            value_key="command.value.time",
        ),
    ] = None,
    rebuild_index: bool = False,
    unseen: bool = False,
    why: bool = False,
    json: bool = False,
    socket: SocketPath | None = None,
    sources: JournalSources,
) -> int:
    """Print rounds; the last ones come from the running table if there is one."""
    if socket is None:
        sources.print_which_table("recall", words)
    style = PrintStyle(as_json=json, why=why)
    if round_ is not None:
        return _print_round(sources, round_, words, style)
    if at is not None:
        return _print_round_at(sources, at, words, style)
    if rebuild_index:
        return _rebuild_index(sources, words)
    if unseen:
        journal_reader = sources.open_reader()
        words = last_words(journal_reader, words)
        return print_unseen_payments(journal_reader, words, as_json=json)
    return _print_last_rounds(sources, socket, rounds, words, style)


def _print_last_rounds(
    sources: JournalSources,
    control_socket: Path | None,
    rounds: int,
    words: Words,
    style: PrintStyle,
) -> int:
    last_rounds = _rounds_of_running_table(sources, control_socket, rounds)
    if last_rounds is None:
        last_rounds = recall_last(sources.open_reader(), rounds)
    elif not style.as_json:
        words = words.for_house(query_status(control_socket or default_socket()).house)
    if style.as_json:
        _print_json(RecalledRounds(last_rounds))
    elif last_rounds:
        print_rounds(last_rounds, words, why=style.why)
    else:
        print(words.render(Text("recall.none")))
    return 0


def _rounds_of_running_table(
    sources: JournalSources, control_socket: Path | None, rounds: int
) -> tuple[RecalledRound, ...] | None:
    """Return the running table's rounds; None if a journal is named, or no table answers."""
    if sources.is_named and control_socket is None:
        return None
    try:
        return send_request(
            control_socket or default_socket(), RecallQuery(rounds), RecalledRounds
        ).rounds
    except ControlError:
        return None


def _print_round(
    sources: JournalSources, round_number: int, words: Words, style: PrintStyle
) -> int:
    recalled_round = round_of_journal(sources, round_number, "recall", words)
    if style.as_json:
        _print_json(RecalledRounds((recalled_round,)))
    else:
        print_rounds((recalled_round,), words, why=style.why)
    return 0


def _print_round_at(
    sources: JournalSources, past_time: datetime, words: Words, style: PrintStyle
) -> int:
    with open_lookup(sources, "recall", words) as lookup:
        rounds_at_time = lookup.by_time(past_time)
    if style.as_json:
        _print_json(rounds_at_time)
    elif rounds_at_time.rounds:
        print_rounds(rounds_at_time.rounds, words, why=style.why)
    else:
        print(words.render(_between_text(rounds_at_time)))
    return 0


def _between_text(rounds_at_time: RoundsAtTime) -> Text:
    """Return the message for a time at which no round was open."""
    match rounds_at_time:
        case RoundsAtTime(previous=int(previous), next=int(following)):
            return Text("recall.between", {"previous": previous, "next": following})
        case RoundsAtTime(previous=int(previous)):
            return Text("recall.after", {"previous": previous})
        case RoundsAtTime(next=int(following)):
            return Text("recall.before", {"next": following})
    return Text("recall.round_missing")


def _rebuild_index(sources: JournalSources, words: Words) -> int:
    with open_lookup(sources, "recall", words) as lookup:
        round_count, segment_count = lookup.rebuild()
    print(words.render(Text("index.made", {"rounds": round_count, "segments": segment_count})))
    return 0


def _print_json(printed_struct: msgspec.Struct) -> None:
    print(msgspec.json.encode(printed_struct).decode())
