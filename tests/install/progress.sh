#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# progress.sh SOURCE FOLDER: what takes long says so, on a terminal and in a log. The commands end when they see a line about themselves, so that
# without one the test runs into its limit.
set -euo pipefail
source=$1 folder=$2 where=${3:-}
. "$source/cmake/progress.sh"
progress_every=1
wait_for() { until grep -qs "$1" "$2"; do sleep 0.1; done; }

if [ "$where" = terminal ]; then
  work() { echo working; wait_for 'a step: [0-9]* s  working' "$folder/terminal"; }
  patient "a step" "$folder/log" work
  exit
fi

rm -rf "$folder"
mkdir -p "$folder"
# script(1) is not on every machine.
python3 -c 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' \
  "$0" "$source" "$folder" terminal </dev/null | tee "$folder/terminal" >/dev/null

work() { echo working; wait_for 'a step: [0-9]* s so far' "$folder/shown"; return 3; }
status=0
patient "a step" "$folder/log" work >"$folder/shown" || status=$?
[ "$status" -eq 3 ] || { echo "the command's status is lost: $status"; exit 1; }
grep -qx working "$folder/log" || { echo "the log lacks what the command printed"; exit 1; }
grep -qxE '  a step: [0-9]+ s' "$folder/shown" || { echo "no line says that it has ended"; exit 1; }
rm -rf "$folder"
