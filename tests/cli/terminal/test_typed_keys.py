"""Keys and cards that are typed as words."""

from firmware.cli.terminal.typed_keys import WordActions, apply_words
from firmware.core.vocabulary.cards import CARDS_BY_NAME, Card
from firmware.core.vocabulary.keys import Key
from tests.kits.offenders import each

Done = list[Key | Card | str]


def done(line: str) -> Done:
    did: Done = []
    apply_words(line.split(), WordActions(did.append, did.append, did.append))
    return did


def test_word_is_a_key_amount_or_card() -> None:
    assert done("place 60 sit_down 7h CALL") == [
        *(Key.NEXT_PLACE, Key.DIGIT_6, Key.DIGIT_0, Key.SIT_DOWN),
        *(CARDS_BY_NAME["7H"], Key.CALL),
    ]


@each("word", ["cal", "7X", "-5", "6.5", "٣", "digit", "\ufffd"])
def test_other_word_ends_the_line(word: str) -> None:
    assert done(f"check {word} fold") == [Key.CHECK, word]
