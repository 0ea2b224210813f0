"""A name is a noun or verb that somebody of the trade would search for, in letters enough to say it.

`python -m tools.vocabulary` prints the figures of each room.
"""

from collections import Counter

from tests.kits.offenders import each
from tools.vocabulary import mean_length, parts, rooms

ROOMS = {name: room for name, room in rooms().items() if room.names}
LEAST_LETTERS_OF_ALL = 9.0
LEAST_LETTERS = 8.0
"""Of a room with names enough for a mean."""
FEW_NAMES = 20
MOST_CLASSES_OF_A_NAME = 2

RIDDLES = frozenset(
    [
        "told",
        "tell",
        "tells",
        "telling",
        "heard",
        "hear",
        "hears",
        "hearing",
        "said",
        "say",
        "says",
        "saying",
        "asked",
        "asking",
        "kept",
        "keep",
        "keeps",
        "keeping",
        "wanted",
        "wants",
        "meant",
        "mean",
        "wish",
        "wishes",
        "way",
        "ways",
        "talk",
        "talks",
        "talking",
        "passing",
        "lying",
        "befall",
        "befell",
        "amiss",
        "anew",
        "whoever",
        "nobody",
        "vain",
        "goes",
        "going",
        "comes",
        "come",
        "stands",
        "standing",
        "doing",
        "what",
        "how",
        "who",
        "one",
        "ones",
        "thing",
        "things",
        "other",
        "others",
    ]
)
"""Words that hold no noun: a name that has one says nothing of what is in it."""

ALLOWED: dict[str, str] = {}
"""A name that may have such a word, and why."""


@each("room", sorted(ROOMS))
def test_the_names_of_a_room_are_long_enough_to_say_something(room: str) -> None:
    names = set(ROOMS[room].names)
    assert len(names) < FEW_NAMES or mean_length(names) >= LEAST_LETTERS


def test_the_names_of_the_product_are_as_long_as_those_of_its_field() -> None:
    names = {name for room in ROOMS.values() for name in room.names}
    assert mean_length(names) >= LEAST_LETTERS_OF_ALL


@each("room", sorted(ROOMS))
def test_no_name_is_made_of_a_riddle(room: str) -> None:
    riddles = {
        name: ROOMS[room].names[name]
        for name in ROOMS[room].names
        if RIDDLES & set(parts(name)) and name.strip("_") not in ALLOWED
    }
    assert riddles == {}


def test_what_is_allowed_is_there() -> None:
    names = {name.strip("_") for room in ROOMS.values() for name in room.names}
    assert sorted(set(ALLOWED) - names) == []


def test_a_class_has_its_name_with_one_other_at_most() -> None:
    classes = Counter(name for room in ROOMS.values() for name in room.classes)
    assert {name: n for name, n in classes.items() if n > MOST_CLASSES_OF_A_NAME} == {}
