"""`croupier play`: round scripts at a simulated table, on virtual time."""

from pathlib import Path

from firmware.cli.rule_packs import RulesFile
from firmware.shell.words.languages import Language
from firmware.shell.words.words import Words


def play_files(
    words: Words,
    files: tuple[Path, ...],
    *,
    config: Path | None = None,
    rules: RulesFile | None = None,
    lang: Language | None = None,
) -> int:
    """Play every script of the files at a table; return 2, having played none, if one is none.

    What it prints is for programs: it is in French unless `lang` says otherwise, if it runs.
    """
    from sim.play.play_files import play_files as play  # a table's release has no simulator

    return play(words, files, config, rules, lang)
