#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# recipes.sh HELLO PACKAGES [rpm|arch|conda|action ...]: builds packages by the recipes in packaging/, each with its own tool, and runs programs
# on what comes out: hello (of examples/), and beside.py, where the recipe takes the shared LLVM. PACKAGES has the wheel and the tar of
# `./heddle package`. Debian has the tools in rpm, makepkg, pacman-package-manager and libarchive-tools. As root, since makepkg refuses root and is
# run as another user. rpm and arch compile everything, which takes minutes.
#
# HEDDLE_BUILT=FOLDER: a copy of build/release, which is mounted in its place and reconfigured, so that little is compiled. rpmbuild and makepkg
# then leave out unpacking only (--build-in-place, --noextract).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
hello=$(realpath "$1") packages=$(realpath "$2")
shift 2
kinds=("$@")
[ $# -gt 0 ] || kinds=(rpm arch conda action)
work=$root/build/recipes
version=$(sed -nE 's/^#define CL_HEDDLE_VERSION_(MAJOR|MINOR|PATCH) //p' "$root/include/CL/cl_heddle_version.h" | paste -sd.)
source=heddle_opencl-$version
user=nobody

say() { printf '== %s\n' "$*"; }

# archive FOLDER: the source as `pip` archives it.
archive() { PYTHONPATH=$root/packaging python3 -B -c 'import backend, sys; backend.build_sdist(sys.argv[1])' "$1"; }

# in_tree COMMAND...: in the checkout, with HEDDLE_BUILT in place of build/release.
in_tree() {
  if [ -z "${HEDDLE_BUILT:-}" ]; then "$@"; return; fi
  # shellcheck disable=SC2016
  unshare -m bash -c 'mount --bind "$1" "$2/build/release" && cd "$2" && shift 2 && exec "$@"' in_tree "$(realpath "$HEDDLE_BUILT")" "$root" "$@"
}

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
  rm -rf "$top"
  mkdir -p "$top/SOURCES" "$top/unpacked"
  archive "$top/SOURCES"
  rpmspec -q --qf '%{name} %{version}\n' --define "_topdir $top" "$root/packaging/rpm/heddle.spec"
  # Debian's rpm knows no packages of Fedora's names.
  in_tree rpmbuild -ba ${HEDDLE_BUILT:+--build-in-place} --nodeps --define "_topdir $top" --define "_smp_mflags -j${HEDDLE_JOBS:-$(nproc)}" \
    "$root/packaging/rpm/heddle.spec" >"$work/rpm.log" 2>&1 || { tail -n 30 "$work/rpm.log"; return 1; }
  for package in "$top"/RPMS/*/*.rpm; do
    say "$(basename "$package") needs: $(rpm -qp --requires "$package" | grep -v '^rpmlib' | tr '\n' ' ')"
    rpm2archive "$package"
    tar -xf "$package.tgz" -C "$top/unpacked"
  done
  try "$top/unpacked" "$(rpm --eval '%{_libdir}')"
}

build_arch() {
  local top=$work/arch package
  rm -rf "$top"
  mkdir -p "$top/unpacked" "$top/src"
  archive "$top"
  cp "$root/packaging/arch/PKGBUILD" "$top"
  if [ -n "${HEDDLE_BUILT:-}" ]; then
    ln -s "$root" "$top/src/$source"
    chown -R "$user" "$HEDDLE_BUILT"
  fi
  chown -R "$user" "$top"
  # shellcheck disable=SC2016
  in_tree setpriv --reuid "$user" --regid nogroup --clear-groups env -C "$top" SHELLOPTS=physical HOME="$top" CCACHE_DIR="$top/ccache" MAKEFLAGS="-j${HEDDLE_JOBS:-$(nproc)}" \
    makepkg --nodeps --noconfirm ${HEDDLE_BUILT:+--noextract} >"$work/arch.log" 2>&1 || { tail -n 30 "$work/arch.log"; return 1; }
  package=$(find "$top" -maxdepth 1 -name '*.pkg.tar*')
  tar -xf "$package" -C "$top/unpacked"
  say "$(basename "$package"): $(grep -E '^(size|depend) ' "$top/unpacked/.PKGINFO" | sed 's/.*= //' | tr '\n' ' ')"
  try "$top/unpacked" /usr/lib
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

mkdir -p "$work"
for kind in "${kinds[@]}"; do
  say "$kind"
  "build_$kind"
done
say "All recipes work: ${kinds[*]}"
