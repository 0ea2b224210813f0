import pytest

from firmware.shell.trust.keys import Device


@pytest.fixture(scope="module")
def device(tmp_path_factory: pytest.TempPathFactory) -> Device:
    return Device.enrol(tmp_path_factory.mktemp("device"))
