"""The technician's console: a process of its own that speaks to a table through its sockets."""
