"""The chip reader: an RR3036-class ISO15693 reader with an antenna under every bet."""
