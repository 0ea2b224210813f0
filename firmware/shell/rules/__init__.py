"""The rule pack of a jurisdiction."""
