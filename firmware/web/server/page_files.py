"""The files of the page and of the board, read once and served from memory."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

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
IMPORTED: Final = re.compile(r'\bfrom "\./([\w-]+\.js)";')


class PageFiles:
    """Serves every file below `folders` by its path. A later change of a file is not noticed.

    A document names every module that its own one imports, directly or not: the browser asks for
    all of them at once, and not for each one's imports when that one has come. Its stylesheets are
    one file, named like it: it is painted when they have come.
    """

    def __init__(self, *folders: Path) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for folder in folders
            for path in folder.rglob("*")
            if path.suffix in TYPES
        }
        for name in [name for name in self._files if name.endswith(".html")]:
            self._prepare(name)

    def _prepare(self, name: str) -> None:
        style = f"{Path(name).stem}.styles.css"
        document = self._files[name].decode()
        sheets = STYLE.findall("".join(STYLES.findall(document)))
        modules = {
            name: body.decode() for name, body in self._files.items() if name.endswith(".js")
        }
        self._files[style] = b"\n".join(self._files[sheet] for sheet in sheets)
        document = STYLES.sub(f'<link rel="stylesheet" href="{style}">\n  ', document)
        self._files[name] = preloading(document, modules).encode()

    def served(self, name: str) -> Response:
        """Return the answer to a request for a file; 404 if there is none of this name."""
        body = self._files.get(name)
        if body is None:
            return PlainTextResponse("404: no such file\n", 404)
        return Response(body, media_type=TYPES[Path(name).suffix])

    async def serve(self, request: Request) -> Response:
        """Answer a request for the file at the end of its address."""
        return self.served(request.path_params["name"] or "index.html")


def preloading(document: str, modules: dict[str, str]) -> str:
    """Return the document with a link to each module that its entry imports, above the entry."""
    entry = ENTRY.search(document)
    if entry is None:
        return document
    links = (f'<link rel="modulepreload" href="{name}">\n  ' for name in below(entry[1], modules))
    return document[: entry.start()] + "".join(links) + document[entry.start() :]


def below(entry: str, modules: dict[str, str]) -> Iterator[str]:
    """Yield every module that `entry` imports, directly or not, each once and the nearest first."""
    known, level = {entry}, [entry]
    while level:
        imported = (name for module in level for name in IMPORTED.findall(modules[module]))
        level = list(dict.fromkeys(name for name in imported if name not in known))
        known.update(level)
        yield from level
