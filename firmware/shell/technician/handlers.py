"""The interface of a provider of acts: a function for each request that it answers."""

from collections.abc import Callable, Mapping
from typing import Any

from firmware.shell.technician.answers import AnyAnswer
from firmware.shell.technician.requests import TechnicianRequest

RequestHandler = Callable[[Any], AnyAnswer]
RequestHandlers = Mapping[type[TechnicianRequest], RequestHandler]
