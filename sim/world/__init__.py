"""A simulated table in a process and a time of its own."""
