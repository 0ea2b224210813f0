"""People at a simulated table: one person, and who plays by chance or by a script."""
