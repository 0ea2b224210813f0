"""Values that every other room speaks in; they import nothing else of the core."""
