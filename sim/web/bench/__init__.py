"""The simulated table beside the page, with its service, cables and people."""
