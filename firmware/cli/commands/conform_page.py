"""The results of `croupier conform` as a page that needs nothing else."""

from html import escape
from typing import Final, TextIO

from firmware.cli.commands.conform_output import Account, account_sections, line_text, seconds
from firmware.core.vocabulary.panel import Text
from firmware.shell.conformance.line_result import LineResult
from firmware.shell.conformance.result_runs import ResultRun, ResultRuns
from firmware.shell.conformance.result_words import outcomes
from firmware.shell.words.words import Words

STYLE: Final = """\
body { font: 15px/1.4 sans-serif; margin: 2em; color: #222; background: #fff; }
table { border-collapse: collapse; } td, th { padding: .15em .7em; text-align: left; }
td { vertical-align: top; border-top: 1px solid #ddd; } td.number { text-align: right; }
code { font: 13px monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.event { color: #06662a; } .fault, .lost { color: #7a4d00; }
.unknown { color: #a40000; font-weight: bold; }
.dropped { color: #7d1a7d; } .other { color: #666; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #181818; } td { border-color: #444; }
  .event { color: #6fd68f; } .fault, .lost { color: #e8b551; } .unknown { color: #ff8080; }
  .dropped { color: #e08ae0; } .other { color: #999; }
}
"""
COLUMN_KEYS: Final = (
    "capture.page.line",
    "capture.page.seconds",
    "capture.page.octets",
    "capture.page.became",
)


class PageOutput:
    """Writes the page as the results come; the account is at its end, and linked from its head."""

    def __init__(self, file: TextIO, words: Words, kind: str, capture_name: str) -> None:
        self._file = file
        self._words = words
        self._runs = ResultRuns()
        title = escape(self._rendered("capture.page.title", kind=kind, name=capture_name))
        columns = "".join(f"<th>{escape(self._rendered(key))}</th>" for key in COLUMN_KEYS)
        file.write(
            f'<!doctype html>\n<html lang="{words.language}"><head><meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width"><title>{title}</title>\n'
            f"<style>\n{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
            f'<p><a href="#account">{escape(self._rendered("capture.page.account"))}</a></p>\n'
            f"<table><thead><tr>{columns}</tr></thead><tbody>\n"
        )

    def write_result(self, result: LineResult) -> None:
        """Write the run of equal lines before this one, if it ends here."""
        if run := self._runs.add(result):
            self._write_run(run)

    def write_account(self, account: Account) -> None:
        """Write the rest, and the account."""
        if run := self._runs.end():
            self._write_run(run)
        self._file.write('</tbody></table>\n<div id="account">\n')
        for title, rows in account_sections(account, self._words):
            items = "".join(f"<li><code>{escape(row)}</code></li>\n" for row in rows)
            self._file.write(f"<h2>{escape(title)}</h2>\n<ul>\n{items}</ul>\n")
        self._file.write("</div></body></html>\n")

    def _write_run(self, run: ResultRun) -> None:
        became = "<br>".join(
            f'<span class="{outcome.kind}">{escape(self._words.render(outcome.words))}</span>'
            for outcome in outcomes(run.first)
        )
        self._file.write(
            f'<tr><td class="number">{run.numbers}</td><td class="number">{seconds(run.first)}</td>'
            f"<td><code>{escape(line_text(run.first))}</code></td><td>{became}</td></tr>\n"
        )

    def _rendered(self, key: str, **values: str) -> str:
        return self._words.render(Text(key, dict(values)))
