#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# recipes.sh HELLO PACKAGES [rpm|arch|conda|action ...]: builds packages by the recipes in packaging/, each whole from the source archive with its
# own tool, installs them, and runs programs on what comes out: hello (of examples/), and beside.py, where the recipe takes the shared LLVM.
# PACKAGES has the wheel and the tar of `./heddle package`, for conda and action. Debian has the tools in rpm, makepkg,
# pacman-package-manager, libarchive-tools and mmdebstrap. As root, since makepkg refuses root and is run as another user. rpm and arch compile
# everything, which takes minutes; with ccache a second run takes the first one's objects.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
hello=$(realpath "$1") packages=$(realpath "$2")
shift 2
kinds=("$@")
[ $# -gt 0 ] || kinds=(rpm arch conda action)
work=$root/build/recipes
fresh=$work/root # the root that packages are installed in
tree=$work/tree # where rpm and arch unpack and compile
jobs=${HEDDLE_JOBS:-$(nproc)}
version=$(sed -nE 's/^#define CL_HEDDLE_VERSION_(MAJOR|MINOR|PATCH) //p' "$root/include/CL/cl_heddle_version.h" | paste -sd.)
user=nobody

say() { printf '== %s\n' "$*"; }

# archive FOLDER: the source as `pip` archives it.
archive() { PYTHONPATH=$root/packaging python3 -B -c 'import backend, sys; backend.build_sdist(sys.argv[1])' "$1"; }

# in_root COMMAND...: in a fresh root of this release of Debian with what the packages need, and without a network.
in_root() {
  # shellcheck disable=SC2016
  unshare -mn bash -c '
    root=$1; shift
    mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"; mount -t sysfs sys "$root/sys"
    exec chroot "$root" env -i HOME=/root PATH=/usr/bin:/bin HEDDLE_CACHE=off "$@"' in_root "$fresh" "$@"
}

make_root() {
  [ ! -e "$fresh/hello" ] || return 0
  mmdebstrap -q --variant=apt --aptopt='Acquire::Check-Valid-Until "false"' --include=clinfo,ocl-icd-libopencl1,libhwloc15,"$(of_debian)" \
    "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$fresh"
  cp "$hello" "$fresh/hello"
}

# The packages of Debian that have the shared libraries of LLVM and of the translator.
of_debian() {
  find "$work"/*/unpacked -path '*/heddle/*' -type f -exec ldd {} + 2>/dev/null | sed -nE 's/.*=> (.*(LLVM|clang)[^ ]*) .*/\1/p' | sort -u |
    xargs realpath | xargs dpkg -S | sed 's/:.*//' | sort -u | paste -sd,
}

# try_installed: the loader finds the driver by itself, programs run, and so does heddle-check.
try_installed() {
  [ "$(in_root clinfo -l | grep -c '^Platform')" = 1 ] || { echo "clinfo does not show one platform"; in_root clinfo -l; return 1; }
  in_root clinfo -l
  in_root /hello
  in_root heddle-check /hello
}

# nothing_left: of a package that was removed.
nothing_left() { ! find "$fresh/usr" "$fresh/etc" -path '*heddle*' | grep . || { echo "these were left"; return 1; }; }

# try ROOT LIBRARIES: the driver of an unpacked package, whose .icd file names where it will be.
try() {
  local icd=$1/etc/OpenCL/vendors/heddle.icd library=$1$2/heddle/libheddle.so
  [ "$(cat "$icd")" = "$2/heddle/libheddle.so" ] || { echo "$icd names $(cat "$icd")"; return 1; }
  [ -f "$1/usr/include/CL/cl_heddle.h" ] || { echo "the headers are missing"; return 1; }
  if find "$1" -path '*lintian*' -o -name '*.a' | grep .; then echo "these are not for this package"; return 1; fi
  ldd "$1$2/heddle/libheddle-compiler.so" | grep -q libLLVM || { echo "LLVM is not shared"; return 1; }
  HEDDLE_CACHE=off OCL_ICD_VENDORS=$library OCL_ICD_FILENAMES=$library "$hello"
  HEDDLE_CACHE=off HEDDLE_COMPILER_PROCESS=always OCL_ICD_VENDORS=$library OCL_ICD_FILENAMES=$library "$hello"
  python3 -B "$here/beside.py" "$library"
  du -sh "$1$2/heddle"
}

build_rpm() {
  local top=$work/rpm package
  rm -rf "$top" "$tree"
  mkdir -p "$top/SOURCES" "$top/unpacked" "$tree/heddle/src"
  archive "$top/SOURCES"
  rpmspec -q --qf '%{name} %{version}\n' --define "_topdir $top" "$root/packaging/rpm/heddle.spec"
  # Debian's rpm knows no packages of Fedora's names.
  rpmbuild -ba --nodeps --define "_topdir $top" --define "_builddir $tree/heddle/src" --define "_smp_mflags -j$jobs" "$root/packaging/rpm/heddle.spec" >"$work/rpm.log" 2>&1 ||
    { tail -n 30 "$work/rpm.log"; return 1; }
  for package in "$top"/RPMS/*/*.rpm; do
    say "$(basename "$package") needs: $(rpm -qp --requires "$package" | grep -v '^rpmlib' | tr '\n' ' ')"
    rpm2archive "$package"
    tar -xf "$package.tgz" -C "$top/unpacked"
  done
  try "$top/unpacked" "$(rpm --eval '%{_libdir}')"
  make_root
  rpm --root "$fresh" -i --nodeps "$top"/RPMS/*/*.rpm
  try_installed
  rpm --root "$fresh" -e --nodeps heddle heddle-devel
  nothing_left
}

build_arch() {
  local top=$work/arch package
  rm -rf "$top" "$tree"
  mkdir -p "$top/unpacked" "$tree"
  archive "$top"
  cp "$root/packaging/arch/PKGBUILD" "$top"
  chown -R "$user" "$top" "$tree" "$CCACHE_DIR"
  setpriv --reuid "$user" --regid nogroup --clear-groups env -C "$top" HOME="$top" BUILDDIR="$tree" MAKEFLAGS="-j$jobs" \
    makepkg --nodeps --noconfirm >"$work/arch.log" 2>&1 || { tail -n 30 "$work/arch.log"; return 1; }
  package=$(find "$top" -maxdepth 1 -name '*.pkg.tar*')
  tar -xf "$package" -C "$top/unpacked"
  say "$(basename "$package"): $(grep -E '^(size|depend) ' "$top/unpacked/.PKGINFO" | sed 's/.*= //' | tr '\n' ' ')"
  try "$top/unpacked" /usr/lib
  make_root
  mkdir -p "$fresh/var/lib/pacman"
  pacman --root "$fresh" --noconfirm -Udd "$package"
  try_installed
  pacman --root "$fresh" --noconfirm -Rddn heddle
  nothing_left
}

tools() {
  [ -x "$work/venv/bin/python" ] || python3 -m venv "$work/venv"
  "$work/venv/bin/python" -m pip install -q --disable-pip-version-check "$1"
}

build_conda() {
  tools py-rattler-build==0.73.0
  "$work/venv/bin/python" -B "$here/conda.py" "$root/packaging/conda/recipe.yaml" "$packages/heddle-$version-linux-x86_64.tar.xz" "$work/conda" "$hello"
}

build_action() {
  tools pyyaml
  "$work/venv/bin/python" -B "$here/action.py" "$root/packaging/action/action.yml" package="$(echo "$packages"/heddle_opencl-*.whl)" -- "$hello"
}

export CCACHE_DIR=$work/ccache
mkdir -p "$CCACHE_DIR"
rm -rf --one-file-system "$fresh"
for kind in "${kinds[@]}"; do
  say "$kind"
  "build_$kind"
done
say "All recipes work: ${kinds[*]}"
