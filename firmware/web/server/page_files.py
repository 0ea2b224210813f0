"""The files of the page and of the board, read once and served from memory."""

import re
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from firmware.web.server.program import program

TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
"""By ending: the files that are served."""
ENTRY: Final = re.compile(r'<script type="module" src="([\w-]+\.js)"></script>')
"""The module with which a document begins."""
STYLES: Final = re.compile(r'(?:<link rel="stylesheet" href="[\w-]+\.css">\s*)+')
STYLE: Final = re.compile(r'href="([\w-]+\.css)"')


class PageFiles:
    """Serves every file below `folders` by its path. A later change of a file is not noticed.

    The module with which a document begins is one file with all that it imports, directly or not,
    and a document's stylesheets are one, named like it: a request for a file costs a browser more
    than the file does.
    """

    def __init__(self, *folders: Path) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for folder in folders
            for path in folder.rglob("*")
            if path.suffix in TYPES
        }
        modules = {
            name: body.decode() for name, body in self._files.items() if name.endswith(".js")
        }
        for name in [name for name in self._files if name.endswith(".html")]:
            self._join_styles(name)
            if entry := ENTRY.search(self._files[name].decode()):
                self._files[entry[1]] = program(entry[1], modules).encode()

    def _join_styles(self, name: str) -> None:
        style = f"{Path(name).stem}.styles.css"
        document = self._files[name].decode()
        sheets = STYLE.findall("".join(STYLES.findall(document)))
        self._files[style] = b"\n".join(self._files[sheet] for sheet in sheets)
        document = STYLES.sub(f'<link rel="stylesheet" href="{style}">\n  ', document)
        self._files[name] = document.encode()

    def served(self, name: str) -> Response:
        """Return the answer to a request for a file; 404 if there is none of this name."""
        body = self._files.get(name)
        if body is None:
            return PlainTextResponse("404: no such file\n", 404)
        return Response(body, media_type=TYPES[Path(name).suffix])

    async def serve(self, request: Request) -> Response:
        """Answer a request for the file at the end of its address."""
        return self.served(request.path_params["name"] or "index.html")
