"""The far end of a SAS wire: slot machines, written without the drivers' code."""
