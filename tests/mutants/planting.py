"""A mutant takes its module's place when that is imported: no file of the tree is touched."""

from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple


class Planted(NamedTuple):
    """A module as it is to be imported."""

    module: str
    file: Path
    source: str


class Planting(MetaPathFinder):
    """Finds one module, and leaves all others to others."""

    def __init__(self, planted: Planted) -> None:
        self._planted = planted

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._planted.module:
            return None
        loader = _Planter(self._planted)
        return spec_from_file_location(fullname, self._planted.file, loader=loader)


class _Planter(SourceFileLoader):
    def __init__(self, planted: Planted) -> None:
        super().__init__(planted.module, str(planted.file))
        self._planted = planted

    def get_code(self, _fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(self._planted.source.encode(), self.path)
        return code
