"""The tournament in service (123): its journal, its clock, its requests, its tables on the
floor.
"""
