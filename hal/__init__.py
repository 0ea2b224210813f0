"""The hardware interfaces: the ports, the errors, and the board that opens the real ones."""
