"""A document of the page with its styles and its first script in itself: it needs no other file
to be painted.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

STYLE_LINKS: Final = re.compile(r'<link rel="stylesheet"[^>]*>(?:\s*<link rel="stylesheet"[^>]*>)*')
STYLE_HREF: Final = re.compile(r'href="([\w-]+\.css)"')
SCRIPT_TAG: Final = re.compile(r'<script src="([\w-]+\.js)">')
"""One that is no module: it is run before the document is painted."""


class InlinedDocument(NamedTuple):
    """A document, and the sources in a content security policy that allow its own parts."""

    text: str
    styles: str
    scripts: str


def inline_document(document: str, files: Mapping[str, bytes]) -> InlinedDocument:
    """Return a document in which its scripts and stylesheets are, those in a row as one."""
    styles: list[str] = []
    scripts: list[str] = []

    def style(match: re.Match[str]) -> str:
        styles.append("\n".join(files[name].decode() for name in STYLE_HREF.findall(match[0])))
        return f"<style>{styles[-1]}</style>"

    def script(match: re.Match[str]) -> str:
        scripts.append(files[match[1]].decode())
        # The closing tag is in the document.
        return f"<script>{scripts[-1]}"

    text = SCRIPT_TAG.sub(script, STYLE_LINKS.sub(style, document))
    return InlinedDocument(text, _csp_sources(styles), _csp_sources(scripts))


def _csp_sources(parts: Iterable[str]) -> str:
    """Return the sources of a directive: the server's files, and these parts (CSP 3, 2.3.1)."""
    digests = (b64encode(sha256(part.encode()).digest()).decode() for part in parts)
    return " ".join(["'self'", *(f"'sha256-{digest}'" for digest in digests)])
