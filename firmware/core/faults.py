"""Every fault that a part or the table can raise: whether it stops the deal, and what cures it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple


class Cure(StrEnum):
    """What must happen before play goes on."""

    ITSELF = "itself"
    """The cause goes away."""
    FELT = "felt"
    """The cause goes away, then the dealer confirms what lies on the felt."""
    CLEAR = "clear"
    """The cause goes away, then the supervisor clears it, then the dealer confirms the felt."""
    BOTH = "both"
    """A technician allows it at the device, then the supervisor clears it at the table: two
    persons, and no power cut in place of one. Then the dealer confirms the felt."""
    VOID = "void"
    """The supervisor voids the round: what happened can't be put right."""


class FaultKind(NamedTuple):
    """How the table takes a fault."""

    cure: Cure
    stops: bool = True
    passing: bool = False
    """Whether its cause is over as soon as it is raised."""


FAULTS: Final[Mapping[str, FaultKind]] = {
    # any part
    "lost": FaultKind(Cure.FELT),
    "dark": FaultKind(Cure.ITSELF, stops=False),
    "stuck": FaultKind(Cure.FELT),
    "swapped": FaultKind(Cure.CLEAR, passing=True),
    # the shoe's own errors (Angel Eye `E` codes 1 to 7), over when the shoe says so
    "unreadable": FaultKind(Cure.ITSELF),
    "overdraw": FaultKind(Cure.ITSELF),
    "button": FaultKind(Cure.ITSELF),
    "reversed_at_exit": FaultKind(Cure.ITSELF),
    "reversed_midway": FaultKind(Cure.ITSELF),
    "card_code": FaultKind(Cure.VOID),
    "draw_timeout": FaultKind(Cure.ITSELF),
    # what the driver can't know for certain: a card may have left the shoe unseen
    "missed": FaultKind(Cure.CLEAR, passing=True),
    "disagreement": FaultKind(Cure.CLEAR, passing=True),
    "part_alarm": FaultKind(Cure.CLEAR, passing=True),
    # cards with a tag in them
    "unknown_tag": FaultKind(Cure.CLEAR, passing=True),
    "wrong_batch": FaultKind(Cure.CLEAR, passing=True),
    "card_twice": FaultKind(Cure.CLEAR, passing=True),
    "two_cards": FaultKind(Cure.ITSELF),
    # the shuffler: the deck is out of play until the supervisor has replaced it
    "wrong_count": FaultKind(Cure.CLEAR, passing=True),
    "shuffler_fault": FaultKind(Cure.CLEAR),
    "shuffler_door": FaultKind(Cure.ITSELF),
    # wheels, ball blowers, ticket printers
    "spin_unknown": FaultKind(Cure.VOID),
    "wheel_fault": FaultKind(Cure.ITSELF),
    "ball_missing": FaultKind(Cure.ITSELF),
    "no_paper": FaultKind(Cure.ITSELF),
    "printer_fault": FaultKind(Cure.ITSELF),
    # keys, doors, chips, sensors
    "overcurrent": FaultKind(Cure.FELT),
    "uncalibrated": FaultKind(Cure.FELT),
    "stuck_key": FaultKind(Cure.ITSELF),
    "door_open": FaultKind(Cure.CLEAR),
    "unknown_chip": FaultKind(Cure.ITSELF),
    "chip_twice": FaultKind(Cure.ITSELF),
    "chips_unread": FaultKind(Cure.ITSELF),
    # the table's own: a progressive lot is won, and waits for the supervisor
    "impossible_result": FaultKind(Cure.ITSELF, stops=False),
    "lot_won": FaultKind(Cure.CLEAR, passing=True),
    # the table's own accounts: payments that don't add up, or are more than can be believed
    "accounts_wrong": FaultKind(Cure.BOTH),
    "implausible": FaultKind(Cure.BOTH),
    # the table's own alarms
    "impossible_card": FaultKind(Cure.VOID),
    "early_card": FaultKind(Cure.VOID),
    "wrong_hand": FaultKind(Cure.VOID),
    "wrong_result": FaultKind(Cure.VOID),
    # the journal, and the meters that are recounted from it
    "copy_lost": FaultKind(Cure.ITSELF, stops=False),
    "journal_lost": FaultKind(Cure.ITSELF),
    "journal_damaged": FaultKind(Cure.BOTH),
    "device_changed": FaultKind(Cure.BOTH),
    "meters_differ": FaultKind(Cure.BOTH),
    # the machine: what runs out is told while there is room left to write that the table stops
    "disk_low": FaultKind(Cure.ITSELF, stops=False),
    "disk_full": FaultKind(Cure.ITSELF),
    "read_only": FaultKind(Cure.ITSELF, stops=False),
    "memory_low": FaultKind(Cure.ITSELF),
    "files_low": FaultKind(Cure.ITSELF),
    "clock_back": FaultKind(Cure.CLEAR, passing=True),
    "power_failing": FaultKind(Cure.FELT),
    # the software: what is not as the maker, or the device, has signed it
    "program_changed": FaultKind(Cure.BOTH),
    "config_changed": FaultKind(Cure.BOTH),
}
