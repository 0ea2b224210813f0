"""A table's facts folded into rows: its play, its takings by the hour, and its alarms."""
