"""The arguments of `croupier recall`, `meters`, `replay`, `export` and `verify`."""

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001


def add_evidence(commands: "Commands", languages: Sequence[str]) -> None:
    """Add the commands that read the journal; what they need is imported when they are run."""
    recall = commands.add_parser("recall", help="tell the last rounds as they were recorded")
    which = recall.add_mutually_exclusive_group()
    which.add_argument("rounds", type=_count, nargs="?", default=10, metavar="N")
    which.add_argument("--round", type=_count, metavar="N", help="one round of long ago")
    which.add_argument("--at", type=_past, metavar="TIME", help='"2026-03-14 21:30", local time')
    which.add_argument("--rebuild-index", action="store_true", help="of the rounds, anew")
    recall.add_argument("--json", action="store_true")
    recall.add_argument("--socket", type=Path, metavar="PATH")
    recall.set_defaults(run=_recall)
    meters = commands.add_parser("meters", help="print the meters as the last round opened")
    meters.add_argument("--json", action="store_true")
    meters.add_argument("--recount", action="store_true", help="count them from the whole journal")
    meters.set_defaults(run=_meters)
    export = commands.add_parser("export", help="write the journal as one signed file")
    export.add_argument("-o", "--out", type=Path, metavar="FILE")
    export.add_argument("--from", type=_count, dest="first", metavar="ROUND")
    export.add_argument("--to", type=_count, dest="last", metavar="ROUND")
    export.add_argument("--state", type=Path, metavar="DIR", help="where the device's key is")
    export.set_defaults(run=_export)
    for command in (recall, meters, export):
        where = command.add_mutually_exclusive_group()
        where.add_argument("--config", type=Path, metavar="FILE", help="whose journal it is")
        where.add_argument("--journal", type=Path, nargs="+", default=(), metavar="DIR")
    replay = commands.add_parser("replay", help="decide a recorded game anew, and compare")
    replay.add_argument("journal", type=Path, metavar="JOURNAL", help="a copy's folder, a bundle")
    replay.set_defaults(run=_replay)
    verify = commands.add_parser("verify", help="prove such a file, on any machine")
    verify.add_argument("bundle", type=Path, metavar="BUNDLE")
    verify.add_argument("--device", metavar="KEY", help="its device.pub, or its fingerprint")
    verify.set_defaults(run=_verify)
    for command in (recall, meters, export, replay, verify):
        command.add_argument("--lang", choices=languages, default=languages[0])


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError("a number above 0")
    return count


def _past(text: str) -> datetime:
    try:
        time = datetime.fromisoformat(text).astimezone()
    except ValueError as error:
        raise argparse.ArgumentTypeError('a time such as "2026-03-14 21:30"') from error
    if time > datetime.now(UTC):
        raise argparse.ArgumentTypeError("a time that is past")
    return time


def _recall(options: argparse.Namespace) -> int:
    from firmware.cli.commands.evidence import recalled
    from firmware.cli.commands.looking_up import index_rebuilt, round_recalled, time_recalled
    from firmware.cli.commands.sources import Sources

    sources = Sources(options.journal, options.config, options.socket)
    if options.round is not None:
        return round_recalled(sources, options.round, options.lang, as_json=options.json)
    if options.at is not None:
        return time_recalled(sources, options.at, options.lang, as_json=options.json)
    if options.rebuild_index:
        return index_rebuilt(sources, options.lang)
    return recalled(sources, options.rounds, options.lang, as_json=options.json)


def _meters(options: argparse.Namespace) -> int:
    from firmware.cli.commands.evidence import meters
    from firmware.cli.commands.sources import Sources

    sources = Sources(options.journal, options.config)
    return meters(sources, options.lang, recount=options.recount, as_json=options.json)


def _export(options: argparse.Namespace) -> int:
    from firmware.cli.commands.evidence import ExportOptions, export
    from firmware.cli.commands.sources import Sources
    from firmware.shell.evidence.export import Wanted

    sources = Sources(options.journal, options.config)
    rounds = Wanted(options.first, options.last)
    return export(ExportOptions(sources, options.out, options.state, rounds, options.lang))


def _replay(options: argparse.Namespace) -> int:
    from firmware.cli.commands.replaying import replay

    return replay(options.journal, options.lang)


def _verify(options: argparse.Namespace) -> int:
    from firmware.cli.commands.evidence import verify

    return verify(options.bundle, options.device, options.lang)
