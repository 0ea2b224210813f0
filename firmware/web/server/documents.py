"""A document of the page with its styles and its first script in itself: it needs no other file
to be painted.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Final, NamedTuple

STYLES: Final = re.compile(r'(?:<link rel="stylesheet" href="[\w-]+\.css">\s*)+')
STYLE: Final = re.compile(r'href="([\w-]+\.css)"')
SCRIPT: Final = re.compile(r'<script src="([\w-]+\.js)">')
"""One that is no module: it is run before the document is painted."""


class Document(NamedTuple):
    """A document, and the sources in a content security policy that allow its own parts."""

    text: str
    styles: str
    scripts: str


def whole(document: str, files: Mapping[str, bytes]) -> Document:
    """Return a document with the stylesheets and the script that it links to put in."""
    styles = "\n".join(
        files[name].decode() for found in STYLES.findall(document) for name in STYLE.findall(found)
    )
    scripts = [files[name].decode() for name in SCRIPT.findall(document)]
    text = STYLES.sub(lambda _: f"<style>{styles}</style>\n  ", document)
    text = SCRIPT.sub(lambda found: f"<script>{files[found[1]].decode()}", text)
    return Document(text, _sources(styles), _sources(*scripts))


def _sources(*parts: str) -> str:
    """Return the sources of a directive: the server's files, and these parts (CSP 3, 2.3.1)."""
    digests = (b64encode(sha256(part.encode()).digest()).decode() for part in parts)
    return " ".join(["'self'", *(f"'sha256-{digest}'" for digest in digests)])
