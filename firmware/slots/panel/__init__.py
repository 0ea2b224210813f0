"""The panel above the machines, which shows their lot (91), and the bank for its attendants."""
