"""What `make pi` builds: QEMU, and a card for it."""
