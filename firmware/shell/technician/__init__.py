"""The technician's socket: commands to a running table, with their rights and answers.

Unlike the control socket it acts. Only the service's own user and the group of the console may open
it; their word about who is logged in is trusted.
"""
