"""The uplink: sends one table's journal to the engine, in a process of its own."""
