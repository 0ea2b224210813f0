"""The far end of a SAS wire: simulated slot machines, written without the driver's code."""
