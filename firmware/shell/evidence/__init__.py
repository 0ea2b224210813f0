"""Evidence: a part of the journal in one signed file, and its verification elsewhere."""
