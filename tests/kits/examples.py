"""How many examples, or which, a property is given: few here, all of them in a campaign."""

import os
from typing import TypeVar

Some = TypeVar("Some")


def examples(here: Some, campaign: Some) -> Some:
    """Return `campaign` where the environment sets CROUPIER_CAMPAIGN, else `here`."""
    return campaign if os.environ.get("CROUPIER_CAMPAIGN") else here
