"""The migrations of the ledger's database, for Alembic.

A released migration is frozen, since there are databases at its revision: it writes the columns as
they were then, and imports no table of the program, even where the two are still alike.
"""
