"""Why the table decided as it did: the rules of a round, and its money reckoned again."""
