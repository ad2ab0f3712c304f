#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# agent.sh ADDRESS COMMAND...: what mpirun calls in place of ssh to start its daemon on another host. Here hosts are the network
# namespaces of two_hosts.sh, told apart by the last number of their address. As with ssh, the words are one line for a shell.
set -euo pipefail
address=$1
shift
exec ip netns exec "$HEDDLE_HOSTS-${address##*.}" unshare --uts bash -c "hostname host${address##*.}; $*"
