"""A name is a noun or verb that somebody of the trade would search for, and long enough to say it.

`python -m tools.vocabulary` prints the figures of each room.
"""

import re
from collections import Counter
from pathlib import PurePath

from tests.kits.offenders import each
from tools.vocabulary import Room, mean_length, parts, rooms

LEAST_LETTERS_OF_ALL = 9.0
LEAST_LETTERS = 8.0
"""Of a room with names enough for a mean."""
FEW_NAMES = 20
MOST_CLASSES_OF_A_NAME = 2


def rooms_with_names() -> list[Room]:
    return [room for room in rooms().values() if room.names]


def words_of(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


RIDDLES = words_of(
    "told tell tells telling heard hear hears hearing said say says saying asked asking kept keep "
    "keeps keeping wanted wants meant wish wishes talk talks talking passing lying befall befell "
    "amiss anew whoever nobody vain goes going comes come stands standing doing way ways"
)
"""Words that hold no noun: a name that has one says nothing of what is in it."""
BARE = RIDDLES | words_of("what how who one ones thing things other others mean turn turns")
"""Words that are no name by themselves."""

ALLOWED: dict[str, str] = {
    "KEEP_ALIVE_COMMENT": "server-sent events call it so",
    "KEEP_ALIVE_INTERVAL_S": "server-sent events call it so",
    "STANDS_ON": "Blackjack: the total on which the dealer stands",
    "effects_on_come_out": "Craps: the come-out roll",
    "OFF_ON_COME_OUT": "Craps: the come-out roll",
    "come_number": "Craps: a come bet's number",
    "THREE_WAY_PAYMENTS": "Craps: the three-way bet",
    "HOUSE_WAY": "Pai Gow: the house way of setting a hand",
    "HouseWayGame": "Pai Gow: the house way of setting a hand",
    "SetHouseWay": "Pai Gow: the house way of setting a hand",
    "HouseWayCodes": "Pai Gow: the house way of setting a hand",
    "house_ways": "Pai Gow: the house way of setting a hand",
    "house_way_sets": "Pai Gow: the house way of setting a hand",
    "house_way_codes": "Pai Gow: the house way of setting a hand",
    "KEEP_MIB": "the configuration's key keep_mib",
    "keep_bytes": "the configuration's key keep_mib",
    "keeps_rotor_direction": "a wheel's fault: it does not change its direction",
    "hears": "an argument of a command, by its name",
    "turn": "a player's turn, a field of a status",
    "way": "a field of a traced frame on the technician's wire",
    "said": "a field of the technician's wire and of a page's messages",
    "who": "a field of the technician's requests",
    "what": "a field of the console's report",
    "other": "a key of the words: the plural",
    "others": "a field of a round's record",
}
"""A name that may have such a word, and why."""


@each("room", rooms_with_names)
def test_package_names_are_long_enough(room: Room) -> None:
    names = set(room.names)
    assert len(names) < FEW_NAMES or mean_length(names) >= LEAST_LETTERS


def test_product_names_are_long_enough() -> None:
    names = {name for room in rooms_with_names() for name in room.names}
    assert mean_length(names) >= LEAST_LETTERS_OF_ALL


def is_riddle(name: str) -> bool:
    words = parts(name)
    return bool(RIDDLES & set(words)) or (len(words) == 1 and words[0] in BARE)


@each("room", rooms_with_names)
def test_no_name_is_a_riddle(room: Room) -> None:
    riddles = {
        name: room.names[name]
        for name in room.names
        if is_riddle(name) and name.strip("_") not in ALLOWED
    }
    assert riddles == {}, "name it for what it holds, or allow a word of the trade in ALLOWED"


def test_every_exception_exists() -> None:
    names = {name.strip("_") for room in rooms_with_names() for name in room.names}
    names |= {PurePath(path).stem for room in rooms_with_names() for path in room.modules}
    assert sorted(set(ALLOWED) - names) == [], "no name has them any more: remove them from ALLOWED"


def test_class_name_shared_by_two_at_most() -> None:
    classes = Counter(name for room in rooms_with_names() for name in room.classes)
    assert {name: n for name, n in classes.items() if n > MOST_CLASSES_OF_A_NAME} == {}


PART_FILES = words_of(
    "chip commands exchange framer kind kinds lines message_table messages reader shoe shuffler"
    " trace wheel"
)
"""A part declares itself: its folder says whose these are."""


@each("room", rooms_with_names)
def test_module_names_are_unique(room: Room) -> None:
    stems = Counter(
        PurePath(path).stem for path in room.modules if not path.endswith("__init__.py")
    )
    again = {stem for stem, count in stems.items() if count > 1}
    assert again - (PART_FILES if room.name == "drivers" else set()) == set()


@each("room", rooms_with_names)
def test_no_module_name_is_a_riddle(room: Room) -> None:
    stems = [PurePath(path).stem for path in room.modules]
    assert [stem for stem in stems if is_riddle(stem) and stem not in ALLOWED] == []
