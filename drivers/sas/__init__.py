"""SAS 6.02, host's side: the serial protocol of slot machines (87 to 95), without a port.

Each module says how sure its facts are. A: a literal trace or several independent programs agree;
B: one program or one summary. A certified product is built from the owner's licensed text.
"""
