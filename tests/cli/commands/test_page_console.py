"""The console of a page: what is secret is said to be, and a page that has gone ends it."""

import asyncio
import json

import pytest

from firmware.cli.commands.page_console import PageTerminal
from firmware.console.wires.wire import LineLost
from sim.web.server.console import ConsoleLine

SECRET = "correct horse battery"  # noqa: S105


def typed(line: ConsoleLine, *texts: str) -> None:
    for text in texts:
        asyncio.run(line.take_input(text))


def test_secret_answer_is_never_echoed() -> None:
    sent: list[str] = []
    line = ConsoleLine(sent.append, "en")
    terminal = PageTerminal(line)
    typed(line, f"{SECRET}\r", "marie\r")
    assert terminal.ask("Passphrase: ", hidden=True) == SECRET
    assert terminal.ask("Name: ", hidden=False) == "marie"
    terminal.close()
    reported = [json.loads(text) for text in sent]
    assert [one["hidden"] for one in reported if "hidden" in one] == [True, False, False, False]
    printed = "".join(one.get("text", "") for one in reported)
    assert printed == "Passphrase: \r\nName: marie\r\n"


def test_closed_page_is_a_lost_line() -> None:
    line = ConsoleLine(lambda _: None, "en")
    terminal = PageTerminal(line)
    line.disconnect()
    with pytest.raises(LineLost):
        terminal.ask("Name: ", hidden=True)
    with pytest.raises(LineLost):
        terminal.print_line("hello")
    terminal.close()


def test_page_that_reads_nothing_lost() -> None:
    def fails(_text: str) -> None:
        raise ConnectionError("the page has gone")

    with pytest.raises(LineLost):
        PageTerminal(ConsoleLine(fails, "en")).print_line("hello")
