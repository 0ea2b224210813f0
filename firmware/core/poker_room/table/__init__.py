"""The poker room's table in service: its keys, cards and displays, beside the house's table."""
