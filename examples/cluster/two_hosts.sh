#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# two_hosts.sh RANKS PROGRAM [ARGUMENT...]: runs an MPI program with RANKS processes on each of two hosts, and says how many bytes each of
# them sent. The hosts are network namespaces of this machine, with a cable between them (a pair of virtual interfaces). Needs root.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ranks=$1
shift
export HEDDLE_HOSTS=heddle-$$ OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
trap 'for host in 1 2; do ip netns delete "$HEDDLE_HOSTS-$host" 2>/dev/null || true; done' EXIT
for host in 1 2; do ip netns add "$HEDDLE_HOSTS-$host"; done
ip -n "$HEDDLE_HOSTS-1" link add cable type veth peer name cable netns "$HEDDLE_HOSTS-2"
for host in 1 2; do
  ip -n "$HEDDLE_HOSTS-$host" address add "10.77.0.$host/24" dev cable
  ip -n "$HEDDLE_HOSTS-$host" link set lo up
  ip -n "$HEDDLE_HOSTS-$host" link set cable up
done

# sent HOST: bytes that it has sent since it is there.
sent() { ip netns exec "$HEDDLE_HOSTS-$1" cat /sys/class/net/cable/statistics/tx_bytes; }

# mpirun is on the first host. Processes of one host talk through memory, others through the cable.
ip netns exec "$HEDDLE_HOSTS-1" unshare --uts bash -c 'hostname host1; exec "$@"' bash \
  mpirun --mca plm_rsh_agent "$here/agent.sh" --mca btl self,vader,tcp --mca btl_tcp_if_include cable --mca oob_tcp_if_include cable \
  --host "10.77.0.1:$ranks,10.77.0.2:$ranks" --bind-to none --oversubscribe -x OCL_ICD_VENDORS -x OCL_ICD_FILENAMES -np $((2 * ranks)) "$@"
for host in 1 2; do echo "host $host sent $(sent "$host") bytes"; done
