"""The files of a page that is served by Starlette."""

import mimetypes
from pathlib import Path
from typing import Final

from starlette.staticfiles import StaticFiles

from firmware.pages.answers import TYPES

SHARED: Final = ("firmware.board", "page")
"""The board's page: letters, words and elements of every page."""


def page_files(folder: Path) -> StaticFiles:
    """Return a page's own files, and those of every page; a folder is answered with its index."""
    for ending, kind in TYPES.items():
        mimetypes.add_type(kind, ending)
    return StaticFiles(directory=folder, packages=[SHARED], html=True)
