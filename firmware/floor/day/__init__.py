"""The gaming day's closing: sealed bundles, amendments, verification, the master game report."""
