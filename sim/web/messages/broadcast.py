"""What every message to all pages is."""

import msgspec


class Broadcast(msgspec.Struct, frozen=True, tag_field="topic"):
    """A message to every page."""
