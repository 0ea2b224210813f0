"""The catalogue of faults of parts and table: whether each stops the deal, and its cure."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple


class Cure(StrEnum):
    """The cure of a fault: the condition for play to go on."""

    ITSELF = "itself"
    """The cause goes away."""
    FELT = "felt"
    """The cause goes away, then the dealer confirms the felt."""
    CLEAR = "clear"
    """The cause goes away, then the supervisor clears it, then the dealer confirms the felt."""
    BOTH = "both"
    """A technician allows it at the device, then the supervisor clears it at the table: two
    persons, and no power cut in place of one. Then the dealer confirms the felt."""
    VOID = "void"
    """The supervisor voids the round: it can't be repaired."""


LOSSES: Final = frozenset({"lost", "port_taken", "dark", "stuck"})
"""The faults of a part, or of a whole bus, that has not come back."""


class FaultKind(NamedTuple):
    """How the table takes a fault, and which parts may raise it."""

    cure: Cure
    places: frozenset[str]
    stops: bool = True
    passing: bool = False
    """Whether its cause is over as soon as it is raised."""


ASIDE: Final = frozenset({"figures", "seats", "shuffler", "sounder", "voice"})
"""Auxiliary parts: without them the table still has all data and displays, so play goes on."""
SHOWING: Final = frozenset({"dealer_display", "lights", "payout_display", "printer"})
TELLING: Final = frozenset({"balls", "chips", "keys", "power", "presence", "shoe", "wheel"})
STOPPING: Final = SHOWING | TELLING | {"desk", "host"}
"""Parts without which the deal stops."""


SERIAL: Final = frozenset({"balls", "chips", "printer", "shoe", "wheel"})
"""Parts that may hang on a serial port, but for those that only assist."""


def _at(*places: str) -> frozenset[str]:
    return frozenset(places)


SHOE: Final = _at("shoe")
SHUFFLER: Final = _at("shuffler")
CHIPS: Final = _at("chips")
DRAWN: Final = _at("balls", "wheel")
TABLE: Final = _at("table")
JOURNAL: Final = _at("journal")
HOST: Final = _at("host")


FAULTS: Final[Mapping[str, FaultKind]] = {
    # any part
    "lost": FaultKind(Cure.FELT, STOPPING),
    "port_taken": FaultKind(Cure.FELT, SERIAL),
    "dark": FaultKind(Cure.ITSELF, ASIDE, stops=False),
    "stuck": FaultKind(Cure.FELT, _at("i2c")),
    "held": FaultKind(Cure.FELT, STOPPING | ASIDE | _at("i2c")),
    "swapped": FaultKind(Cure.CLEAR, _at("shoe", "shuffler", "wheel"), passing=True),
    # the shoe's own errors (Angel Eye `E` codes 1 to 7), over when the shoe says so
    "unreadable": FaultKind(Cure.ITSELF, SHOE),
    "overdraw": FaultKind(Cure.ITSELF, SHOE),
    "button": FaultKind(Cure.ITSELF, SHOE),
    "reversed_at_exit": FaultKind(Cure.ITSELF, SHOE),
    "reversed_midway": FaultKind(Cure.ITSELF, SHOE),
    "card_code": FaultKind(Cure.VOID, SHOE),
    "draw_timeout": FaultKind(Cure.ITSELF, SHOE),
    # what the driver can't know for certain: a card may have left the shoe unseen
    "missed": FaultKind(Cure.CLEAR, SHOE, passing=True),
    "disagreement": FaultKind(Cure.CLEAR, SHOE, passing=True),
    "shoe_restarted": FaultKind(Cure.CLEAR, SHOE, passing=True),
    "part_alarm": FaultKind(Cure.CLEAR, SHOE, passing=True),
    # cards with a tag in them
    "unknown_tag": FaultKind(Cure.CLEAR, SHOE, passing=True),
    "wrong_batch": FaultKind(Cure.CLEAR, SHOE, passing=True),
    "card_twice": FaultKind(Cure.CLEAR, SHOE, passing=True),
    "two_cards": FaultKind(Cure.ITSELF, SHOE),
    # the shuffler: the deck is out of play until the supervisor has replaced it
    "wrong_count": FaultKind(Cure.CLEAR, SHUFFLER, passing=True),
    "shuffler_fault": FaultKind(Cure.CLEAR, SHUFFLER),
    "shuffler_door": FaultKind(Cure.ITSELF, SHUFFLER),
    # wheels, ball blowers, ticket printers
    "spin_unknown": FaultKind(Cure.VOID, DRAWN),
    "wheel_fault": FaultKind(Cure.ITSELF, DRAWN),
    "ball_missing": FaultKind(Cure.ITSELF, DRAWN),
    "no_paper": FaultKind(Cure.ITSELF, _at("printer")),
    "printer_fault": FaultKind(Cure.ITSELF, _at("printer")),
    # keys, doors, chips, sensors
    "overcurrent": FaultKind(Cure.FELT, _at("presence")),
    "uncalibrated": FaultKind(Cure.FELT, _at("presence")),
    "stuck_key": FaultKind(Cure.ITSELF, _at("keys")),
    "door_open": FaultKind(Cure.CLEAR, _at("doors")),
    "unknown_chip": FaultKind(Cure.ITSELF, CHIPS),
    "chip_twice": FaultKind(Cure.ITSELF, CHIPS),
    "chips_unread": FaultKind(Cure.ITSELF, CHIPS),
    # the table's own: a progressive lot is won, and waits for the supervisor
    "impossible_result": FaultKind(Cure.ITSELF, TABLE, stops=False),
    "lot_won": FaultKind(Cure.CLEAR, TABLE, passing=True),
    # the table's own accounts: payments that don't add up, or are more than can be believed
    "accounts_wrong": FaultKind(Cure.BOTH, TABLE),
    "implausible": FaultKind(Cure.BOTH, TABLE),
    # the table's own alarms
    "impossible_card": FaultKind(Cure.VOID, TABLE),
    "early_card": FaultKind(Cure.VOID, TABLE),
    "wrong_hand": FaultKind(Cure.VOID, TABLE),
    "wrong_result": FaultKind(Cure.VOID, TABLE),
    # the journal, and the meters that are recounted from it
    "copy_lost": FaultKind(Cure.ITSELF, JOURNAL, stops=False),
    "copy_replaced": FaultKind(Cure.BOTH, JOURNAL),
    "journal_foreign": FaultKind(Cure.ITSELF, JOURNAL, stops=False),
    "commit_torn": FaultKind(Cure.CLEAR, JOURNAL, passing=True),
    "journal_lost": FaultKind(Cure.ITSELF, JOURNAL),
    "journal_damaged": FaultKind(Cure.BOTH, JOURNAL),
    "device_changed": FaultKind(Cure.BOTH, _at("configuration")),
    "meters_differ": FaultKind(Cure.BOTH, _at("meters")),
    # a tournament's hall
    "other_tournament": FaultKind(Cure.ITSELF, _at("hall"), stops=False),
    # the machine: a shortage is a fault while there is still room to write that the table stops
    "disk_low": FaultKind(Cure.ITSELF, HOST, stops=False),
    "disk_full": FaultKind(Cure.ITSELF, HOST),
    "read_only": FaultKind(Cure.ITSELF, HOST, stops=False),
    "memory_low": FaultKind(Cure.ITSELF, HOST),
    "files_low": FaultKind(Cure.ITSELF, HOST),
    "clock_back": FaultKind(Cure.CLEAR, HOST, passing=True),
    "clock_forward": FaultKind(Cure.CLEAR, HOST, passing=True),
    "power_failing": FaultKind(Cure.FELT, _at("power")),
    # the software: what is not as the maker, or the device, has signed it
    "program_changed": FaultKind(Cure.BOTH, _at("program")),
    "config_changed": FaultKind(Cure.BOTH, _at("configuration")),
}


def check_known(code: str) -> None:
    """Raise ValueError on a code that is not in the catalogue, and so has no cure."""
    if code not in FAULTS:
        raise ValueError(
            f"there is no fault {code!r} in the catalogue (firmware/core/vocabulary/faults.py)"
        )
