"""A poker table's journal."""
