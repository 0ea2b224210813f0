"""An alarm of one machine, and the name of an exception in it."""

from drivers.sas.exceptions import EXCEPTIONS
from firmware.core.vocabulary.panel import Text
from firmware.slots.message_keys import EXCEPTION_NAME_KEYS


def machine_alarm(message_key: str, address: int, **text_values: str | int | Text) -> Text:
    """Return an alarm, or a note, of a machine."""
    return Text(message_key, {"machine": address, **text_values})


def exception_values(exception_code: int) -> dict[str, str | int | Text]:
    """Return the text values of an exception: its name, and its code for a technician."""
    name_key = EXCEPTION_NAME_KEYS.get(exception_code, "slots.code.unknown")
    return {"name": Text(name_key), "code": f"{exception_code:02X}"}


def unknown_codes_text(exception_codes: list[int]) -> str:
    """Return the codes that the standard does not define, in hexadecimal."""
    return ", ".join(f"{code:02X}" for code in exception_codes if code not in EXCEPTIONS)
