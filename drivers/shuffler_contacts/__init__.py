"""Any shuffler by its dry contacts."""

from drivers.shuffler_contacts.shuffler import ContactShuffler

__all__ = ["ContactShuffler"]
