"""One file a part: the bytes of that part on one side, events and the panel on the other."""
