"""Names and chip counts as people type them: resolved, checked, and answered."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final
from unicodedata import normalize

from msgspec.structs import replace

from firmware.core.tournament import acts
from firmware.core.tournament.tournament import Tournament, TournamentStage
from firmware.core.tournament.undo import ActLog
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed

MAX_NAME_LETTERS: Final = 60
MAX_NOTE_LETTERS: Final = 500


def cleaned_name(typed_name: str) -> str:
    """Return a name in normal form. Raises RequestFailed if no screen can show it."""
    cleaned = " ".join(normalize("NFC", typed_name).split())
    if not (cleaned.isprintable() and 0 < len(cleaned) <= MAX_NAME_LETTERS):
        raise RequestFailed(Text("hall.name", {"most": MAX_NAME_LETTERS}))
    return cleaned


def cleaned_note(typed_note: str) -> str:
    """Return a note in normal form, on one line. Raises RequestFailed if no sheet can print it."""
    cleaned = " ".join(normalize("NFC", typed_note).split())
    if not (cleaned.isprintable() and 0 < len(cleaned) <= MAX_NOTE_LETTERS):
        raise RequestFailed(Text("hall.note", {"most": MAX_NOTE_LETTERS}))
    return cleaned


def casefolded(typed_name: str) -> str:
    """Return the key that all spellings of a name share. Raises RequestFailed."""
    # casefold can take a normal form apart again
    return normalize("NFC", cleaned_name(typed_name).casefold())


def name_resolver(known_names: Iterable[str]) -> Callable[[str], str]:
    """Return a function from a typed name to the known one, else to its normal form.

    The function raises RequestFailed.
    """
    spellings = {casefolded(known_name): known_name for known_name in known_names}
    return lambda typed_name: spellings.get(casefolded(typed_name)) or cleaned_name(typed_name)


def resolve_names(
    act: acts.AnyTournamentAct, resolve_name: Callable[[str], str]
) -> acts.AnyTournamentAct:
    """Return an act with its names resolved. Raises RequestFailed."""
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
        case acts.ReportStacks(stacks):
            return acts.ReportStacks(
                {resolve_name(player): count for player, count in stacks.items()}
            )
        case acts.ColourUp(counts=counts):
            return replace(
                act, counts={resolve_name(player): count for player, count in counts.items()}
            )
        case acts.NoteIncident(description, persons, noted_by):
            return acts.NoteIncident(
                cleaned_note(description),
                tuple(map(resolve_name, persons)),
                resolve_name(noted_by) if noted_by else "",
            )
    return act


def check_chip_count(act: acts.AnyTournamentAct, act_log: ActLog) -> None:
    """Raise RequestFailed if more chips are reported than are in play.

    A colour-up may have added half of a new chip by rounding; that much is allowed.
    """
    raced_value = sum(
        logged.act.to for logged in act_log.logged_acts if isinstance(logged.act, acts.ColourUp)
    )
    if (
        act_log.tournament.stage is not TournamentStage.SALE
        and _chips_in(act) > act_log.tournament.chips_in_play + raced_value // 2
    ):
        raise RequestFailed(Text("hall.too_many", {"most": act_log.tournament.chips_in_play}))


def _chips_in(act: acts.AnyTournamentAct) -> int:
    match act:
        case acts.ReportEliminated(eliminated):
            return sum(loser.stack for loser in eliminated)
        case acts.ReportStacks(stacks):
            return _total_count(stacks)
        case acts.ColourUp(chip_value, _, counts):
            return chip_value * _total_count(counts)
    return 0


def _total_count(counts: Mapping[str, int]) -> int:
    return sum(counts.values())


def act_texts(act: acts.AnyTournamentAct, tournament: Tournament) -> Iterator[Text]:
    """Yield the answer to an act without rulings, or to a count other than the chips sold."""
    match act:
        case acts.Register(player, cents):
            values: TextValues = {"who": player, "cents": cents, "count": len(tournament.payments)}
            yield Text("hall.did.register", values)
            if tournament.seating.tables:
                yield Text("hall.status.draw")
        case acts.RebuyChips(player, cents):
            values = {"who": player, "cents": cents, "count": tournament.rebuy_count}
            yield Text("hall.did.rebuy", values)
        case acts.ReportStacks() if _chips_in(act) != tournament.chips_in_play:
            yield Text(
                "hall.did.stacks", {"found": _chips_in(act), "sold": tournament.chips_in_play}
            )
