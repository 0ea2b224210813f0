"""Gaming days in files: written, held to their digests, and read again."""
