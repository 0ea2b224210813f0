"""The people of a script at a virtual table: dealer, players, supervisor."""
