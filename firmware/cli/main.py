"""The command `croupier`."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from firmware import __version__
from firmware.cli.commands.evidence_parser import add_evidence
from firmware.cli.commands.exits import READER_GONE

LANGUAGES = ("fr", "en")
WEB_PORT = "8080"
FASTEST = 1000
MAKER = Path("/etc/croupier/maker.pub")
CONFIG = Path("/etc/croupier/table.toml")
VERSIONS = Path("/opt/croupier/versions")
TECHNICIAN = {
    "clear": "allow the supervisor to clear what waits for two persons",
    "inspect": "have the running table check its journal, program and configuration",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="croupier", description="La table de jeu / the table")
    parser.add_argument("--version", action="version", version=f"croupier {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    play = commands.add_parser("play", help="play round scripts on simulated hardware")
    play.add_argument("files", nargs="+", type=Path, metavar="FILE")
    play.add_argument("--config", type=Path, metavar="FILE", help="the table to play at")
    play.add_argument("--lang", choices=LANGUAGES, default="fr")
    play.set_defaults(run=_play)
    _add_run(commands.add_parser("run", help="serve a table; with no option, a simulated one"))
    check = commands.add_parser("check", help="say all that is wrong with a configuration")
    check.add_argument("config", type=Path, metavar="CONFIG")
    check.add_argument("--lang", choices=LANGUAGES, default="fr")
    check.set_defaults(run=_check)
    status = commands.add_parser("status", help="say how the running table is")
    status.add_argument("--json", action="store_true")
    status.add_argument("--socket", type=Path, metavar="PATH")
    status.set_defaults(run=_status)
    test = commands.add_parser("test", help="have the running table test its parts")
    test.add_argument("--json", action="store_true")
    test.add_argument("--socket", type=Path, metavar="PATH")
    test.add_argument("--lang", choices=LANGUAGES, default="fr")
    test.set_defaults(run=_test)
    for act, told in TECHNICIAN.items():
        done = commands.add_parser(act, help=told)
        done.add_argument("--socket", type=Path, metavar="PATH")
        done.add_argument("--lang", choices=LANGUAGES, default="fr")
        done.set_defaults(run=_technician, act=act)
    rules = commands.add_parser("rules", help="print the rules of a game: bets, pay tables, limits")
    rules.add_argument("game", metavar="GAME")
    rules.add_argument("--config", type=Path, metavar="FILE", help="the table whose limits hold")
    rules.add_argument("--lang", choices=LANGUAGES, default="fr")
    rules.set_defaults(run=_rules)
    _add_ticket(commands.add_parser("ticket", help="sell and pay tickets of Keno at the table"))
    _add_deck(commands.add_parser("deck", help="enrol the tagged cards of a deck"))
    add_evidence(commands, LANGUAGES)
    _add_manifest(commands.add_parser("manifest", help="verify the program that is installed"))
    seal = commands.add_parser("seal", help="seal a configuration that was rightly changed")
    seal.add_argument("--config", type=Path, metavar="FILE", required=True)
    seal.add_argument("--state", type=Path, metavar="DIR", help="where the device's key is")
    seal.add_argument("--lang", choices=LANGUAGES, default="fr")
    seal.set_defaults(run=_seal)
    _add_update(commands.add_parser("update", help="put a newer version on trial"))
    _add_console(commands.add_parser("console", help="the technician's console"))
    return parser


def _add_ticket(ticket: argparse.ArgumentParser) -> None:
    acts = ticket.add_subparsers(required=True, metavar="ACT")
    sell = acts.add_parser("sell", help="register a ticket; the table prints it")
    sell.add_argument("--spot", type=int, default=1)
    sell.add_argument("--cents", type=int, required=True, help="the stake a draw")
    sell.add_argument("--draws", type=int, default=1)
    picked = sell.add_mutually_exclusive_group(required=True)
    picked.add_argument("--numbers", type=int, nargs="+", default=(), metavar="N")
    picked.add_argument("--quick-pick", type=int, default=0, metavar="COUNT")
    sell.add_argument("--unpaid", action="store_true", help="to be paid before the draw")
    sell.set_defaults(run=_sell)
    claim = acts.add_parser("claim", help="pay the holder of a winning ticket")
    claim.add_argument("control", metavar="CONTROL")
    claim.set_defaults(run=_claim)
    for act in (sell, claim):
        act.add_argument("--socket", type=Path, metavar="PATH")
        act.add_argument("--lang", choices=LANGUAGES, default="fr")


def _add_deck(deck: argparse.ArgumentParser) -> None:
    acts = deck.add_subparsers(required=True, metavar="ACT")
    enrol = acts.add_parser("enrol", help="pass every card over the table's reader")
    enrol.add_argument("--config", type=Path, metavar="FILE", required=True)
    enrol.add_argument("--deck", metavar="NAME", required=True)
    enrol.add_argument("--batch", metavar="BATCH", required=True)
    kind = enrol.add_mutually_exclusive_group()
    kind.add_argument("--jokers", type=int, choices=range(5), default=0)
    kind.add_argument("--tiles", action="store_true", help="the 32 tiles of Pai Gow, not cards")
    enrol.add_argument("--cut", action="store_true", help="enrol a cut card with it")
    enrol.add_argument("--registry", type=Path, metavar="DIR", help="not the configured one")
    enrol.add_argument("--board", choices=("sim", "pi"), default="sim")
    enrol.add_argument("--lang", choices=LANGUAGES, default="fr")
    enrol.set_defaults(run=_enrol)
    check = acts.add_parser("check", help="list the decks, or say all that is wrong with them")
    check.add_argument("registry", type=Path, metavar="DIR")
    check.add_argument("--lang", choices=LANGUAGES, default="fr")
    check.set_defaults(run=_check_decks)


def _add_manifest(manifest: argparse.ArgumentParser) -> None:
    manifest.add_argument("--maker", type=Path, metavar="FILE", default=MAKER)
    manifest.add_argument("--digest", metavar="SEED", help="print what depends on all and on this")
    where = manifest.add_mutually_exclusive_group()
    where.add_argument("--root", type=Path, metavar="DIR", help="a version elsewhere, as on a card")
    where.add_argument(
        "--package", type=Path, metavar="FILE", help="a release as the maker gave it"
    )
    manifest.add_argument("--json", action="store_true")
    manifest.add_argument("--lang", choices=LANGUAGES, default="fr")
    manifest.set_defaults(run=_manifest)


def _add_update(update: argparse.ArgumentParser) -> None:
    update.add_argument("package", type=Path, metavar="PACKAGE")
    update.add_argument("--maker", type=Path, metavar="FILE", default=MAKER)
    update.add_argument("--versions", type=Path, metavar="DIR", default=VERSIONS)
    update.add_argument("--state", type=Path, metavar="DIR", help="where the accepted one is noted")
    update.add_argument("--socket", type=Path, metavar="PATH")
    update.add_argument("--lang", choices=LANGUAGES, default="fr")
    update.set_defaults(run=_update)


def _add_console(console: argparse.ArgumentParser) -> None:
    where = console.add_mutually_exclusive_group()
    where.add_argument("--serve", action="store_true", help="serve the port of [console]")
    where.add_argument("--port", metavar="PATH", help="connect to a console on a serial port")
    console.add_argument("--config", type=Path, metavar="FILE", default=CONFIG)
    console.add_argument("--socket", type=Path, metavar="PATH")
    console.add_argument("--state", type=Path, metavar="DIR", help="where the accounts are")
    console.add_argument("--lang", choices=LANGUAGES)
    console.add_argument("words", nargs=argparse.REMAINDER, metavar="COMMAND", help="just this one")
    console.set_defaults(run=_console)


def _add_run(run: argparse.ArgumentParser) -> None:
    run.add_argument("--board", choices=("sim", "pi"), default="sim")
    run.add_argument("--game", metavar="NAME", help="the game of a table that nobody configured")
    run.add_argument("--config", type=Path, metavar="FILE")
    run.add_argument("--lang", choices=LANGUAGES)
    run.add_argument("--speed", type=_speed, default=1.0, help="how much faster than people")
    run.add_argument("--rounds", type=int, help="stop after so many rounds")
    run.add_argument("--shoe", choices=("simulated", "external"), default="simulated")
    run.add_argument("--seed", type=int, help="the same people, the same cards")
    run.add_argument("--plain", action="store_true", help="plain lines, as without a terminal")
    run.add_argument("--idle", action="store_true", help="nobody plays; for the console")
    run.add_argument("--far-end", type=Path, metavar="SOCKET", help="a table served elsewhere")
    run.add_argument(
        "--web",
        nargs="?",
        const=WEB_PORT,
        metavar="[HOST:]PORT",
        help=f"a simulated table in the browser, at 127.0.0.1:{WEB_PORT} unless said otherwise",
    )
    run.set_defaults(run=_run)


def _speed(text: str) -> float:
    speed = float(text)
    if not 0 < speed <= FASTEST:
        raise argparse.ArgumentTypeError(f"a number above 0, {FASTEST} at most")
    return speed


def _run(options: argparse.Namespace) -> int:
    if options.web is not None:
        return _web(options)
    from firmware.cli.commands.run import RunOptions, run

    return run(
        RunOptions(
            board=options.board,
            game=options.game,
            config=options.config,
            language=options.lang,
            speed=options.speed,
            rounds=options.rounds,
            external_shoe=options.shoe == "external",
            seed=options.seed,
            plain=options.plain,
            far_end=options.far_end,
            idle=options.idle,
        )
    )


def _web(options: argparse.Namespace) -> int:
    from firmware.cli.commands.web import WebOptions, web

    besides = {
        "--board pi": options.board == "pi",
        "--far-end": options.far_end is not None,
        "--shoe external": options.shoe == "external",
        "--rounds": options.rounds is not None,
        "--plain": options.plain,
    }
    return web(
        WebOptions(
            address=options.web,
            game=options.game,
            config=options.config,
            language=options.lang,
            speed=options.speed,
            seed=options.seed,
            idle=options.idle,
            besides=tuple(name for name, given in besides.items() if given),
        )
    )


def _check(options: argparse.Namespace) -> int:
    from firmware.cli.commands.reading import check

    return check(options.config, options.lang)


def _status(options: argparse.Namespace) -> int:
    from firmware.cli.commands.reading import status

    return status(options.socket, as_json=options.json)


def _play(options: argparse.Namespace) -> int:
    from firmware.cli.play.playing import play_files

    return play_files(options.files, options.lang, options.config)


def _technician(options: argparse.Namespace) -> int:
    from firmware.cli.commands.technician import do

    return do(options.act, options.socket, options.lang)


def _rules(options: argparse.Namespace) -> int:
    from firmware.cli.commands.rules import rules

    return rules(options.game, options.config, options.lang)


def _sell(options: argparse.Namespace) -> int:
    from firmware.cli.commands.tickets import sell
    from firmware.shell.desk.socket import Sale

    sale = Sale(
        options.spot,
        options.cents,
        options.draws,
        tuple(options.numbers),
        options.quick_pick,
        not options.unpaid,
    )
    return sell(sale, options.socket, options.lang)


def _claim(options: argparse.Namespace) -> int:
    from firmware.cli.commands.tickets import claim

    return claim(options.control, options.socket, options.lang)


def _test(options: argparse.Namespace) -> int:
    from firmware.cli.commands.reading import test

    return test(options.socket, options.lang, as_json=options.json)


def _enrol(options: argparse.Namespace) -> int:
    from firmware.cli.commands.deck import DeckOptions, enrol

    return enrol(
        DeckOptions(
            config=options.config,
            deck=options.deck,
            batch=options.batch,
            jokers=options.jokers,
            tiles=options.tiles,
            cut=options.cut,
            language=options.lang,
            simulated=options.board == "sim",
            registry=options.registry,
        )
    )


def _check_decks(options: argparse.Namespace) -> int:
    from firmware.cli.commands.deck import check

    return check(options.registry, options.lang)


def _manifest(options: argparse.Namespace) -> int:
    from firmware.cli.commands.trusting import ManifestOptions, manifest

    return manifest(
        ManifestOptions(
            maker=options.maker,
            root=options.root,
            package=options.package,
            seed=options.digest,
            as_json=options.json,
            language=options.lang,
        )
    )


def _seal(options: argparse.Namespace) -> int:
    from firmware.cli.commands.trusting import seal

    return seal(options.config, options.state, options.lang)


def _update(options: argparse.Namespace) -> int:
    from firmware.cli.commands.trusting import UpdateOptions, update

    return update(
        UpdateOptions(
            package=options.package,
            maker=options.maker,
            versions=options.versions,
            state=options.state,
            socket=options.socket,
            language=options.lang,
        )
    )


def _console(options: argparse.Namespace) -> int:
    from firmware.cli.commands import console

    if options.port:
        return console.connect(options.port, options.lang or LANGUAGES[0])
    asked = console.ConsoleOptions(options.words, options.lang, options.socket, options.state)
    return console.serve(asked, options.config) if options.serve else console.here(asked)


if __name__ == "__main__":
    sys.exit(main())
