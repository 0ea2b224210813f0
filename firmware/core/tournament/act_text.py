"""The acts of a tournament in words."""

from collections.abc import Mapping
from typing import Final

from firmware.core.tournament import acts
from firmware.core.vocabulary.panel import Text, TextValues

ACT_KEYS: Final[dict[type[acts.TournamentAct], str]] = {
    acts.Register: "hall.undone.register",
    acts.RebuyChips: "hall.undone.rebuy",
    acts.ReportButton: "hall.undone.button",
    acts.ReportEliminated: "hall.undone.out",
    acts.ReportStacks: "hall.undone.stacks",
    acts.ColourUp: "hall.undone.colour_up",
    acts.DrawSeats: "hall.act.draw",
    acts.StartPlay: "hall.act.start",
    acts.PauseClock: "hall.incident.paused",
    acts.ResumeClock: "hall.incident.resumed",
}
"""The keys; first of the acts that can be undone or corrected, then of those that may stand in the
way of a correction.
"""


def act_text(act: acts.TournamentAct) -> Text:
    """Return an act in words, without chips."""
    match act:
        case acts.Register(player) | acts.RebuyChips(player):
            values: TextValues = {"who": player}
        case acts.ReportButton(table, spot):
            values = {"table": table, "spot": spot}
        case acts.ReportEliminated(lost):
            values = {"who": ", ".join(loser.player for loser in lost)}
        case _:
            values = {}
    return Text(ACT_KEYS[type(act)], values)


def full_act_text(act: acts.TournamentAct) -> Text:
    """Return an act in words, with the age or the chips of each player."""
    match act:
        case acts.Register(player, age=int(age)):
            return Text("hall.act.register", {"who": player, "age": age})
        case acts.ReportEliminated(lost):
            chips = {loser.player: loser.stack for loser in lost}
            return _chips_text("hall.act.out", chips)
        case acts.ReportStacks(stacks):
            return _chips_text("hall.act.stacks", stacks)
        case acts.ColourUp(of, to, counts):
            return _chips_text("hall.act.colour_up", counts, of=of, to=to)
    return act_text(act)


def _chips_text(key: str, chips_by_player: Mapping[str, int], **values: int) -> Text:
    players = ", ".join(f"{player}={chips}" for player, chips in chips_by_player.items())
    return Text(key, {"who": players, **values})
