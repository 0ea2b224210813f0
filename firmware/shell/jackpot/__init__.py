"""A linked lot at its table: messages signed and checked, and the lease."""
