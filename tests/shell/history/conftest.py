import pytest

from firmware.shell.trust.keys import DeviceKey


@pytest.fixture(scope="module")
def device(tmp_path_factory: pytest.TempPathFactory) -> DeviceKey:
    return DeviceKey.enrol(tmp_path_factory.mktemp("device"))
