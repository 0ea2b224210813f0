"""How the parts are, as a technician reads it: one line a part."""

from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.table import Table

from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words

WIDEST = 160
"""The width of lines outside a terminal."""


def print_parts(parts: Iterable[PartStatus], words: Words) -> None:
    """Print the parts as a table as wide as the terminal."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=WIDEST)
    console.print(_table(parts, words))


def _table(parts: Iterable[PartStatus], words: Words) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False)
    for heading in ("part", "proof", "heard", "round_trip", "errors", "mended"):
        number = heading in ("heard", "round_trip", "errors")
        said = words.say(Text(f"health.{heading}"))
        table.add_column(said, justify="right" if number else "left", no_wrap=number)
    for part in parts:
        style = "" if part.up and part.proof else "yellow" if part.up else "bold red"
        table.add_row(*_row(part, words), style=style)
    return table


def _row(part: PartStatus, words: Words) -> Iterable[str]:
    heard, losses = part.heard_ms_ago, part.losses + part.errors
    unit = part.identity or part.kind
    yield words.say(Text(f"part.{part.name}")) + (f" ({unit})" if unit else "")
    yield words.say(proof(part))
    yield "" if heard is None else words.say(Text("health.ago", {"tenths": _tenths(heard, words)}))
    yield words.say(Text("health.millis", {"ms": part.round_trip_ms})) if heard is not None else ""
    yield str(losses) if losses else ""
    yield ", ".join(f"{name} {count}" for name, count in sorted(part.mended.items()))


def proof(part: PartStatus) -> Text:
    """Return the result of a part's self-test in words."""
    if not part.up:
        return Text("proof.down", {"reason": part.last_error or "—"})
    return Text(f"proof.{part.proof or 'untested'}")


def _tenths(millis: int, words: Words) -> str:
    seconds = f"{millis / 1000:.1f}"
    return seconds.replace(".", ",") if words.language == "fr" else seconds
