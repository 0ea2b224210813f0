"""The output of `play`: rulings and displays, one JSON object a line."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.faults import FAULT_KINDS
from firmware.core.vocabulary.money import UNCOUNTED, Cents
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import (
    Announced,
    BetSettled,
    BetsLocked,
    CommissionCollected,
    Decided,
    DiceChanged,
    FaultCleared,
    FaultShown,
    LateBet,
    LateResolved,
    Refused,
    RoundCorrected,
    RoundVoided,
    Ruling,
    Undone,
)
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words

OutputLine = dict[str, Any]


class StepTakenBack(Ruling, frozen=True):
    """The script's own: the cards or the result of a step were taken back."""

    step: int


CURED_BY_PEOPLE = frozenset({"unreadable", "overdraw", "lot_won"})
"""Faults that the people of a script put right by themselves."""


class LineWriter:
    """Renders rulings and changes of the panel as output lines."""

    def __init__(self, words: Words, written_bets: Mapping[Stack, str]) -> None:
        """A bet is printed as it was `written` in the step that laid it."""
        self._words = words
        self._screens = DisplayScreens(words)
        self._last_panel: Panel | None = None
        self._written_bets = written_bets

    def rulings(self, rulings: Iterable[Ruling], step: int) -> Iterator[OutputLine]:
        """Yield a line for each ruling that a script's reader wants."""
        for ruling in rulings:
            line = self._ruling_line(ruling, step)
            if line is not None:
                yield line

    def _ruling_line(self, ruling: Ruling, step: int) -> OutputLine | None:
        match ruling:
            case Refused(reason):
                return {"refused": {"step": step, "why": self._words.render(reason)}}
            case Announced(words):
                return {"announce": self._words.render(words), "key": words.key.partition(".")[2]}
            case FaultShown(part, fault_code, reason):
                line_kind = "alarm" if _is_alarm(fault_code) else "fault"
                return {
                    line_kind: {"part": part, "code": fault_code, "why": self._words.render(reason)}
                }
        return self._wordless_line(ruling)

    def _wordless_line(self, ruling: Ruling) -> OutputLine | None:
        match ruling:
            case BetSettled():
                bet = ruling.bet
                return {
                    "settled": {
                        **self._place_fields(bet.place, bet.bettor),
                        **_amount_fields(ruling),
                    }
                }
            case BetsLocked(_, bets):
                return {"locked": [self._bet_line(bet) for bet in bets]}
            case LateBet(place, cents, change, bettor):
                late_fields = {"cents": cents, "change": change}
                return {
                    "late": {
                        **self._place_fields(place, bettor),
                        **_bettor_fields(bettor),
                        **late_fields,
                    }
                }
            case LateResolved(place):
                return {"resolved": self._place_fields(place)}
            case Decided():
                return {"decided": _decided_line(ruling)}
        return _ended_line(ruling)

    def _bet_line(self, bet: Bet) -> OutputLine:
        bettor_fields = {**self._place_fields(bet.place, bet.bettor), **_bettor_fields(bet.bettor)}
        return {**bettor_fields, "cents": _known_cents(bet.cents)}

    def _place_fields(self, place: Place, bettor: str | None = None) -> OutputLine:
        return {"spot": place.spot, "on": self._written_bets.get((place, bettor), place.on)}

    def carried_bet_line(self, bet: Bet) -> OutputLine:
        """Return the line of a bet carried over."""
        place_fields = {**self._place_fields(bet.place, bet.bettor), **_bettor_fields(bet.bettor)}
        return {"standing": {**place_fields, "stake": _known_cents(bet.cents)}}

    def unfinished_line(self, pending_step: str, open_bets: Iterable[Bet]) -> OutputLine:
        """Return the line of a script that ends with the round open, and with bets, if any."""
        bet_lines = [self._bet_line(bet) for bet in open_bets]
        return {
            "unfinished": {
                "waiting_for": pending_step,
                **({"bets": bet_lines} if bet_lines else {}),
            }
        }

    def panel_lines(self, panel: Panel) -> Iterator[OutputLine]:
        """Yield the changes of the displays since the last call."""
        before, self._last_panel = self._last_panel, panel
        if before is None or before.spots != panel.spots:
            yield {"lights": dict(panel.spots)}
        if before is None or before.dealer != panel.dealer:
            yield {"prompt": [self._words.render(text) for text in panel.dealer]}
        if before is None or (before.players, before.payout) != (panel.players, panel.payout):
            yield {"display": self._screens.player_lines(panel)}


def _ended_line(ruling: Ruling) -> OutputLine | None:
    match ruling:
        case FaultCleared(part, fault_code):
            return {"cleared": {"part": part, "code": fault_code}}
        case StepTakenBack(step):
            return {"undone": {"step": step}}
        case Undone(key):
            return {"undone": key}
        case RoundVoided(number):
            return {"voided": number}
        case RoundCorrected():
            return {"corrected": _corrected_fields(ruling)}
        case DiceChanged():
            return {"dice_changed": True}
        case CommissionCollected(spot, bettor, cents):
            return {"collected": {"spot": spot, **_bettor_fields(bettor), "cents": cents}}
    return None


def _corrected_fields(corrected: RoundCorrected) -> OutputLine:
    place_fields = {"spot": corrected.place.spot, "on": corrected.place.on}
    return {
        "round": corrected.round,
        **place_fields,
        **_bettor_fields(corrected.bettor),
        "cents": corrected.cents,
        "why": corrected.reason,
    }


def _decided_line(decided: Decided) -> OutputLine:
    cost_fields = {"cents": decided.cost} if decided.laid else {}
    bettor_fields = {**_hand_fields(decided.hand), **_bettor_fields(decided.bettor)}
    return {"spot": decided.spot, "do": decided.do, **bettor_fields, **cost_fields}


def _is_alarm(fault_code: str) -> bool:
    stops_deal = FAULT_KINDS[fault_code].stops_deal and fault_code not in CURED_BY_PEOPLE
    return stops_deal or fault_code == "impossible_result"


def _amount_fields(line: BetSettled) -> OutputLine:
    return {
        **_bettor_fields(line.bet.bettor),
        **_hand_fields(line.hand),
        "stake": _known_cents(line.bet.cents),
        "outcome": line.outcome,
        "returned": _known_cents(line.returned),
        "paid": _known_cents(line.paid),
        "commission": _known_cents(line.commission),
        "odds": line.odds,
        "article": line.article,
        **({"bonus": True} if line.bonus else {}),
        **({} if line.hits is None else {"hits": line.hits}),
    }


def _known_cents(cents: Cents) -> Cents | None:
    return None if cents == UNCOUNTED else cents


def _hand_fields(hand: int | None) -> OutputLine:
    return {} if hand is None else {"hand": hand}


def _bettor_fields(bettor: str | None) -> OutputLine:
    return {} if bettor is None else {"bettor": bettor}
