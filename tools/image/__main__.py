"""What `make image` needs besides its scripts, and how anybody verifies an image.

    python -m tools.image verify IMAGE --maker maker.pub

IMAGE may be compressed (`.xz`), or with `--manifest` the device of a card that it was written to.

    python -m tools.image table FILE                      prints a table's configuration for a card
    python -m tools.image packages ROOT                   prints the packages fetched for a root
    python -m tools.image sign IMAGE --key KEY --table DEB --packages FILE
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from firmware.shell.trust.keys import read_private_key, read_public_key
from firmware.shell.trust.trust_errors import TrustRefused
from firmware.shell.words.words import Words
from tools.image.debian import Package, fetched
from tools.image.manifest import Refused, place_of, read, sign, verify
from tools.make_deb import of_a_real_table


def main(arguments: Sequence[str]) -> int:
    """Return the exit status: 1 for an image that is not as signed, 3 for what can't be read."""
    options = _parser().parse_args(arguments)
    try:
        return options.run(options) or 0
    except TrustRefused as error:
        return _complain(Words.load("en").render(error.why), 3)
    except Refused as error:
        return _complain(str(error), 1)
    except OSError as error:
        return _complain(str(error), 3)


def _verify(options: argparse.Namespace) -> int:
    manifest = read(options.manifest or place_of(options.image), read_public_key(options.maker))
    wrong = list(verify(options.image, manifest))
    for line in wrong:
        _complain(f"{options.image}: {line}", 1)
    if not wrong:
        _print(f"{options.image}: {manifest.size} octets, all as signed by {manifest.maker}")
    return bool(wrong)


def _table(options: argparse.Namespace) -> None:
    _print(of_a_real_table(options.file.read_text()), end="")


def _packages(options: argparse.Namespace) -> None:
    _print(msgspec.json.encode(list(fetched(options.root))).decode())


def _sign(options: argparse.Namespace) -> None:
    packages = msgspec.json.decode(options.packages.read_bytes(), type=tuple[Package, ...])
    sign(options.image, options.table, packages, read_private_key(options.key))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.image")
    acts = parser.add_subparsers(required=True, metavar="ACT")
    act = acts.add_parser("verify", help="hold an image, or a card, to its signed manifest")
    act.add_argument("image", type=Path, metavar="IMAGE")
    act.add_argument("--maker", type=Path, required=True, help="the maker's public key")
    act.add_argument("--manifest", type=Path, help="if it is not beside the image")
    act.set_defaults(run=_verify)
    act = acts.add_parser("table", help="print a table's configuration for a card")
    act.add_argument("file", type=Path, metavar="FILE")
    act.set_defaults(run=_table)
    act = acts.add_parser("packages", help="print the packages that are fetched for a root")
    act.add_argument("root", type=Path, metavar="ROOT")
    act.set_defaults(run=_packages)
    act = acts.add_parser("sign", help="write the manifest of an image")
    act.add_argument("image", type=Path, metavar="IMAGE")
    for name in ("key", "table", "packages"):
        act.add_argument(f"--{name}", type=Path, required=True)
    act.set_defaults(run=_sign)
    return parser


def _complain(why: str, status: int) -> int:
    print(f"image: {why}", file=sys.stderr)  # noqa: T201
    return status


def _print(text: str, end: str = "\n") -> None:
    print(text, end=end)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
