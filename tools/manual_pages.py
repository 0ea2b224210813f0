"""Writes croupier.1 and croupier.fr.1 of docs/reference/ from the signatures of the commands."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from firmware import __version__
from firmware.cli.args.commands import COMMANDS, load_command
from firmware.cli.args.help import argument_rows, command_summary, usage_pieces
from firmware.cli.args.language import LOCALE_VARIABLES
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.languages import languages_with
from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.words import Words

PAGES: Final = Path(__file__).parent.parent / "docs" / "reference"
STATUSES: Final = {
    0: "command.manual.status_0",
    1: "command.manual.status_1",
    2: "command.manual.status_2",
    3: "command.manual.status_3",
    4: "command.manual.status_4",
    130: "command.manual.status_130",
    141: "command.manual.status_141",
}
"""What each exit status means."""


def pages() -> dict[str, str]:
    """Return each page by its file's name."""
    names = {"en": "croupier.1", "fr": "croupier.fr.1"}
    return {names[language]: _page(Words.load(language)) for language in languages_with("commands")}


def _page(words: Words) -> str:
    return "\n".join(_lines(words)) + "\n"


def _lines(words: Words) -> Iterator[str]:
    yield ".\\\" Written by `make pages`; don't edit."
    yield f'.TH CROUPIER 1 "" "Croupier {__version__}"'
    yield _heading("command.manual.name", words)
    yield f"croupier \\- {_plain(words.render(Text('command.manual.about')))}"
    yield _heading("command.manual.synopsis", words)
    yield f".B croupier\n{_plain(words.render(Text('command.value.command')))} \\&.\\|.\\|."
    yield _heading("command.manual.commands", words)
    for name in COMMANDS:
        yield from _command(name, words)
    yield _heading("command.manual.environment", words)
    language = words.render(Text("command.manual.language"))
    yield f".TP\n.B {', '.join(LOCALE_VARIABLES)}\n{_plain(language)}"
    yield _heading("command.manual.statuses", words)
    yield from (f".TP\n.B {n}\n{_plain(words.render(Text(key)))}" for n, key in STATUSES.items())


def _command(name: str, words: Words) -> Iterator[str]:
    found = load_command(name)
    taken = _plain(" ".join(usage_pieces(found, words)))
    yield f".SS {_plain(name)}"
    yield f".B croupier {_plain(name)}\n{taken}\n.PP"
    yield _plain(command_summary(name, words))
    yield from (
        f".TP\n.B {_plain(left)}\n{_plain(text)}" for left, text in argument_rows(found, words)
    )


def _heading(key: str, words: Words) -> str:
    return f".SH {_plain(words.render(Text(key)))}"


def _plain(text: str) -> str:
    """Return a text in which roff finds nothing of its own."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace(NO_BREAK, "\\ ")
    return f"\\&{text}" if text[:1] in ".'" else text


if __name__ == "__main__":
    for name, text in pages().items():
        (PAGES / name).write_text(text, encoding="utf-8")
