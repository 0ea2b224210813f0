"""The signs of print on a sheet: apostrophes, and spaces at which no line breaks."""

from firmware.shell.words.text_table import PrintedSheet, SheetSection
from firmware.shell.words.typeset import typeset, typeset_sheet
from tests.kits.offenders import each

CASES = [
    ("fr", "d'ordinaire 8 (article 27)", "d’ordinaire 8 (article\u00a027)"),
    (
        "fr",
        "Places : 14 ; « 5 % » à 10,00 $",
        "Places\u00a0: 14\u00a0; «\u00a05\u00a0%\u00a0» à 10,00\u00a0$",
    ),
    ("en", "don't pass (articles 77 and 82)", "don’t pass (articles\u00a077 and 82)"),
    ("en", "'quoted' : left", "'quoted' : left"),
    ("fr", "67.88 (2), 67.95 (1)", "67.88\u00a0(2), 67.95\u00a0(1)"),
    ("pt", "Lugares: 14 (artigo 16)", "Lugares: 14 (artigo\u00a016)"),
]


@each("language, text, printed", CASES)
def test_signs_of_print_by_language(language: str, text: str, printed: str) -> None:
    assert typeset(text, language) == printed
    assert typeset(printed, language) == printed


def test_ids_are_left_alone() -> None:
    section = SheetSection("l'as", ("l'as",), (("l'as",),), ("l'as",), ("l'as",))
    sheet = typeset_sheet(PrintedSheet("l'as", ("l'as",), (section,)), "fr")
    assert sheet.sections[0] == SheetSection("l’as", ("l’as",), (("l’as",),), ("l’as",), ("l'as",))
    assert (sheet.title, sheet.lines) == ("l’as", ("l’as",))
