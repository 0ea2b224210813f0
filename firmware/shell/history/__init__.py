"""The records of a table: written, counted a second way, played again."""
