"""Every exception that there can be, by its meaning."""

from collections import Counter

from drivers.sas.exceptions import DISTURBING, DOORS, Meaning, meaning_of


def test_each_of_the_256_has_one_meaning() -> None:
    found = Counter(meaning_of(code) for code in range(256))
    assert found == {
        Meaning.DOOR_OPENED: 5,
        Meaning.DOOR_SHUT: 5,
        Meaning.POWER_ON: 1,
        Meaning.POWER_OFF: 1,
        Meaning.TILT: 15 + 7,
        Meaning.MEMORY: 10,
        Meaning.OPTIONS: 1,
        Meaning.HAND_PAY: 1,
        Meaning.HAND_PAID: 1,
        Meaning.LOT_UNHEARD: 1,
        Meaning.LOT_WON: 1,
        Meaning.HOST_LOT_WON: 1,
        Meaning.OVERFLOW: 1,
        Meaning.METERS_RESET: 1,
        Meaning.GAME_BEGAN: 1,
        Meaning.GAME_ENDED: 1,
        Meaning.OPENED_DARK: 4,
        Meaning.OTHER: 256 - 58,
    }


def test_the_exceptions_are_those_of_the_published_list() -> None:
    told = {0x11: "door_opened", 0x12: "door_shut", 0x17: "power_on", 0x18: "power_off"}
    told |= {0x20: "tilt", 0x46: "tilt", 0x31: "memory", 0x3A: "memory", 0x3C: "options"}
    told |= {0x51: "hand_pay", 0x52: "hand_paid", 0x53: "lot_unheard", 0x70: "overflow"}
    told |= {0x7A: "meters_reset", 0x7E: "game_began", 0x7F: "game_ended", 0x98: "opened_dark"}
    assert {code: meaning_of(code).value for code in told} == told


def test_a_door_is_shut_by_the_exception_after_the_one_that_opens_it() -> None:
    assert all(shuts == opens + 1 for opens, shuts in DOORS.items())


def test_20_to_46_are_tilts_but_for_those_that_mean_something_else() -> None:
    others = {*range(0x31, 0x3B), 0x3C}
    unlisted = {0x2F, 0x30, 0x3B, 0x3D, 0x3E, 0x3F}
    for code in {*range(0x20, 0x47)} - others:
        assert meaning_of(code) is (Meaning.OTHER if code in unlisted else Meaning.TILT)
    assert {meaning_of(code) for code in others} == {Meaning.MEMORY, Meaning.OPTIONS}


def test_tilts_memory_and_doors_disturb_a_game() -> None:
    disturbing = {code for code in range(256) if meaning_of(code) in DISTURBING}
    assert disturbing == {*range(0x20, 0x2F), *range(0x40, 0x47), *range(0x31, 0x3B), *DOORS}
