"""Correction: an earlier act is withdrawn or replaced by two persons, as a record of its own.

acts done:   a1  a2  a3(wrong)  a4  a5  a6        correct a3
new engine:  a1  a2  a3(right)  a4  a5  a6        all acts applied again: each accepted?
    no ──> refused: the later act that contradicts it is named
    yes ─> money, places, prizes and clock are those of the right acts; then the seats:
           all players remain where they sit, except who is out or back (`SettleSeats`)

The instructions to people are the differences between the two engines (differences.py). Seats are
not replayed: a mistake of an hour ago moves only the players that it concerned, and those that the
balance of the tables needs. Play that is over does not begin again.

A table's button contradicts no correction: the right acts may have broken that table before.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from firmware.core.tournament import acts
from firmware.core.tournament.act_text import full_act_text
from firmware.core.tournament.differences import differences
from firmware.core.tournament.player_names import resolve_names
from firmware.core.tournament.replay import LoggedAct, Replay, replay
from firmware.core.tournament.rulings import ActCorrected, PlayerRenamed
from firmware.core.tournament.seating import TournamentSeating
from firmware.core.tournament.tournament import Tournament, TournamentStage
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.name_spelling import name_key
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.rulings import Ruling

Renames = Mapping[str, str]
"""The right name of a player by the wrong one."""


def corrected_replay(
    before: Tournament, logged_acts: Sequence[LoggedAct], correction: acts.CorrectAct
) -> Replay:
    """Return the replay with an act corrected. Raises Forbidden."""
    _check_persons(before, correction)
    if before.is_cancelled:
        raise Forbidden("hall.correct.cancelled")
    former = _former_act(logged_acts, correction)
    right_acts = _right_acts(before, logged_acts, former, _corrected(former, correction))
    restored = replay(before.terms, right_acts)
    _check_replay(before, restored, correction.number)
    renames = _renames(former.act, correction.corrected)
    settled = acts.SettleSeats(_renamed_seating(before.seating, renames))
    seat_rulings = restored.tournament.handle_act(settled)
    to_do: list[Ruling] = [_ruling(former, correction)]
    to_do += [PlayerRenamed(player, to) for player, to in renames.items()]
    # a name alone changes nothing else
    if former.is_withdrawn or not renames:
        corrected = next(of for of in restored.logged_acts if of.number == correction.number)
        to_do += differences(before, restored.tournament, former, corrected, seat_rulings)
    logged_settled = LoggedAct(settled, seat_rulings, by_operator=False)
    return Replay(restored.tournament, [*restored.logged_acts, logged_settled], tuple(to_do))


def _check_persons(tournament: Tournament, correction: acts.CorrectAct) -> None:
    """Raise Forbidden unless two of the staff, or two who do not play, give a reason."""
    first, second = map(name_key, correction.persons)
    if first == second:
        raise Forbidden("hall.correct.two_persons")
    players, staff = (
        {*map(name_key, names)} for names in (tournament.payments, tournament.terms.staff)
    )
    for person in correction.persons:
        if name_key(person) in players or (staff and name_key(person) not in staff):
            raise Forbidden("hall.correct.not_staff", who=person)
    if not correction.reason.strip():
        raise Forbidden("why.no_reason")


def _former_act(logged_acts: Sequence[LoggedAct], correction: acts.CorrectAct) -> LoggedAct:
    """Return the act to correct. Raises Forbidden if there is none, or it would stay as it is."""
    number, right_act = correction.number, correction.corrected
    former = next((of for of in logged_acts if of.number == number > 0), None)
    if former is None:
        raise Forbidden("hall.correct.no_act", number=number)
    if right_act is not None and type(right_act) is not type(former.act):
        raise Forbidden("hall.correct.other_kind", number=number, what=full_act_text(former.act))
    if _corrected(former, correction) == former:
        raise Forbidden("hall.correct.same", number=number)
    return former


def _renames(wrong_act: acts.TournamentAct, right_act: acts.TournamentAct | None) -> Renames:
    match wrong_act, right_act:
        case acts.Register(player), acts.Register(right_player) if player != right_player:
            return {player: right_player}
    return {}


def _right_acts(
    before: Tournament, logged_acts: Sequence[LoggedAct], former: LoggedAct, corrected: LoggedAct
) -> list[LoggedAct]:
    """Return the acts with the right one in its place; during the sale without the draws, if
    there is a player more or less.
    """
    renames = _renames(former.act, corrected.act)
    is_other_entry = former.is_withdrawn is not corrected.is_withdrawn
    has_to_draw = before.stage is TournamentStage.SALE and is_other_entry
    return [
        corrected
        if logged_act.number == corrected.number
        else logged_act._replace(act=_renamed_act(logged_act.act, renames))
        for logged_act in logged_acts
        if not (has_to_draw and isinstance(logged_act.act, acts.DrawSeats))
    ]


def _corrected(former: LoggedAct, correction: acts.CorrectAct) -> LoggedAct:
    right_act = correction.corrected
    return former._replace(act=right_act or former.act, is_withdrawn=right_act is None)


def _renamed_act(act: acts.TournamentAct, renames: Renames) -> acts.TournamentAct:
    if isinstance(act, acts.SettleSeats):
        return acts.SettleSeats(_renamed_seating(act.seating, renames))
    if not renames:
        return act
    return resolve_names(act, lambda name: renames.get(name, name))  # type: ignore[arg-type]


def _renamed_seating(seating: TournamentSeating, renames: Renames) -> TournamentSeating:
    """Return a copy of the seating with the right names."""
    return replace(
        seating,
        tables={
            number: replace(
                table,
                players={spot: renames.get(name, name) for spot, name in table.players.items()},
            )
            for number, table in seating.tables.items()
        },
        vacated={renames.get(name, name): seat for name, seat in seating.vacated.items()},
    )


def _check_replay(before: Tournament, restored: Replay, number: int) -> None:
    """Raise Forbidden if an act is refused now, or play that is over would begin again."""
    for logged_act in restored.logged_acts:
        if (why := logged_act.refusal) is None:
            continue
        if logged_act.number == number:
            raise Forbidden(why)
        if not isinstance(logged_act.act, acts.ReportButton):
            values: TextValues = {"what": _named(logged_act), "why": why}
            raise Forbidden(Text("hall.correct.in_the_way", values))
    is_over = restored.tournament.stage is TournamentStage.OVER
    if before.stage is TournamentStage.OVER and not is_over:
        raise Forbidden("hall.correct.over")


def _named(logged_act: LoggedAct) -> Text:
    """Return an act with its number, if it has one."""
    if not logged_act.number:
        return full_act_text(logged_act.act)
    values: TextValues = {"number": logged_act.number, "what": full_act_text(logged_act.act)}
    return Text("hall.correct.numbered", values)


def _ruling(former: LoggedAct, correction: acts.CorrectAct) -> ActCorrected:
    right_act = correction.corrected
    return ActCorrected(
        correction.number,
        full_act_text(former.act),
        correction.persons,
        correction.reason,
        None if right_act is None else full_act_text(right_act),
    )
