"""The message keys of a technician's steps, by the code of a fault and by its cure."""

from collections.abc import Mapping
from typing import Final

from firmware.core.vocabulary.faults import FaultCure

STEP_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "lost": (
        "steps.lost.1",
        "steps.lost.2",
        "steps.lost.3",
        "steps.lost.4",
    ),
    "wrong_answers": (
        "steps.wrong_answers.1",
        "steps.wrong_answers.2",
        "steps.wrong_answers.3",
    ),
    "port_taken": (
        "steps.port_taken.1",
        "steps.port_taken.2",
        "steps.port_taken.3",
    ),
    "dark": (
        "steps.dark.1",
        "steps.dark.2",
        "steps.dark.3",
    ),
    "stuck": (
        "steps.stuck.1",
        "steps.stuck.2",
        "steps.stuck.3",
        "steps.stuck.4",
    ),
    "held": (
        "steps.held.1",
        "steps.held.2",
        "steps.held.3",
    ),
    "unknown_state": (
        "steps.unknown_state.1",
        "steps.unknown_state.2",
        "steps.unknown_state.3",
        "steps.unknown_state.4",
    ),
    "unknown_message": (
        "steps.unknown_message.1",
        "steps.unknown_message.2",
        "steps.unknown_message.3",
    ),
    "swapped": (
        "steps.swapped.1",
        "steps.swapped.2",
        "steps.swapped.3",
    ),
    "unreadable": (
        "steps.unreadable.1",
        "steps.unreadable.2",
        "steps.unreadable.3",
    ),
    "overdraw": (
        "steps.overdraw.1",
        "steps.overdraw.2",
    ),
    "button": (
        "steps.button.1",
        "steps.button.2",
    ),
    "reversed_at_exit": (
        "steps.reversed_at_exit.1",
        "steps.reversed_at_exit.2",
    ),
    "reversed_midway": (
        "steps.reversed_midway.1",
        "steps.reversed_midway.2",
    ),
    "card_code": (
        "steps.card_code.1",
        "steps.card_code.2",
        "steps.card_code.3",
    ),
    "draw_timeout": (
        "steps.draw_timeout.1",
        "steps.draw_timeout.2",
    ),
    "shoe_restarted": (
        "steps.shoe_restarted.1",
        "steps.shoe_restarted.2",
        "steps.shoe_restarted.3",
    ),
    "missed": (
        "steps.missed.1",
        "steps.missed.2",
        "steps.missed.3",
    ),
    "disagreement": (
        "steps.disagreement.1",
        "steps.disagreement.2",
        "steps.disagreement.3",
    ),
    "part_alarm": (
        "steps.part_alarm.1",
        "steps.part_alarm.2",
    ),
    "burn_mode": (
        "steps.burn_mode.1",
        "steps.burn_mode.2",
        "steps.burn_mode.3",
    ),
    "unknown_tag": (
        "steps.unknown_tag.1",
        "steps.unknown_tag.2",
        "steps.unknown_tag.3",
    ),
    "wrong_batch": (
        "steps.wrong_batch.1",
        "steps.wrong_batch.2",
        "steps.wrong_batch.3",
    ),
    "card_twice": (
        "steps.card_twice.1",
        "steps.card_twice.2",
        "steps.card_twice.3",
    ),
    "two_cards": (
        "steps.two_cards.1",
        "steps.two_cards.2",
    ),
    "foreign_card": (
        "steps.foreign_card.1",
        "steps.foreign_card.2",
        "steps.foreign_card.3",
    ),
    "field_full": (
        "steps.field_full.1",
        "steps.field_full.2",
        "steps.field_full.3",
    ),
    "reader_fault": (
        "steps.reader_fault.1",
        "steps.reader_fault.2",
        "steps.reader_fault.3",
    ),
    "wrong_count": (
        "steps.wrong_count.1",
        "steps.wrong_count.2",
    ),
    "shuffler_fault": (
        "steps.shuffler_fault.1",
        "steps.shuffler_fault.2",
        "steps.shuffler_fault.3",
    ),
    "shuffler_door": (
        "steps.shuffler_door.1",
        "steps.shuffler_door.2",
    ),
    "spin_unknown": (
        "steps.spin_unknown.1",
        "steps.spin_unknown.2",
        "steps.spin_unknown.3",
    ),
    "wheel_fault": (
        "steps.wheel_fault.1",
        "steps.wheel_fault.2",
        "steps.wheel_fault.3",
    ),
    "ball_missing": (
        "steps.ball_missing.1",
        "steps.ball_missing.2",
    ),
    "sensor_stuck": (
        "steps.sensor_stuck.1",
        "steps.sensor_stuck.2",
        "steps.sensor_stuck.3",
    ),
    "draw_blocked": (
        "steps.draw_blocked.1",
        "steps.draw_blocked.2",
        "steps.draw_blocked.3",
    ),
    "wheel_closed": (
        "steps.wheel_closed.1",
        "steps.wheel_closed.2",
        "steps.wheel_closed.3",
    ),
    "failed_launch": (
        "steps.failed_launch.1",
        "steps.failed_launch.2",
        "steps.failed_launch.3",
    ),
    "wheel_mode": (
        "steps.wheel_mode.1",
        "steps.wheel_mode.2",
        "steps.wheel_mode.3",
    ),
    "wheel_resting": (
        "steps.wheel_resting.1",
        "steps.wheel_resting.2",
    ),
    "wheel_locked": (
        "steps.wheel_locked.1",
        "steps.wheel_locked.2",
    ),
    "wheel_pockets": (
        "steps.wheel_pockets.1",
        "steps.wheel_pockets.2",
        "steps.wheel_pockets.3",
    ),
    "no_paper": (
        "steps.no_paper.1",
        "steps.no_paper.2",
        "steps.no_paper.3",
    ),
    "paper_low": (
        "steps.paper_low.1",
        "steps.paper_low.2",
    ),
    "printer_fault": (
        "steps.printer_fault.1",
        "steps.printer_fault.2",
        "steps.printer_fault.3",
        "steps.printer_fault.4",
    ),
    "overcurrent": (
        "steps.overcurrent.1",
        "steps.overcurrent.2",
        "steps.overcurrent.3",
    ),
    "uncalibrated": (
        "steps.uncalibrated.1",
        "steps.uncalibrated.2",
        "steps.uncalibrated.3",
        "steps.uncalibrated.4",
    ),
    "stuck_key": (
        "steps.stuck_key.1",
        "steps.stuck_key.2",
        "steps.stuck_key.3",
    ),
    "door_open": (
        "steps.door_open.1",
        "steps.door_open.2",
        "steps.door_open.3",
    ),
    "unknown_chip": (
        "steps.unknown_chip.1",
        "steps.unknown_chip.2",
        "steps.unknown_chip.3",
    ),
    "chip_twice": (
        "steps.chip_twice.1",
        "steps.chip_twice.2",
        "steps.chip_twice.3",
    ),
    "chips_unread": (
        "steps.chips_unread.1",
        "steps.chips_unread.2",
        "steps.chips_unread.3",
    ),
    "impossible_result": (
        "steps.impossible_result.1",
        "steps.impossible_result.2",
    ),
    "lot_won": (
        "steps.lot_won.1",
        "steps.lot_won.2",
        "steps.lot_won.3",
    ),
    "accounts_wrong": (
        "steps.accounts_wrong.1",
        "steps.accounts_wrong.2",
        "steps.accounts_wrong.3",
        "steps.accounts_wrong.4",
    ),
    "implausible": (
        "steps.implausible.1",
        "steps.implausible.2",
        "steps.implausible.3",
    ),
    "impossible_card": (
        "steps.impossible_card.1",
        "steps.impossible_card.2",
        "steps.impossible_card.3",
    ),
    "early_card": (
        "steps.early_card.1",
        "steps.early_card.2",
    ),
    "wrong_hand": (
        "steps.wrong_hand.1",
        "steps.wrong_hand.2",
        "steps.wrong_hand.3",
    ),
    "wrong_result": (
        "steps.wrong_result.1",
        "steps.wrong_result.2",
        "steps.wrong_result.3",
    ),
    "copy_lost": (
        "steps.copy_lost.1",
        "steps.copy_lost.2",
        "steps.copy_lost.3",
        "steps.copy_lost.4",
    ),
    "copy_replaced": (
        "steps.copy_replaced.1",
        "steps.copy_replaced.2",
        "steps.copy_replaced.3",
    ),
    "other_tournament": (
        "steps.other_tournament.1",
        "steps.other_tournament.2",
        "steps.other_tournament.3",
    ),
    "journal_foreign": (
        "steps.journal_foreign.1",
        "steps.journal_foreign.2",
        "steps.journal_foreign.3",
    ),
    "journal_former": (
        "steps.journal_former.1",
        "steps.journal_former.2",
        "steps.journal_former.3",
        "steps.journal_former.4",
    ),
    "journal_unadopted": (
        "steps.journal_unadopted.1",
        "steps.journal_unadopted.2",
        "steps.journal_unadopted.3",
        "steps.journal_unadopted.4",
    ),
    "commit_torn": (
        "steps.commit_torn.1",
        "steps.commit_torn.2",
        "steps.commit_torn.3",
    ),
    "journal_lost": (
        "steps.journal_lost.1",
        "steps.journal_lost.2",
        "steps.journal_lost.3",
        "steps.journal_lost.4",
    ),
    "journal_damaged": (
        "steps.journal_damaged.1",
        "steps.journal_damaged.2",
        "steps.journal_damaged.3",
    ),
    "journal_format": (
        "steps.journal_format.1",
        "steps.journal_format.2",
        "steps.journal_format.3",
    ),
    "device_changed": (
        "steps.device_changed.1",
        "steps.device_changed.2",
        "steps.device_changed.3",
        "steps.device_changed.4",
    ),
    "meters_differ": (
        "steps.meters_differ.1",
        "steps.meters_differ.2",
    ),
    "disk_low": (
        "steps.disk_low.1",
        "steps.disk_low.2",
        "steps.disk_low.3",
    ),
    "disk_full": (
        "steps.disk_full.1",
        "steps.disk_full.2",
        "steps.disk_full.3",
    ),
    "read_only": (
        "steps.read_only.1",
        "steps.read_only.2",
        "steps.read_only.3",
    ),
    "memory_low": (
        "steps.memory_low.1",
        "steps.memory_low.2",
        "steps.memory_low.3",
    ),
    "files_low": (
        "steps.files_low.1",
        "steps.files_low.2",
    ),
    "under_voltage": (
        "steps.under_voltage.1",
        "steps.under_voltage.2",
        "steps.under_voltage.3",
    ),
    "too_hot": (
        "steps.too_hot.1",
        "steps.too_hot.2",
    ),
    "clock_back": (
        "steps.clock_back.1",
        "steps.clock_back.2",
        "steps.clock_back.3",
    ),
    "clock_forward": (
        "steps.clock_forward.1",
        "steps.clock_forward.2",
        "steps.clock_forward.3",
    ),
    "power_failing": (
        "steps.power_failing.1",
        "steps.power_failing.2",
        "steps.power_failing.3",
    ),
    "program_changed": (
        "steps.program_changed.1",
        "steps.program_changed.2",
        "steps.program_changed.3",
    ),
    "config_changed": (
        "steps.config_changed.1",
        "steps.config_changed.2",
        "steps.config_changed.3",
    ),
}
"""In the order of the steps."""

LAST_STEP_KEYS: Final[Mapping[FaultCure, str]] = {
    FaultCure.CAUSE_ENDS: "steps.last.itself",
    FaultCure.CONFIRM_FELT: "steps.last.felt",
    FaultCure.SUPERVISOR_CLEARS: "steps.last.clear",
    FaultCure.TWO_PERSONS: "steps.last.both",
    FaultCure.VOID_ROUND: "steps.last.void",
}
"""The last step of each cure."""
