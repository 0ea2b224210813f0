"""The catalogue of faults of parts and table: whether each stops the deal, and its cure."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple


class FaultCure(StrEnum):
    """The cure of a fault: the condition for play to continue."""

    CAUSE_ENDS = "itself"
    """The cause goes away."""
    CONFIRM_FELT = "felt"
    """The cause goes away, then the dealer confirms the felt."""
    SUPERVISOR_CLEARS = "clear"
    """The cause goes away, then the supervisor clears it, then the dealer confirms the felt."""
    TWO_PERSONS = "both"
    """A technician allows it at the device, then the supervisor clears it at the table: two
    persons, and no power cut in place of one. Then the dealer confirms the felt."""
    VOID_ROUND = "void"
    """The supervisor voids the round: it can't be repaired."""


LOSS_CODES: Final = frozenset({"lost", "wrong_answers", "port_taken", "dark", "stuck"})
"""The faults of a part, or of a whole bus, that has not come back."""


class FaultKind(NamedTuple):
    """How the table takes a fault, and which parts may raise it."""

    cure: FaultCure
    part_names: frozenset[str]
    stops_deal: bool = True
    is_momentary: bool = False
    """Whether its cause is over as soon as it is raised."""


ASSISTING_PARTS: Final = frozenset({"figures", "seats", "shuffler", "sounder", "voice"})
"""Auxiliary parts: without them the table still has all data and displays, so play continues."""
DISPLAY_PARTS: Final = frozenset({"dealer_display", "lights", "payout_display", "printer"})
INPUT_PARTS: Final = frozenset({"balls", "chips", "keys", "power", "presence", "shoe", "wheel"})
REQUIRED_PARTS: Final = DISPLAY_PARTS | INPUT_PARTS | {"desk", "host"}
"""Parts without which the deal stops."""


SERIAL_PARTS: Final = frozenset({"balls", "chips", "printer", "shoe", "wheel"})
"""Parts that may hang on a serial port, but for those that only assist."""


def _parts(*part_names: str) -> frozenset[str]:
    return frozenset(part_names)


SHOE_PART: Final = _parts("shoe")
SHUFFLER_PART: Final = _parts("shuffler")
CHIP_READER_PART: Final = _parts("chips")
DRAWING_PARTS: Final = _parts("balls", "wheel")
TABLE_ITSELF: Final = _parts("table")
JOURNAL_PART: Final = _parts("journal")
HOST_PART: Final = _parts("host")


FAULT_KINDS: Final[Mapping[str, FaultKind]] = {
    # any part
    "lost": FaultKind(FaultCure.CONFIRM_FELT, REQUIRED_PARTS),
    "wrong_answers": FaultKind(FaultCure.CONFIRM_FELT, REQUIRED_PARTS),
    "port_taken": FaultKind(FaultCure.CONFIRM_FELT, SERIAL_PARTS),
    "dark": FaultKind(FaultCure.CAUSE_ENDS, ASSISTING_PARTS, stops_deal=False),
    "stuck": FaultKind(FaultCure.CONFIRM_FELT, _parts("i2c")),
    "held": FaultKind(FaultCure.CONFIRM_FELT, REQUIRED_PARTS | ASSISTING_PARTS | _parts("i2c")),
    "swapped": FaultKind(
        FaultCure.SUPERVISOR_CLEARS, _parts("shoe", "shuffler", "wheel"), is_momentary=True
    ),
    # what the unit says and its protocol's table lacks: a state that lasts, or a single message
    "unknown_state": FaultKind(
        FaultCure.CAUSE_ENDS, _parts("balls", "printer", "shoe", "shuffler", "wheel")
    ),
    "unknown_message": FaultKind(FaultCure.SUPERVISOR_CLEARS, SHOE_PART, is_momentary=True),
    # the shoe's own errors (Angel Eye `E` codes 1 to 7), over when the shoe says so
    "unreadable": FaultKind(FaultCure.CAUSE_ENDS, SHOE_PART),
    "overdraw": FaultKind(FaultCure.CAUSE_ENDS, SHOE_PART),
    "button": FaultKind(FaultCure.CAUSE_ENDS, SHOE_PART),
    "reversed_at_exit": FaultKind(FaultCure.CAUSE_ENDS, SHOE_PART),
    "reversed_midway": FaultKind(FaultCure.CAUSE_ENDS, SHOE_PART),
    "card_code": FaultKind(FaultCure.VOID_ROUND, SHOE_PART),
    "draw_timeout": FaultKind(FaultCure.CAUSE_ENDS, SHOE_PART),
    # what the driver can't know for certain: a card may have left the shoe unseen
    "missed": FaultKind(FaultCure.SUPERVISOR_CLEARS, SHOE_PART, is_momentary=True),
    "disagreement": FaultKind(FaultCure.SUPERVISOR_CLEARS, SHOE_PART, is_momentary=True),
    "shoe_restarted": FaultKind(FaultCure.SUPERVISOR_CLEARS, SHOE_PART, is_momentary=True),
    "part_alarm": FaultKind(FaultCure.SUPERVISOR_CLEARS, SHOE_PART, is_momentary=True),
    "burn_mode": FaultKind(FaultCure.SUPERVISOR_CLEARS, SHOE_PART, is_momentary=True),
    # cards with a tag in them
    "unknown_tag": FaultKind(FaultCure.SUPERVISOR_CLEARS, SHOE_PART, is_momentary=True),
    "wrong_batch": FaultKind(FaultCure.SUPERVISOR_CLEARS, SHOE_PART, is_momentary=True),
    "card_twice": FaultKind(FaultCure.SUPERVISOR_CLEARS, SHOE_PART, is_momentary=True),
    "two_cards": FaultKind(FaultCure.CAUSE_ENDS, SHOE_PART),
    # beside one foreign card a card is still read, beside two it is not
    "foreign_card": FaultKind(FaultCure.CAUSE_ENDS, SHOE_PART, stops_deal=False),
    "field_full": FaultKind(FaultCure.CAUSE_ENDS, SHOE_PART),
    "reader_fault": FaultKind(FaultCure.CAUSE_ENDS, SHOE_PART),
    # the shuffler: the deck is out of play until the supervisor has replaced it
    "wrong_count": FaultKind(FaultCure.SUPERVISOR_CLEARS, SHUFFLER_PART, is_momentary=True),
    "shuffler_fault": FaultKind(FaultCure.SUPERVISOR_CLEARS, SHUFFLER_PART),
    "shuffler_door": FaultKind(FaultCure.CAUSE_ENDS, SHUFFLER_PART),
    # wheels, ball blowers, ticket printers
    "spin_unknown": FaultKind(FaultCure.VOID_ROUND, DRAWING_PARTS),
    "wheel_fault": FaultKind(FaultCure.CAUSE_ENDS, DRAWING_PARTS),
    "ball_missing": FaultKind(FaultCure.CAUSE_ENDS, DRAWING_PARTS),
    "sensor_stuck": FaultKind(FaultCure.CAUSE_ENDS, _parts("wheel")),
    "draw_blocked": FaultKind(FaultCure.CAUSE_ENDS, _parts("balls")),
    "wheel_closed": FaultKind(FaultCure.CAUSE_ENDS, _parts("wheel")),
    "failed_launch": FaultKind(FaultCure.CAUSE_ENDS, _parts("wheel")),
    "wheel_resting": FaultKind(FaultCure.CAUSE_ENDS, _parts("wheel")),
    "wheel_locked": FaultKind(FaultCure.CAUSE_ENDS, _parts("wheel")),
    "wheel_mode": FaultKind(FaultCure.CAUSE_ENDS, _parts("wheel")),
    "wheel_pockets": FaultKind(FaultCure.CAUSE_ENDS, _parts("wheel")),
    "no_paper": FaultKind(FaultCure.CAUSE_ENDS, _parts("printer")),
    "paper_low": FaultKind(FaultCure.CAUSE_ENDS, _parts("printer"), stops_deal=False),
    "printer_fault": FaultKind(FaultCure.CAUSE_ENDS, _parts("printer")),
    # keys, doors, chips, sensors
    "overcurrent": FaultKind(FaultCure.CONFIRM_FELT, _parts("presence")),
    "uncalibrated": FaultKind(FaultCure.CONFIRM_FELT, _parts("presence")),
    "stuck_key": FaultKind(FaultCure.CAUSE_ENDS, _parts("keys")),
    "door_open": FaultKind(FaultCure.SUPERVISOR_CLEARS, _parts("doors")),
    "unknown_chip": FaultKind(FaultCure.CAUSE_ENDS, CHIP_READER_PART),
    "chip_twice": FaultKind(FaultCure.CAUSE_ENDS, CHIP_READER_PART),
    "chips_unread": FaultKind(FaultCure.CAUSE_ENDS, CHIP_READER_PART),
    # the table's own: a progressive lot is won, and waits for the supervisor
    "impossible_result": FaultKind(FaultCure.CAUSE_ENDS, TABLE_ITSELF, stops_deal=False),
    "lot_won": FaultKind(FaultCure.SUPERVISOR_CLEARS, TABLE_ITSELF, is_momentary=True),
    # the table's own accounts: payments that don't add up, or are more than can be believed
    "accounts_wrong": FaultKind(FaultCure.TWO_PERSONS, TABLE_ITSELF),
    "implausible": FaultKind(FaultCure.TWO_PERSONS, TABLE_ITSELF),
    # the table's own alarms
    "impossible_card": FaultKind(FaultCure.VOID_ROUND, TABLE_ITSELF),
    "early_card": FaultKind(FaultCure.VOID_ROUND, TABLE_ITSELF),
    "wrong_hand": FaultKind(FaultCure.VOID_ROUND, TABLE_ITSELF),
    "wrong_result": FaultKind(FaultCure.VOID_ROUND, TABLE_ITSELF),
    # the journal, and the meters that are recounted from it
    "copy_lost": FaultKind(FaultCure.CAUSE_ENDS, JOURNAL_PART, stops_deal=False),
    "copy_replaced": FaultKind(FaultCure.TWO_PERSONS, JOURNAL_PART),
    "journal_foreign": FaultKind(FaultCure.CAUSE_ENDS, JOURNAL_PART, stops_deal=False),
    "journal_former": FaultKind(FaultCure.CAUSE_ENDS, JOURNAL_PART),
    "journal_unadopted": FaultKind(FaultCure.CAUSE_ENDS, JOURNAL_PART),
    "commit_torn": FaultKind(FaultCure.SUPERVISOR_CLEARS, JOURNAL_PART, is_momentary=True),
    "journal_lost": FaultKind(FaultCure.CAUSE_ENDS, JOURNAL_PART),
    "journal_damaged": FaultKind(FaultCure.TWO_PERSONS, JOURNAL_PART),
    "journal_format": FaultKind(FaultCure.TWO_PERSONS, JOURNAL_PART),
    "device_changed": FaultKind(FaultCure.TWO_PERSONS, _parts("configuration")),
    "meters_differ": FaultKind(FaultCure.TWO_PERSONS, _parts("meters")),
    # a tournament's server
    "other_tournament": FaultKind(FaultCure.CAUSE_ENDS, _parts("hall"), stops_deal=False),
    # the machine: a shortage is a fault while there is still room to write that the table stops
    "disk_low": FaultKind(FaultCure.CAUSE_ENDS, HOST_PART, stops_deal=False),
    "disk_full": FaultKind(FaultCure.CAUSE_ENDS, HOST_PART),
    "read_only": FaultKind(FaultCure.CAUSE_ENDS, HOST_PART, stops_deal=False),
    "memory_low": FaultKind(FaultCure.CAUSE_ENDS, HOST_PART),
    "files_low": FaultKind(FaultCure.CAUSE_ENDS, HOST_PART),
    "under_voltage": FaultKind(FaultCure.CAUSE_ENDS, HOST_PART, stops_deal=False),
    "too_hot": FaultKind(FaultCure.CAUSE_ENDS, HOST_PART, stops_deal=False),
    "clock_back": FaultKind(FaultCure.SUPERVISOR_CLEARS, HOST_PART, is_momentary=True),
    "clock_forward": FaultKind(FaultCure.SUPERVISOR_CLEARS, HOST_PART, is_momentary=True),
    "power_failing": FaultKind(FaultCure.CONFIRM_FELT, _parts("power")),
    # the software: what is not as the maker, or the device, has signed it
    "program_changed": FaultKind(FaultCure.TWO_PERSONS, _parts("program")),
    "config_changed": FaultKind(FaultCure.TWO_PERSONS, _parts("configuration")),
}

FAULT_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "lost": ("fault.lost", "remedy.lost"),
    "wrong_answers": ("fault.wrong_answers", "remedy.wrong_answers"),
    "port_taken": ("fault.port_taken", "remedy.port_taken"),
    "dark": ("fault.dark", "remedy.dark"),
    "stuck": ("fault.stuck", "remedy.stuck"),
    "held": ("fault.held", "remedy.held"),
    "swapped": ("fault.swapped", "remedy.swapped"),
    "unknown_state": ("fault.unknown_state", "remedy.unknown_state"),
    "unknown_message": ("fault.unknown_message", "remedy.unknown_message"),
    "unreadable": ("fault.unreadable", "remedy.unreadable"),
    "overdraw": ("fault.overdraw", "remedy.overdraw"),
    "button": ("fault.button", "remedy.button"),
    "reversed_at_exit": ("fault.reversed_at_exit", "remedy.reversed_at_exit"),
    "reversed_midway": ("fault.reversed_midway", "remedy.reversed_midway"),
    "card_code": ("fault.card_code", "remedy.card_code"),
    "draw_timeout": ("fault.draw_timeout", "remedy.draw_timeout"),
    "missed": ("fault.missed", "remedy.missed"),
    "disagreement": ("fault.disagreement", "remedy.disagreement"),
    "shoe_restarted": ("fault.shoe_restarted", "remedy.shoe_restarted"),
    "part_alarm": ("fault.part_alarm", "remedy.part_alarm"),
    "burn_mode": ("fault.burn_mode", "remedy.burn_mode"),
    "unknown_tag": ("fault.unknown_tag", "remedy.unknown_tag"),
    "wrong_batch": ("fault.wrong_batch", "remedy.wrong_batch"),
    "card_twice": ("fault.card_twice", "remedy.card_twice"),
    "two_cards": ("fault.two_cards", "remedy.two_cards"),
    "foreign_card": ("fault.foreign_card", "remedy.foreign_card"),
    "field_full": ("fault.field_full", "remedy.field_full"),
    "reader_fault": ("fault.reader_fault", "remedy.reader_fault"),
    "wrong_count": ("fault.wrong_count", "remedy.wrong_count"),
    "shuffler_fault": ("fault.shuffler_fault", "remedy.shuffler_fault"),
    "shuffler_door": ("fault.shuffler_door", "remedy.shuffler_door"),
    "spin_unknown": ("fault.spin_unknown", "remedy.spin_unknown"),
    "wheel_fault": ("fault.wheel_fault", "remedy.wheel_fault"),
    "ball_missing": ("fault.ball_missing", "remedy.ball_missing"),
    "sensor_stuck": ("fault.sensor_stuck", "remedy.sensor_stuck"),
    "draw_blocked": ("fault.draw_blocked", "remedy.draw_blocked"),
    "wheel_closed": ("fault.wheel_closed", "remedy.wheel_closed"),
    "failed_launch": ("fault.failed_launch", "remedy.failed_launch"),
    "wheel_resting": ("fault.wheel_resting", "remedy.wheel_resting"),
    "wheel_locked": ("fault.wheel_locked", "remedy.wheel_locked"),
    "wheel_mode": ("fault.wheel_mode", "remedy.wheel_mode"),
    "wheel_pockets": ("fault.wheel_pockets", "remedy.wheel_pockets"),
    "no_paper": ("fault.no_paper", "remedy.no_paper"),
    "paper_low": ("fault.paper_low", "remedy.paper_low"),
    "printer_fault": ("fault.printer_fault", "remedy.printer_fault"),
    "overcurrent": ("fault.overcurrent", "remedy.overcurrent"),
    "uncalibrated": ("fault.uncalibrated", "remedy.uncalibrated"),
    "stuck_key": ("fault.stuck_key", "remedy.stuck_key"),
    "door_open": ("fault.door_open", "remedy.door_open"),
    "unknown_chip": ("fault.unknown_chip", "remedy.unknown_chip"),
    "chip_twice": ("fault.chip_twice", "remedy.chip_twice"),
    "chips_unread": ("fault.chips_unread", "remedy.chips_unread"),
    "impossible_result": ("fault.impossible_result", "remedy.impossible_result"),
    "lot_won": ("fault.lot_won", "remedy.lot_won"),
    "accounts_wrong": ("fault.accounts_wrong", "remedy.accounts_wrong"),
    "implausible": ("fault.implausible", "remedy.implausible"),
    "impossible_card": ("fault.impossible_card", "remedy.impossible_card"),
    "early_card": ("fault.early_card", "remedy.early_card"),
    "wrong_hand": ("fault.wrong_hand", "remedy.wrong_hand"),
    "wrong_result": ("fault.wrong_result", "remedy.wrong_result"),
    "copy_lost": ("fault.copy_lost", "remedy.copy_lost"),
    "copy_replaced": ("fault.copy_replaced", "remedy.copy_replaced"),
    "journal_foreign": ("fault.journal_foreign", "remedy.journal_foreign"),
    "journal_former": ("fault.journal_former", "remedy.journal_former"),
    "journal_unadopted": ("fault.journal_unadopted", "remedy.journal_unadopted"),
    "commit_torn": ("fault.commit_torn", "remedy.commit_torn"),
    "journal_lost": ("fault.journal_lost", "remedy.journal_lost"),
    "journal_damaged": ("fault.journal_damaged", "remedy.journal_damaged"),
    "journal_format": ("fault.journal_format", "remedy.journal_format"),
    "device_changed": ("fault.device_changed", "remedy.device_changed"),
    "meters_differ": ("fault.meters_differ", "remedy.meters_differ"),
    "other_tournament": ("fault.other_tournament", "remedy.other_tournament"),
    "disk_low": ("fault.disk_low", "remedy.disk_low"),
    "disk_full": ("fault.disk_full", "remedy.disk_full"),
    "read_only": ("fault.read_only", "remedy.read_only"),
    "memory_low": ("fault.memory_low", "remedy.memory_low"),
    "files_low": ("fault.files_low", "remedy.files_low"),
    "under_voltage": ("fault.under_voltage", "remedy.under_voltage"),
    "too_hot": ("fault.too_hot", "remedy.too_hot"),
    "clock_back": ("fault.clock_back", "remedy.clock_back"),
    "clock_forward": ("fault.clock_forward", "remedy.clock_forward"),
    "power_failing": ("fault.power_failing", "remedy.power_failing"),
    "program_changed": ("fault.program_changed", "remedy.program_changed"),
    "config_changed": ("fault.config_changed", "remedy.config_changed"),
}
"""The message keys of each fault and of its remedy."""

PART_WORDS: Final[Mapping[str, str]] = {
    "balls": "part.balls",
    "chips": "part.chips",
    "configuration": "part.configuration",
    "dealer_display": "part.dealer_display",
    "desk": "part.desk",
    "doors": "part.doors",
    "figures": "part.figures",
    "hall": "part.hall",
    "host": "part.host",
    "i2c": "part.i2c",
    "journal": "part.journal",
    "keys": "part.keys",
    "lights": "part.lights",
    "meters": "part.meters",
    "payout_display": "part.payout_display",
    "power": "part.power",
    "presence": "part.presence",
    "printer": "part.printer",
    "program": "part.program",
    "seats": "part.seats",
    "shoe": "part.shoe",
    "shuffler": "part.shuffler",
    "sounder": "part.sounder",
    "table": "part.table",
    "voice": "part.voice",
    "wheel": "part.wheel",
}
"""The message key of each part that may raise a fault."""


def check_fault_code(code: str) -> None:
    """Raise ValueError on a code that is not in the catalogue, and so has no cure."""
    if code not in FAULT_KINDS:
        raise ValueError(
            f"there is no fault {code!r} in the catalogue (firmware/core/vocabulary/faults.py)"
        )
