"""How many examples a property is given: few in each test run, all of them in a campaign."""

import os


def examples(here: int, campaign: int) -> int:
    """Return `campaign` where the environment sets CROUPIER_CAMPAIGN, else `here`."""
    return campaign if os.environ.get("CROUPIER_CAMPAIGN") else here
