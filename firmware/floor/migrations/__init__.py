"""How the ledger's database came to its present tables, for Alembic."""
