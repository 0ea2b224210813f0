#!/bin/sh
# Print the address from which this host has Debian's packages: those of the release, or of LABEL (Debian-Security).
#
#   tools/mirror.sh [LABEL]
# shellcheck disable=SC2016 # apt's own variable
apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' "Label: ${1:-Debian}" \
    'Component: main' | head -n 1
