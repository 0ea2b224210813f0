"""A document of the page names every module that it will import, so that none waits for another."""

import re
from pathlib import Path

from firmware.web.server.page_files import PageFiles, below, preloading
from firmware.web.server.server import BOARD, PAGE
from tests.kits.offenders import each

MODULE = re.compile(r"^(?:import|export)\b[^;]*?\"\./([^\"]+)\";", re.MULTILINE)
LINKED = re.compile(r'<link rel="modulepreload" href="([^"]+)">')


def text(name: str) -> str:
    return next(
        (folder / name).read_text("utf-8") for folder in (PAGE, BOARD) if (folder / name).exists()
    )


@each("document, entry", [("index.html", "main.js"), ("board.html", "board.js")])
def test_a_document_links_to_exactly_the_modules_that_it_needs(document: str, entry: str) -> None:
    known, left = set[str](), [entry]
    while left:
        found = set(MODULE.findall(text(left.pop()))) - known
        known |= found
        left += found
    body = bytes(PageFiles(PAGE, BOARD).served(document).body).decode()
    assert sorted(LINKED.findall(body)) == sorted(known)
    assert body.index("modulepreload") < body.index(f'src="{entry}"')


@each("document", ["index.html", "board.html"])
def test_everything_that_a_document_links_to_is_served(document: str) -> None:
    files = PageFiles(PAGE, BOARD)
    names = re.findall(
        r'(?:href|src)="([\w.-]+\.\w+)"', bytes(files.served(document).body).decode()
    )
    assert {name: files.served(name).status_code for name in names} == dict.fromkeys(names, 200)


@each("document", ["index.html", "board.html"])
def test_the_stylesheets_of_a_document_are_one_in_their_order(document: str) -> None:
    sheets = re.findall(r'rel="stylesheet" href="([^"]+)"', text(document))
    files = PageFiles(PAGE, BOARD)
    (one,) = re.findall(
        r'rel="stylesheet" href="([^"]+)"', bytes(files.served(document).body).decode()
    )
    assert bytes(files.served(one).body).decode() == "\n".join(map(text, sheets))


def test_modules_that_import_each_other_are_named_once_and_the_nearest_first() -> None:
    modules = {
        "a.js": 'import { b } from "./b.js";\nimport { c } from "./c.js";',
        "b.js": 'import { d } from "./d.js";',
        "c.js": 'import {\n  d,\n} from "./d.js";',
        "d.js": 'import { a } from "./a.js";',
    }
    assert list(below("a.js", modules)) == ["b.js", "c.js", "d.js"]


def test_a_document_without_a_module_is_served_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "plain.html").write_text("<title>plain</title>", encoding="utf-8")
    assert bytes(PageFiles(tmp_path).served("plain.html").body) == b"<title>plain</title>"
    assert preloading("<title>plain</title>", {}) == "<title>plain</title>"


def test_the_page_asks_for_its_modules_only_after_its_first_paint() -> None:
    body = bytes(PageFiles(PAGE, BOARD).served("index.html").body).decode()
    program = body.index('<template id="program">')
    assert all(found.start() > program for found in LINKED.finditer(body))
    assert body.index('src="start.js"') < program
