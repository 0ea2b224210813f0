"""SAS 6.02, the host's side: the serial protocol of slot machines (87 to 95), without a port.

Each module marks the confidence of its facts. A: a literal trace, or several independent programs
that agree; B: one program or one summary. A certified product is built from the owner's licensed
text.
"""
