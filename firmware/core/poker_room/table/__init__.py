"""The table of the poker room in service: its keys, cards, chips and tournament."""
