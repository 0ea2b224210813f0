"""Every exception that there can be: its name, its meaning, its decision."""

from drivers.sas.exception_meaning import ExceptionMeaning
from drivers.sas.exception_table import EXCEPTION_ROWS
from drivers.sas.exceptions import (
    ATTENDED_CODES,
    DOOR_CLOSED_CODES,
    EXCEPTIONS,
    GAME_DISTURBING,
    exception_meaning,
    first_meaning,
)
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from firmware.slots.message_keys import EXCEPTION_NAME_KEYS
from sim.slot_machine.exception_queue import PRIORITY_CODES
from tests.kits.offenders import each

DEFINED = {
    *(0x00, *range(0x11, 0x26), *range(0x27, 0x2F), *range(0x31, 0x58), 0x60, 0x61),
    *(*range(0x66, 0x73), *range(0x74, 0x7D), *range(0x7E, 0x8D), 0x8E, 0x8F),
    *range(0x98, 0x9C),
}
"""SAS 6.02, appendix A: two public transcriptions have these codes, and no other."""
FIRST_MEANINGS = {
    "door_opened": {*DOOR_CLOSED_CODES},
    "door_shut": {*DOOR_CLOSED_CODES.values()},
    "power_on": {0x17},
    "power_off": {0x18},
    "tilt": {*range(0x20, 0x2F), *range(0x40, 0x47)},
    "memory": {*range(0x31, 0x3B)},
    "options": {0x3C},
    "hand_pay": {0x51},
    "hand_paid": {0x52},
    "lot_unheard": {0x53},
    "lot_won": {0x54},
    "host_lot_won": {0x56},
    "overflow": {0x70},
    "meters_reset": {0x7A},
    "game_began": {0x7E},
    "game_ended": {0x7F},
    "opened_dark": {*range(0x98, 0x9C)},
}
"""What the program that did not record meanings made of exceptions."""


@each("code", range(256))
def test_standard_s_exceptions_have_a_row_and_others_are_unknown(code: int) -> None:
    assert (code in EXCEPTIONS) is (code in DEFINED)
    assert (exception_meaning(code) is ExceptionMeaning.UNKNOWN) is (code not in DEFINED)


@each("code", range(256))
def test_defined_exception_has_a_name_in_each_language(code: int) -> None:
    meaning = exception_meaning(code)
    if meaning in (ExceptionMeaning.UNKNOWN, ExceptionMeaning.NO_ACTIVITY):
        return
    assert EXCEPTION_NAME_KEYS[code] == f"slots.code.{code:02x}"
    assert all(
        words.render(Text(f"slots.code.{code:02x}"))
        for words in map(Words.load, languages_with("slots"))
    )


def test_each_exception_has_one_row() -> None:
    assert len(EXCEPTIONS) == len(EXCEPTION_ROWS) == len({row.name for row in EXCEPTION_ROWS})


@each("code", range(256))
def test_first_program_s_entries_mean_what_they_meant(code: int) -> None:
    meanings = [name for name, codes in FIRST_MEANINGS.items() if code in codes]
    assert first_meaning(code).value == (meanings or ["other"])[0]


def test_door_shut_code_follows_its_open_code() -> None:
    assert all(shuts == opens + 1 for opens, shuts in DOOR_CLOSED_CODES.items())


def test_what_is_attended_needed_attention() -> None:
    attended = {row.code for row in EXCEPTION_ROWS if row.meaning is ExceptionMeaning.ATTENDED}
    assert {*ATTENDED_CODES.values()} == attended
    assert {exception_meaning(code) for code in ATTENDED_CODES} == {ExceptionMeaning.ATTENTION}


def test_rejected_bills_and_full_cash_boxes_disturb_no_game() -> None:
    disturbing = {code for code in range(256) if exception_meaning(code) in GAME_DISTURBING}
    assert disturbing == {
        *(*range(0x20, 0x26), 0x28, 0x29, 0x2A, 0x2C, 0x2D),
        *range(0x40, 0x47),
        *range(0x31, 0x3B),
        *DOOR_CLOSED_CODES,
    }


def test_priority_exceptions_are_the_far_end_s() -> None:
    assert {row.code for row in EXCEPTION_ROWS if row.is_priority} == {*PRIORITY_CODES}
