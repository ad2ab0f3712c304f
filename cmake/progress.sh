# SPDX-License-Identifier: Apache-2.0
# Shows of what takes long that it goes on. A part of `heddle` and of packaging/package.sh.
progress_every=${progress_every:-20} # seconds between two lines where nobody looks at a terminal

# patient TEXT LOG COMMAND...: runs the command with its output in LOG, and returns what it does. On a terminal one line shows the
# seconds and the last line of LOG; elsewhere a line comes every progress_every seconds. The command runs in the foreground, so that Ctrl-C
# reaches it.
patient() {
  local text=$1 log=$2 start=$SECONDS status=0 ticker
  shift 2
  : >"$log"
  [ -t 1 ] || echo "  $text ..."
  show_progress "$text" "$log" &
  ticker=$!
  "$@" >"$log" 2>&1 </dev/null || status=$?
  kill "$ticker" 2>/dev/null || true
  wait "$ticker" 2>/dev/null || true
  [ ! -t 1 ] || printf '\r\e[K'
  echo "  $text: $((SECONDS - start)) s"
  return "$status"
}

# Until it is killed or the shell that started it is gone.
show_progress() {
  local start=$SECONDS line columns
  columns=$(tput cols 2>/dev/null) || columns=80
  while sleep 1 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
    if [ -t 1 ]; then
      line=$(tail -n 1 "$2" | tr -dc '[:print:]')
      line="  $1: $((SECONDS - start)) s  $line"
      printf '\r\e[K%s' "${line:0:columns-1}"
    elif [ $(((SECONDS - start) % progress_every)) -eq 0 ]; then
      echo "  $1: $((SECONDS - start)) s so far"
    fi
  done
}
