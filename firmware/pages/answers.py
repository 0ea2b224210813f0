"""The parts that all pages share: headers of answers, types of files, letters, words, elements."""

from pathlib import Path, PurePath
from typing import Final

SHARED: Final = Path(__file__).with_name("shared")
"""Letters, words and elements of every page."""
POLICY: Final = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
"""Nothing from elsewhere, no script or style within a document; its own policy may allow one."""
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
"""By ending: a system's own table lacks some, or differs."""


def type_of(file: PurePath) -> str:
    """Return a file's media type; any other than those of a page is plain text."""
    return TYPES.get(file.suffix, "text/plain")
