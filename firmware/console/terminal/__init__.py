"""The technician's terminal: a full screen, or a plain line."""
