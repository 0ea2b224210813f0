#!/bin/bash -e
# pi-gen calls this first: the stage goes on from the root of the one before.
if [ ! -d "${ROOTFS_DIR}" ]; then
    copy_previous
fi
