"""`croupier conform`: what a recording of a real unit becomes, line by line."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.signature import Option
from firmware.cli.commands.conform_output import Account, JsonOutput, Output, TextOutput
from firmware.cli.commands.conform_page import PageOutput
from firmware.cli.commands.conform_replays import open_replay, replay_words
from firmware.cli.commands.progress import RecordProgress
from firmware.core.vocabulary.panel import Text
from firmware.shell.conformance.capture_file import read_capture
from firmware.shell.conformance.line_result import LineResult
from firmware.shell.conformance.notices import Notices
from firmware.shell.conformance.replay_kinds import parse_options
from firmware.shell.conformance.summary import Summary
from firmware.shell.words.words import Words

UnitKind = Annotated[str, Option(value_key="command.value.kind", completions=replay_words)]
Settings = Annotated[tuple[str, ...], Option(value_key="command.value.setting")]


def quiet_drivers() -> None:
    """Keep the drivers' log from the terminal: it is in the results."""
    for name in ("drivers", "firmware.shell.parts"):
        logging.getLogger(name).addHandler(logging.NullHandler())


def conform(
    words: Words,
    kind: UnitKind,
    capture: Path,
    *,
    set_: Settings = (),
    json: bool = False,
    html: Path | None = None,
) -> int:
    """Print what each line becomes; return 1 if one is unknown, or none is of such a unit."""
    quiet_drivers()
    notices = Notices()
    with ExitStack() as exit_stack:
        progress = exit_stack.enter_context(RecordProgress(words.render(Text("capture.progress"))))
        lines = read_capture(capture, notices)
        replay = open_replay(kind, lines, parse_options(set_), words)
        outputs: list[Output] = [JsonOutput(words) if json else TextOutput(words)]
        if html:
            page_file = exit_stack.enter_context(html.open("w", encoding="utf-8"))
            outputs.append(PageOutput(page_file, words, kind, capture.name))
        summary = Summary(replay.rows)
        for result in _counted(replay.results(), progress):
            summary.note(result)
            for output in outputs:
                output.write_result(result)
        account = Account(summary, tuple(notices.texts()), replay.unanswered)
        for output in outputs:
            output.write_account(account)
    return 0 if summary.is_conform else EXIT_FINDINGS


def _counted(results: Iterator[LineResult], progress: RecordProgress) -> Iterator[LineResult]:
    for number, result in enumerate(results, start=1):
        progress.record_read(number)
        yield result
