"""Static files of a page that is served by Starlette."""

import mimetypes
from pathlib import Path

from starlette.staticfiles import StaticFiles

from firmware.pages.http_headers import MEDIA_TYPES, SHARED_FOLDER


def page_files(page_folder: Path) -> StaticFiles:
    """Return the files of a page and the shared ones; a folder is answered with its index."""
    for file_suffix, media_type in MEDIA_TYPES.items():
        mimetypes.add_type(media_type, file_suffix)
    return StaticFiles(
        directory=page_folder, packages=[("firmware.pages", SHARED_FOLDER.name)], html=True
    )
