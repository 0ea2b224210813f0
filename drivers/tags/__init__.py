"""RFID tags: which chip or card each one is."""
