"""The display: panel, prompts and keys as a function of the table's state."""
