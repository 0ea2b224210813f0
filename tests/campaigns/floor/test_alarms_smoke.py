"""A short form of the evening whose alarms are counted."""

import pytest

from tests.campaigns.floor.floor_alarms import main


@pytest.mark.live
def test_few_alarms_of_sound_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--tables", "4", "--evenings", "2", "--minutes", "10", "--processes", "1"]) == 0
    assert "4 tables, 10 minutes" in capsys.readouterr().out
