"""The libraries of the extra `web`, which a table that serves no page does without."""

from importlib.util import find_spec
from typing import Final

from firmware.cli.args.errors import CannotServe
from firmware.core.vocabulary.panel import Text

WEB_LIBRARIES: Final = ("starlette", "uvicorn", "websockets")


def require_web_libraries() -> None:
    """Raise CannotServe, with their names, if some are not installed."""
    missing_libraries = [name for name in WEB_LIBRARIES if find_spec(name) is None]
    if missing_libraries:
        raise CannotServe(Text("web.lacking", {"names": ", ".join(missing_libraries)}))
