"""The simulated table that pages show: its parts, service, cables and people."""
