"""The words of a table whose setting a journal has recorded."""

from contextlib import suppress

from firmware.shell.history.journal_entries import Carried, Setting, Started, decode
from firmware.shell.journal import JournalDamaged, JournalReader
from firmware.shell.rules.pack_files import recorded_pack
from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.words.house_words import with_seats
from firmware.shell.words.words import Words


def setting_words(setting: Setting, words: Words) -> Words:
    """Return the words of the table's game and seats, and of the house by whose pack it decided;
    those of `words` if that pack is missing.
    """
    house = words.house
    with suppress(RulesError):
        house = recorded_pack(setting.pack, setting.rules).words
    words = words.for_house(with_seats(house, setting.table.seats))
    return words.for_game(setting.game, chips=setting.table.tournament)


def last_words(journal_reader: JournalReader, words: Words) -> Words:
    """Return the words of the table as the last segment of its journal begins; `words` if that
    can't be read.
    """
    # damage is reported by the command, which reads the segment again
    with suppress(JournalDamaged):
        for _, payload in journal_reader.segment_records(journal_reader.segments()[-1]):
            # a segment begins with the setting: no further record is read
            match decode(payload):
                case Started(setting=setting) | Carried(setting=setting):
                    return setting_words(setting, words)
            return words
    return words
