"""A hall of twelve players at two tables, and what tables report to it."""

from firmware.tournament.journaled_tournament import KeptHall
from firmware.tournament.table_reports import Reports
from tests.kits.tournament.hall_machine import Machine, began, terms

NAMES = [f"P{number:02}" for number in range(1, 13)]


def two_tables() -> tuple[Machine, KeptHall, Reports]:
    machine = Machine(terms(seats=6, prizes=[50, 50]))
    kept = began(machine, *NAMES)
    return machine, kept, Reports(kept)


def alarms(kept: KeptHall) -> list[str]:
    return [one.what.key for one in kept.hall.incidents]
