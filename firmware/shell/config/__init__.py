"""The configuration of a table: read whole, or refused with all its faults."""
