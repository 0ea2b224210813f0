"""A hall of twelve players at two tables, and what tables report to it."""

from firmware.tournament.journaled_tournament import JournaledTournament
from firmware.tournament.table_reports import TableReports
from tests.kits.tournament.hall_machine import Machine, began, terms

NAMES = [f"P{number:02}" for number in range(1, 13)]


def two_tables() -> tuple[Machine, JournaledTournament, TableReports]:
    machine = Machine(terms(seats=6, prizes=[50, 50]))
    tournament = began(machine, *NAMES)
    return machine, tournament, TableReports(tournament)


def alarms(tournament: JournaledTournament) -> list[str]:
    return [one.description.key for one in tournament.state.incidents]
