"""The names, ages and notes of a tournament's acts: every spelling of a name is the same player."""

from collections.abc import Callable, Mapping
from typing import Final
from unicodedata import normalize

from msgspec.structs import replace

from firmware.core.tournament import acts
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed

MAX_NOTE_LETTERS: Final = 500
AGES: Final = range(18, 151)
"""The ages in years that a player may have; a law may ask more."""


def cleaned_note(typed_note: str) -> str:
    """Return a note in normal form, on one line. Raises RequestFailed if no sheet can print it."""
    cleaned = " ".join(normalize("NFC", typed_note).split())
    if not (cleaned.isprintable() and 0 < len(cleaned) <= MAX_NOTE_LETTERS):
        raise RequestFailed(Text("hall.note", {"most": MAX_NOTE_LETTERS}))
    return cleaned


def resolve_names(
    act: acts.AnyTournamentAct, resolve_name: Callable[[str], str]
) -> acts.AnyTournamentAct:
    """Return an act with its names resolved. Raises RequestFailed, also at an impossible age."""
    _check_age(act)
    match act:
        case acts.Register(player) | acts.RebuyChips(player):
            return replace(act, player=resolve_name(player))
        case acts.ReportEliminated(eliminated):
            return replace(
                act,
                lost=tuple(
                    replace(loser, player=resolve_name(loser.player)) for loser in eliminated
                ),
            )
        case acts.DrawSeats(players):
            return acts.DrawSeats(tuple(map(resolve_name, players)))
        case acts.ReportStacks(stacks):
            return acts.ReportStacks(_resolved_counts(stacks, resolve_name))
        case acts.ColourUp(counts=counts):
            return replace(act, counts=_resolved_counts(counts, resolve_name))
        case acts.NoteIncident(description, persons, noted_by):
            return acts.NoteIncident(
                cleaned_note(description),
                tuple(map(resolve_name, persons)),
                resolve_name(noted_by) if noted_by else "",
            )
        case acts.CorrectAct(_, (first, second), reason, corrected):
            right_act = corrected and resolve_names(corrected, resolve_name)
            return replace(
                act,
                persons=(resolve_name(first), resolve_name(second)),
                reason=cleaned_note(reason),
                corrected=right_act,
            )
    return act


def _check_age(act: acts.AnyTournamentAct) -> None:
    if isinstance(act, acts.Register) and act.age is not None and act.age not in AGES:
        raise RequestFailed(Text("hall.age_span", {"least": AGES[0], "most": AGES[-1]}))


def _resolved_counts(
    counts: Mapping[str, int], resolve_name: Callable[[str], str]
) -> dict[str, int]:
    """Return counts by resolved name. Raises RequestFailed if two spellings are one player."""
    resolved: dict[str, int] = {}
    for player, count in counts.items():
        if (known_name := resolve_name(player)) in resolved:
            raise RequestFailed(Text("hall.named_twice", {"who": player}))
        resolved[known_name] = count
    return resolved
