"""The posted rules of a bank of slot machines (2, 89, 91): its machines, then the sentences."""

from collections.abc import Iterator
from typing import Final

from firmware.core.games.slot_machine import GAME
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.rules.rule_book import OptionValue, book_sentences
from firmware.shell.sheets.book_sheet import book_sections
from firmware.shell.words.text_table import PrintedSheet, SheetSection, column_headings
from firmware.shell.words.words import Words
from firmware.slots.alarms import percent_text
from firmware.slots.config import BankConfig
from firmware.slots.terms import BankTerms, MachineTerms

MACHINE_COLUMNS: Final = (
    "slots.sheet.machine",
    "slots.sheet.coin",
    "slots.sheet.coins",
    "slots.sheet.return",
)


def bank_sheet(words: Words, config: BankConfig) -> PrintedSheet:
    """Return the sheet of a bank."""
    words = words.for_game(GAME)
    terms = config.terms
    sentences = book_sentences(config.rule_pack, GAME)
    rules = book_sections(sentences, bank_structure(terms), words, of_one_table=True)
    return PrintedSheet(
        words.render(Text("slots.sheet.title", {"bank": terms.name})),
        tuple(words.render(line) for line in _jackpot_lines(terms)),
        (_machines_section(terms, words), *rules),
    )


def bank_structure(terms: BankTerms) -> dict[str, OptionValue]:
    """Return the names and values of the `when` of the sentences of a bank."""
    return {"jackpot": terms.progressive is not None}


def _jackpot_lines(terms: BankTerms) -> Iterator[Text]:
    if progressive := terms.progressive:
        yield Text(
            "slots.sheet.jackpot",
            {
                "machines": ", ".join(map(str, progressive.machines)),
                "cents": Cents(progressive.base),
                "share": percent_text(10 * progressive.permille),
            },
        )


def _machines_section(terms: BankTerms, words: Words) -> SheetSection:
    return SheetSection(
        words.render(Text("slots.sheet.machines")),
        column_headings(words, *MACHINE_COLUMNS),
        tuple(_machine_row(address, machine, words) for address, machine in terms.machine.items()),
    )


def _machine_row(address: int, machine: MachineTerms, words: Words) -> tuple[str, ...]:
    games = machine.games.values() or (machine,)
    return (
        str(address),
        words.format_money(machine.denomination),
        str(machine.coins),
        " · ".join(words.render(percent_text(game.return_)) for game in games),
    )
