"""A document of the page has what it is painted with, and asks for one program."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from firmware.pages.http_headers import CONTENT_SECURITY_POLICY, SHARED_FOLDER
from sim.web.server.module_bundle import UnknownModuleForm, bundle_modules
from sim.web.server.page_files import PageFiles
from sim.web.server.server import BOARD_FOLDER, PAGE_FOLDER
from tests.kits.offenders import each

IMPORTED = re.compile(r"^import\b[^;]*?\"\./([^\"]+)\";", re.MULTILINE)
NEW_LINE = "\n"
FILES = PageFiles(PAGE_FOLDER, BOARD_FOLDER, SHARED_FOLDER)
MODULES = {
    "a.js": 'import { b } from "./b.js";\nimport { c as d } from "./c.js";\nb(d);',
    "b.js": 'import {\n  C,\n} from "./c.js";\nexport async function b() {}\nexport class B {}',
    "c.js": "export const c = 1;\nconst own = 2;\nexport class C {}",
}
JOINED = """\
const $c = (() => { // c.js
const c = 1;
const own = 2;
class C {}
return { c, C };
})();
const $b = (() => { // b.js
const {
  C,
} = $c;
async function b() {}
class B {}
return { b, B };
})();
const $a = (() => { // a.js
const { b } = $b;
const { c: d } = $c;
b(d);
return {  };
})();"""


def text(name: str) -> str:
    return next(
        (folder / name).read_text("utf-8")
        for folder in (PAGE_FOLDER, BOARD_FOLDER, SHARED_FOLDER)
        if (folder / name).exists()
    )


def served(name: str) -> str:
    return bytes(FILES.file_response(name).body).decode()


@each("entry", ["main.js", "board.js"])
def test_program_has_each_module_once(entry: str) -> None:
    needed, left = {entry}, [entry]
    while left:
        found = set(IMPORTED.findall(text(left.pop()))) - needed
        needed |= found
        left += found
    assert sorted(re.findall(r"=> \{ // (.+)$", served(entry), re.MULTILINE)) == sorted(needed)
    assert not re.search(r"^(import|export)\b", served(entry), re.MULTILINE)


@each("document", ["index.html", "board.html"])
def test_every_linked_file_is_served(document: str) -> None:
    names = re.findall(r'(?:href|src)="([\w.-]+\.\w+)"', served(document))
    assert {name: FILES.file_response(name).status_code for name in names} == dict.fromkeys(
        names, 200
    )


@each("document", ["index.html", "board.html"])
def test_document_has_inline_script(document: str) -> None:
    for links in re.findall(r'(?:<link rel="stylesheet"[^>]*>\s*)+', text(document)):
        sheets = re.findall(r'href="([^"]+)"', links)
        assert f"<style>{NEW_LINE.join(map(text, sheets))}</style>" in served(document)
    scripts = re.findall(r'<script src="([^"]+)"', text(document))
    assert all(f"<script>{text(script)}</script>" in served(document) for script in scripts)
    assert not re.search(r'rel="stylesheet"|<script src', served(document))


@each("document", ["index.html", "board.html"])
def test_policy_allows_its_content_only(document: str) -> None:
    own = [
        part
        for kind in ("style", "script")
        for part in re.findall(rf"<{kind}>(.*?)</{kind}>", served(document), re.DOTALL)
    ]
    digests = [b64encode(sha256(part.encode()).digest()).decode() for part in own]
    policy = FILES.file_response(document).headers["Content-Security-Policy"]
    assert policy.startswith(f"{CONTENT_SECURITY_POLICY}; style-src 'self' 'sha256-")
    assert re.findall(r"'sha256-([^']+)'", policy) == digests


def test_module_follows_its_imports() -> None:
    assert bundle_modules("a.js", MODULES) == JOINED


def test_comments_of_their_own_lines_are_left_out() -> None:
    source = (
        'const url = "http://x"; // here\n  /** @type {A} */ (a).b();\nf(/** @type {C} */ (d));'
    )
    dropped = "// @ts-check\n/** One line. */\n/**\n * @param {A} a\n */\n    // why\n"
    assert bundle_modules("a.js", {"a.js": dropped + source}) == bundle_modules(
        "a.js", {"a.js": source}
    )
    assert source in bundle_modules("a.js", {"a.js": dropped + source})


@each("line", ["export default 1;", "export { a };", 'import "./b.js";', 'import a from "./b.js";'])
def test_bad_module_is_named(line: str) -> None:
    with pytest.raises(UnknownModuleForm, match=rf"^a\.js: {re.escape(line)}$"):
        bundle_modules("a.js", {"a.js": f"const a = 1;\n{line}\n"})


def test_plain_document_is_unchanged(tmp_path: Path) -> None:
    (tmp_path / "plain.html").write_text("<title>plain</title>", encoding="utf-8")
    assert bytes(PageFiles(tmp_path).file_response("plain.html").body) == b"<title>plain</title>"
    assert FILES.file_response("dom.js").headers.get("Content-Security-Policy") is None
