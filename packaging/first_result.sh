#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# first_result.sh PACKAGES...: seconds from nothing to pyopencl's first result, for drivers that pip installs (each argument has names, or files of wheels): a fresh
# virtual environment, `pip install PACKAGE pyopencl`, and a program that doubles a thousand numbers. Root, as the system's drivers are hidden from it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
now() { date +%s.%N; }
seconds() { awk "BEGIN { printf \"%.1f\", $2 - $1 }"; }
cat >"$work/first.py" <<'PYTHON'
import numpy as np
import pyopencl as cl
context = cl.Context(cl.get_platforms()[0].get_devices())
queue = cl.CommandQueue(context)
numbers = np.arange(1000, dtype=np.float32)
buffer = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=numbers)
cl.Program(context, "kernel void twice(global float* x) { x[get_global_id(0)] *= 2; }").build().twice(queue, numbers.shape, None, buffer)
result = np.empty_like(numbers)
cl.enqueue_copy(queue, result, buffer)
assert (result == 2 * numbers).all()
print(context.devices[0].platform.name)
PYTHON

# program: without the system's drivers and with an empty home folder.
program() {
  # shellcheck disable=SC2016
  unshare -m bash -c 'mkdir -p /etc/OpenCL/vendors "$1/home" && mount -t tmpfs none /etc/OpenCL/vendors
    exec env -u OCL_ICD_FILENAMES "HOME=$1/home" "XDG_CACHE_HOME=$1/home" "${@:2}" "$1/venv/bin/python" "$1/first.py"' program "$work" "$@" 2>&1
}

for package; do
  rm -rf "$work/venv" "$work/home"
  start=$(now)
  python3 -m venv "$work/venv"
  # shellcheck disable=SC2086 # a list of words
  if ! "$work/venv/bin/pip" install -q --disable-pip-version-check --no-cache-dir $package pyopencl >"$work/pip.log" 2>&1; then
    echo "$package: cannot be installed: $(tail -n 1 "$work/pip.log")"
    continue
  fi
  installed=$(now)
  size=$(du -sm "$work/venv" | cut -f1)
  hint="no variable"
  variables=()
  if ! program >"$work/out"; then
    # Intel's lies in the environment's own folders, which no loader looks into, beside an .icd file with a path that is not there.
    variables=("OCL_ICD_VENDORS=$work/venv/lib/libintelocl.so" "LD_LIBRARY_PATH=$work/venv/lib")
    hint="with ${variables[*]%%=*}"
  fi
  rm -rf "$work/home"
  start_program=$(now)
  if ! program "${variables[@]}" >"$work/out"; then
    echo "$package: installed in $(seconds "$start" "$installed") s, $size MB, finds no device: $(tail -n 1 "$work/out")"
    continue
  fi
  done=$(now)
  program "${variables[@]}" >/dev/null
  again=$(now)
  echo "$package ($(tail -n 1 "$work/out"), $hint): installed in $(seconds "$start" "$installed") s, $size MB; first result $(seconds "$start_program" "$done") s, again $(seconds "$done" "$again") s"
done
