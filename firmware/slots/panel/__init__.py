"""The panel above the machines with the jackpot (91), and the attendants' view of the bank."""
