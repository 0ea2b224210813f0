"""The far end of each wire: chips as registers, shoes and readers as byte streams."""
