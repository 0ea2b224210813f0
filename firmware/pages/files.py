"""The files of a page that is served by Starlette."""

import mimetypes
from pathlib import Path

from starlette.staticfiles import StaticFiles

from firmware.pages.answers import SHARED, TYPES


def page_files(folder: Path) -> StaticFiles:
    """Return a page's own files, and those of every page; a folder is answered with its index."""
    for ending, kind in TYPES.items():
        mimetypes.add_type(kind, ending)
    return StaticFiles(directory=folder, packages=[("firmware.pages", SHARED.name)], html=True)
