"""The tournament in service (123): journal, clock, requests, and tables on the floor."""
