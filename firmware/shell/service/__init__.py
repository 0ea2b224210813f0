"""The service in real time: loop, status, watchdog."""
