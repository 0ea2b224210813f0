"""Evidence: a part of the journal in one signed file, and its proof on another machine."""
