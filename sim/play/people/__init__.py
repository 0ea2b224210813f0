"""The people of a script at a virtual table, by what they do there."""
