"""The parts that all pages share: headers of answers, types of files, letters, words, elements."""

from pathlib import Path, PurePath
from typing import Final

SHARED_FOLDER: Final = Path(__file__).with_name("shared")
"""Letters, words and elements of every page."""
CONTENT_SECURITY_POLICY: Final = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
"""Nothing from elsewhere, no script or style within a document; its own policy may allow one."""
RESPONSE_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
MEDIA_TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
"""By ending: a system's own table lacks some, or differs."""


def media_type_of(file_path: PurePath) -> str:
    """Return a file's media type; any other than those of a page is plain text."""
    return MEDIA_TYPES.get(file_path.suffix, "text/plain")
