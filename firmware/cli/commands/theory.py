"""`croupier meters --theory`: the house's gain on the journal's bets, against its expectation."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final

from firmware.cli.args.errors import CannotServe, print_error
from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.types import WagerGrouping
from firmware.cli.commands.progress import RecordProgress
from firmware.cli.commands.theory_sheet import theory_json, theory_sheet
from firmware.cli.sheets import print_sheet
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.panel import Text
from firmware.odds.edges import EdgeTable
from firmware.odds.expected_hold import Wager, round_wagers
from firmware.odds.hold_statistics import HoldStatistics
from firmware.odds.odds import stored_figures
from firmware.odds.store import SHIPPED, Store, user_folder
from firmware.shell.history.journal_entries import (
    Carried,
    Checked,
    Entry,
    Happened,
    Setting,
    Started,
    decode,
)
from firmware.shell.history.meter_count import SettledLines
from firmware.shell.history.recount import MeterDifference, MeterRecount
from firmware.shell.history.replay import setting_game
from firmware.shell.journal import JournalDamaged, JournalReader
from firmware.shell.words.words import Words

GROUP_OF_WAGER: Final[Mapping[WagerGrouping, Callable[[Wager, datetime], str]]] = {
    "bet": lambda wager, _: base_bet_name(wager.bet_name),
    "day": lambda _, end_time: f"{end_time:%Y-%m-%d}",
    "hour": lambda _, end: f"{end:%Y-%m-%d %H:00}",
}
"""The group of a bet, by the local time of the end of its round."""


class ExpectationCount:
    """Adds up a journal's bets and their expectation; the first entry may be any."""

    def __init__(self, grouping: WagerGrouping) -> None:
        self.outcome = HoldStatistics()
        self.game_name = ""
        self._group_of_wager = GROUP_OF_WAGER[grouping]
        self._recount = MeterRecount()
        self._house_edges: EdgeTable | None = None
        self._game_options: object = None
        self._opened_round = 0
        """The round that the last checkpoint opened."""
        self._event_times: list[datetime] = []
        """The times of the events since that opening."""

    def take(self, journal_entry: Entry) -> MeterDifference | None:
        """Take the next entry; return its difference from the recorded meters, if it has one."""
        match journal_entry:
            case Started(setting=setting) | Carried(setting=setting):
                self._take_setting(setting)
            case Happened(wall=wall_time):
                self._event_times.append(datetime.fromisoformat(wall_time).astimezone())
        difference = self._recount.take(journal_entry)
        if isinstance(journal_entry, Checked):
            self._count_ended_rounds(journal_entry.table.real.round, journal_entry.since)
        return difference

    def end(self) -> None:
        """Count the round that ended with the journal's last event."""
        self._count_rounds(self._recount.ended_rounds, self._opened_round, len(self._event_times))

    def _take_setting(self, setting: Setting) -> None:
        if setting.table.tournament:
            raise CannotServe(Text("theory.tournament"))
        # each start writes a setting: figures are read again only for another game
        if (setting.game, setting.options) != (self.game_name, self._game_options):
            opened_game = setting_game(setting)
            self._house_edges = EdgeTable(
                opened_game,
                stored_figures(setting.game, opened_game, Store(user_folder(), SHIPPED)),
            )
            self.game_name, self._game_options = setting.game, setting.options

    def _count_ended_rounds(self, opened_round: int, events_since: int) -> None:
        """Count the rounds that ended `events_since` events before a round's opening."""
        ended_events, settled_rounds = (
            len(self._event_times) - events_since,
            self._recount.settled_rounds,
        )
        self._count_rounds(settled_rounds, opened_round - len(settled_rounds), ended_events)
        # the events since the opening belong to the round that it opened
        self._opened_round, self._event_times = (
            opened_round,
            self._event_times[max(ended_events, 0) :],
        )

    def _count_rounds(
        self, settled_rounds: Sequence[SettledLines], first_round: int, ended_events: int
    ) -> None:
        """Count rounds from `first_round` on; the last of `ended_events` events ended them."""
        if self._house_edges is None or not settled_rounds:
            return
        end_time = self._event_times[ended_events - 1]
        for round_number, round_lines in enumerate(settled_rounds, first_round):
            wagers_of_round = [
                round_wager
                for round_wager in round_wagers(round_lines, self._house_edges)
                if round_wager.stake
            ]
            self.outcome.add_round(
                round_number,
                wagers_of_round,
                lambda round_wager: self._group_of_wager(round_wager, end_time),
            )


def print_theory(
    journal_reader: JournalReader, words: Words, grouping: WagerGrouping, *, as_json: bool
) -> int:
    """Print the expectation of the settled bets. Return 1 if it has drifted, if the journal is
    damaged, or if it contradicts its own meters.
    """
    expectation, contradictions = ExpectationCount(grouping), list[str]()
    damage: JournalDamaged | None = None
    with RecordProgress(words.render(Text("replay.progress"))) as progress:
        try:
            for record_number, payload in journal_reader.records():
                if difference := expectation.take(decode(payload)):
                    contradictions.append(
                        words.render(Text("recount.differ", {"number": difference.round}))
                    )
                progress.record_read(record_number)
        except JournalDamaged as error:
            damage = error
    expectation.end()
    outcome = expectation.outcome
    if not outcome.total_hold.round_count and not outcome.unpriced_stakes:
        raise damage or CannotServe(Text("theory.none"))
    if as_json:
        print(theory_json(expectation.game_name, outcome, grouping).decode())
    else:
        print_sheet(
            theory_sheet(
                expectation.game_name, outcome, grouping, words.for_game(expectation.game_name)
            )
        )
    if damage:
        contradictions += [words.render(Text("recount.damaged")), str(damage)]
    if contradictions:
        return print_error("meters", EXIT_FINDINGS, *contradictions)
    return EXIT_FINDINGS if outcome.drift_notes else 0
