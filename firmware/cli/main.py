"""The command `croupier`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from firmware import __version__

BAD_INPUT = 2
"""The exit status of a file that can't be used."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    options = _parser().parse_args(arguments)
    status: int = options.run(options)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="croupier", description="La table de jeu / the table")
    parser.add_argument("--version", action="version", version=f"croupier {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    play = commands.add_parser("play", help="play round scripts on simulated hardware")
    play.add_argument("files", nargs="+", type=Path, metavar="FILE")
    play.add_argument("--lang", choices=("fr", "en"), default="fr")
    play.set_defaults(run=_play)
    return parser


def _play(options: argparse.Namespace) -> int:
    from firmware.cli.playing import play_files

    return play_files(options.files, options.lang)


if __name__ == "__main__":
    sys.exit(main())
