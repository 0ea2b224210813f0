"""The poker room: its engine, and the table in service."""
