"""The technician's socket: what may be done at a running table, by whom, and what comes of it.

Unlike the control socket it acts. Only the service's own user and the group of the console may
open it; who may is believed when he says for whom he asks.
"""
