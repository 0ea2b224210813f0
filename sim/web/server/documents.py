"""A document of the page with its styles and its first script in itself: it needs no other file
to be painted.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

STYLES: Final = re.compile(r'<link rel="stylesheet"[^>]*>(?:\s*<link rel="stylesheet"[^>]*>)*')
STYLE: Final = re.compile(r'href="([\w-]+\.css)"')
SCRIPT: Final = re.compile(r'<script src="([\w-]+\.js)">')
"""One that is no module: it is run before the document is painted."""


class Document(NamedTuple):
    """A document, and the sources in a content security policy that allow its own parts."""

    text: str
    styles: str
    scripts: str


def whole(document: str, files: Mapping[str, bytes]) -> Document:
    """Return a document in which its scripts and stylesheets are, those in a row as one."""
    styles: list[str] = []
    scripts: list[str] = []

    def style(found: re.Match[str]) -> str:
        styles.append("\n".join(files[name].decode() for name in STYLE.findall(found[0])))
        return f"<style>{styles[-1]}</style>"

    def script(found: re.Match[str]) -> str:
        scripts.append(files[found[1]].decode())
        return f"<script>{scripts[-1]}"

    text = SCRIPT.sub(script, STYLES.sub(style, document))
    return Document(text, _sources(styles), _sources(scripts))


def _sources(parts: Iterable[str]) -> str:
    """Return the sources of a directive: the server's files, and these parts (CSP 3, 2.3.1)."""
    digests = (b64encode(sha256(part.encode()).digest()).decode() for part in parts)
    return " ".join(["'self'", *(f"'sha256-{digest}'" for digest in digests)])
