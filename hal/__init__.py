"""What hardware is: the ports, the errors, and the board that opens the real ones."""
