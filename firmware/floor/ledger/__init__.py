"""The ledger: from the engine to the database, in any number of processes."""
