"""Response headers, media types and shared files of all pages."""

from pathlib import Path, PurePath
from typing import Final

SHARED_FOLDER: Final = Path(__file__).with_name("shared")
"""Fonts, words and elements of every page."""
CONTENT_SECURITY_POLICY: Final = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
"""Nothing from other hosts, no inline script or style; a page's own policy may allow one."""
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
"""By suffix: the system's own table lacks some, or differs."""


def media_type_of(file_path: PurePath) -> str:
    """Return a file's media type; plain text for an unknown suffix."""
    return MEDIA_TYPES.get(file_path.suffix, "text/plain")
