"""The migrations of the ledger's database, for Alembic."""
