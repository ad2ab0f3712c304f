#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# in_roots.sh PACKAGES HELLO [RELEASE...]: makes fresh roots of Debian's releases (bookworm, trixie, sid) from the mirrors of this
# machine's apt, installs the packages of a folder in each as a user would, and runs programs without a network: hello, clinfo,
# pyopencl and a SPIR-V module. Needs root and mmdebstrap, and takes minutes; `./heddle test-packages` calls it.
#
# The .deb is tried where it is of that release. It is installed from an apt archive that has the version before as well: that of the
# folder `PACKAGES/before`, or, where there is none, the same package with a lower number.
set -euo pipefail
packages=$(cd "$1" && pwd) hello=$(realpath "$2")
shift 2
releases=("${@:-}")
[ -n "${releases[0]}" ] || releases=(bookworm trixie sid)
declare -A number=([bookworm]=deb12 [trixie]=deb13 [sid]=none)
work=$(mktemp -d)
# Nothing is mounted outside of the namespaces below: the folder can be removed as a whole.
trap 'rm -rf --one-file-system "$work"' EXIT

say() { printf '== %s\n' "$*"; }

# in_root COMMAND...: in the root, with /proc and /dev, and without a network if OFFLINE is set.
in_root() {
  unshare -m ${OFFLINE:+-n} bash -c '
    root=$1; shift
    mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"; mount -t sysfs sys "$root/sys"
    exec chroot "$root" env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      DEBIAN_FRONTEND=noninteractive HEDDLE_CACHE=off PIP_DISABLE_PIP_VERSION_CHECK=1 ${PIP_CERT:+PIP_CERT=/etc/ssl/pip.pem} "$@"' \
    in_root "$root" "$@"
}

make_root() {
  mmdebstrap -q --variant=apt --aptopt='Acquire::Check-Valid-Until "false"' \
    --include=python3-venv,ocl-icd-libopencl1,clinfo,ca-certificates,xz-utils "$1" "$root"
  mkdir "$root/packages"
  cp "$packages"/*.whl "$packages"/*.tar.xz "$hello" "$root/packages"
  cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
  [ ! -f /etc/pip.conf ] || cp /etc/pip.conf "$root/etc/"
  [ -z "${PIP_CERT:-}" ] || cp "$PIP_CERT" "$root/etc/ssl/pip.pem"
}

try_wheel() {
  say "$1: the wheel, beside pyopencl's"
  in_root python3 -m venv /venv
  # shellcheck disable=SC2016
  in_root bash -c '/venv/bin/pip install -q /packages/*.whl pyopencl'
  OFFLINE=1 in_root /venv/bin/python -m heddle
  OFFLINE=1 in_root /venv/bin/python -c '
import pyopencl as cl, numpy as np
platforms = [platform.name for platform in cl.get_platforms()]
assert platforms == ["Heddle"], platforms
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
numbers = np.arange(1000, dtype=np.float32)
buffer = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR | cl.mem_flags.READ_WRITE, hostbuf=numbers)
cl.Program(context, "kernel void twice(global float* x) { x[get_global_id(0)] *= 2; }").build().twice(queue, numbers.shape, None, buffer)
result = np.empty_like(numbers)
cl.enqueue_copy(queue, result, buffer)
assert (result == 2 * numbers).all()
print("pyopencl: right")'
  # shellcheck disable=SC2016
  as_user bash -c '/venv/bin/python -m heddle && eval "$(/venv/bin/python -m heddle env)" && clinfo -l && /packages/hello && /venv/bin/heddle-check /packages/hello'
}

# as_user COMMAND...: in the root, as one who may write nowhere but at home, without a network.
as_user() {
  in_root install -d -o 1000 -g 1000 /home/someone
  OFFLINE=1 in_root setpriv --reuid 1000 --regid 1000 --clear-groups env HOME=/home/someone "$@"
}

try_tar() {
  say "$1: the tar, as a user"
  # shellcheck disable=SC2016
  as_user bash -c 'cd /home/someone && tar xf /packages/*.tar.xz && cd heddle-* && . ./env.sh && clinfo -l && /packages/hello && heddle-check /packages/hello'
}

# apt COMMAND...: with its output only if it fails.
apt() { in_root apt-get -q -y --no-install-recommends "$@" >"$work/apt.log" 2>&1 || { tail -n 30 "$work/apt.log"; return 1; }; }

# deb_of RELEASE PACKAGE: only what the release can have; the version names the release.
deb_of() {
  if [ "$1" = sid ]; then find "$packages" -maxdepth 1 -name "$2_*.deb" ! -name '*~deb*'
  else find "$packages" -maxdepth 1 -name "$2_*~${number[$1]}u*.deb"; fi
}

# archive DEB: makes an apt archive in the root, of this package and of its version before, of which the number is printed.
archive() {
  local before folder=$root/archive
  mkdir "$folder"
  before=$(find "$packages/before" -name "$(basename "$1" | sed -E 's/_[^_~]*/_*/')" 2>/dev/null | head -n 1) || true
  if [ -z "$before" ]; then
    before=$work/before.deb
    dpkg-deb -R "$1" "$work/before"
    sed -i -E 's/^(Version: )[^~]*/\10.1-1/' "$work/before/DEBIAN/control"
    dpkg-deb -Zgzip -z1 -b "$work/before" "$before" >/dev/null
    rm -r "$work/before"
  fi
  cp "$1" "$folder"
  cp "$before" "$folder/before.deb"
  (cd "$folder" && dpkg-scanpackages -m . 2>/dev/null >Packages)
  echo 'deb [trusted=yes] file:/archive ./' >"$root/etc/apt/sources.list.d/archive.list"
  dpkg-deb -f "$before" Version
}

# version NUMBER: that this version of the driver is installed, and works.
version() {
  # shellcheck disable=SC2016
  [ "$(in_root dpkg-query -W -f '${Version}' heddle-opencl-icd)" = "$1" ] || { echo "$1 is not installed"; return 1; }
  as_user /packages/hello
}

try_deb() {
  local deb before new
  deb=$(deb_of "$1" heddle-opencl-icd)
  [ -n "$deb" ] || { say "$1: no .deb of this release was made here"; return 0; }
  new=$(dpkg-deb -f "$deb" Version)
  before=$(archive "$deb")
  apt update
  say "$1: heddle-opencl-icd $before, upgraded to $new, and back"
  apt install "heddle-opencl-icd=$before"
  version "$before"
  apt install --only-upgrade heddle-opencl-icd
  version "$new"
  apt install --allow-downgrades "heddle-opencl-icd=$before"
  version "$before"
  apt purge heddle-opencl-icd
  say "$1: $(basename "$deb")"
  apt install heddle-opencl-icd
  version "$new"
  OFFLINE=1 in_root bash -c 'clinfo -l && /packages/hello'
  # The wheel's self-test, on this driver: here the translator is the release's own.
  OFFLINE=1 in_root /venv/bin/python -c '
import sys
from heddle.__main__ import Driver, SelfTest
test = SelfTest(Driver(sys.argv[1]))
test.source()
test.module()
print("SPIR-V: right")' "$(cat "$root/etc/OpenCL/vendors/heddle.icd")"
  in_root bash -c 'dpkg -r heddle-opencl-icd >/dev/null && [ -f /etc/OpenCL/vendors/heddle.icd ] && dpkg -P heddle-opencl-icd >/dev/null 2>&1'
  try_headers "$1"
  in_root bash -c '! find /etc /usr /var -path "*heddle*" ! -path "/var/log/*" ! -path "/var/cache/*" | grep .'
}

# The headers need no driver, but those of OpenCL.
try_headers() {
  local deb
  deb=$(deb_of "$1" heddle-opencl-dev)
  say "$1: $(basename "$deb")"
  cp "$deb" "$root/packages"
  apt install "/packages/$(basename "$deb")"
  in_root bash -c '[ -f /usr/include/CL/cl_heddle.h ] && [ -f /usr/include/CL/cl_heddle_version.h ] && [ -f /usr/include/CL/cl.h ]'
  in_root bash -c 'dpkg -P heddle-opencl-dev >/dev/null'
}

for release in "${releases[@]}"; do
  root=$work/$release
  say "$release: a fresh root"
  make_root "$release"
  in_root bash -c 'ldd --version | head -n 1; python3 --version'
  try_wheel "$release"
  try_tar "$release"
  try_deb "$release"
  rm -rf --one-file-system "$root"
done
say "All packages work in: ${releases[*]}"
