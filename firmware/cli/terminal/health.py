"""The health of the parts for a technician: one line a part."""

from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.table import Table

from firmware.core.vocabulary.faults import PART_WORDS
from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.labels import proof_label
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words

REDIRECTED_WIDTH = 160
"""The width of lines outside a terminal."""
NUMBER_HEADINGS = ("health.heard", "health.round_trip", "health.errors")
HEADING_KEYS = ("health.part", "health.proof", *NUMBER_HEADINGS, "health.mended")


def print_parts(parts: Iterable[PartStatus], words: Words) -> None:
    """Print the parts as a table as wide as the terminal."""
    rich_console = Console(highlight=False)
    if not rich_console.is_terminal:
        rich_console = Console(highlight=False, width=REDIRECTED_WIDTH)
    rich_console.print(_parts_table(parts, words))


def _parts_table(parts: Iterable[PartStatus], words: Words) -> Table:
    parts_table = Table(box=box.SIMPLE, pad_edge=False)
    for heading_key in HEADING_KEYS:
        is_number = heading_key in NUMBER_HEADINGS
        heading_text = words.render(Text(heading_key))
        parts_table.add_column(
            heading_text, justify="right" if is_number else "left", no_wrap=is_number
        )
    for part in parts:
        part_style = "" if part.up and part.proof else "yellow" if part.up else "bold red"
        parts_table.add_row(*_part_cells(part, words), style=part_style)
    return parts_table


def _part_cells(part: PartStatus, words: Words) -> Iterable[str]:
    last_seen_ms_ago, loss_count = part.last_seen_ms_ago, part.losses + part.errors
    unit_name = part.identity or part.kind
    yield words.render(Text(PART_WORDS.get(part.name, part.name))) + (
        f" ({unit_name})" if unit_name else ""
    )
    yield words.render(proof_text(part))
    yield (
        ""
        if last_seen_ms_ago is None
        else words.render(Text("health.ago", {"tenths": _seconds_text(last_seen_ms_ago, words)}))
    )
    yield (
        words.render(Text("health.millis", {"ms": part.round_trip_ms}))
        if last_seen_ms_ago is not None
        else ""
    )
    yield str(loss_count) if loss_count else ""
    yield ", ".join(
        f"{mended_name} {mended_count}" for mended_name, mended_count in sorted(part.mended.items())
    )


def proof_text(part: PartStatus) -> Text:
    """Return the result of a part's self-test in words."""
    if not part.up:
        return Text("proof.down", {"reason": part.last_error or "—"})
    return proof_label(part.proof)


def _seconds_text(millis: int, words: Words) -> str:
    return words.format_number(f"{millis / 1000:.1f}")
