#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check.sh BUILD FOLDER HELLO IL_TEST CC HEADER_TEST: makes the .debs and the wheel, unpacks those and installs this in a fresh venv, and
# runs programs on them. One is compiled with the headers of the .deb that has them. Ends with 77 where PyPI, which has the tools for the wheel, cannot be reached.
set -euo pipefail
build=$1 folder=$2 hello=$3 il_test=$4 cc=$5 header_test=$6
packaging=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../packaging" && pwd)
export HEDDLE_CACHE=off
rm -rf "$folder"
mkdir -p "$folder"

# checker PROGRAM: ends as a command, and with 1 if it has a fault.
checker() {
  local code=0
  "$1" sh -c 'exit 5' 2>/dev/null || code=$?
  [ $code = 5 ] || { echo "$1 ended with $code, not as its command"; exit 1; }
  code=0
  "$1" sh -c 'echo "{\"kind\": \"k\", \"kernel\": \"k\"}" >>"$HEDDLE_CHECK_FILE"' 2>/dev/null || code=$?
  [ $code = 1 ] || { echo "$1 did not see a fault"; exit 1; }
}

try() {  # DRIVER: both loaders show it alone
  export OCL_ICD_VENDORS=$1 OCL_ICD_FILENAMES=$1
  "$hello"
  HEDDLE_CACHE=off HEDDLE_COMPILER_PROCESS=always "$hello"
  "$il_test" --gtest_brief=1
}

# The list in a package is checked against what the linker was given, not against the linker's notes, of which it is made.
# listed SBOM FILE...: each of these files of the system is of a source package that the list names.
listed() {
  local file package source
  for file in "${@:2}"; do
    file=$(realpath "$file")
    package=$({ dpkg-query -S "$file" || dpkg-query -S "${file#/usr}"; } 2>/dev/null | head -n 1 | sed 's/: .*//')
    source=$(dpkg-query -W -f '${source:Package}\n' "$package" | head -n 1)
    grep -q "\"name\": \"$source\"" "$1" || { echo "$1 does not list $source, of which $file is"; exit 1; }
  done
}

# The system's archives and libraries on the linker's command lines, and what comes without being named there.
linked() {
  ninja -C "$build" -t commands -s lib/libheddle.so lib/libheddle-compiler.so lib/heddle-compile lib/heddle-check lib/heddle-spirv |
    grep -oE '/usr/[^ ]+\.(a|so[0-9.]*)' | sort -u
  g++ -print-file-name=libstdc++.a
  echo /usr/include/xxhash.h /usr/include/CLI/CLI.hpp /usr/include/nlohmann/json.hpp | tr ' ' '\n'
}

# libraries FOLDER: the system's libraries of the names that its files have or need. auditwheel puts a hash into names.
libraries() {
  {
    find "$1" -name '*.so*' -printf '%f\n'
    find "$1" -type f -exec readelf -dW {} + 2>/dev/null | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p' || true # not all are ELF
  } | sed -E 's/-[0-9a-f]{8}(\.so\.[0-9]+).*/\1/' | sort -u |
    awk 'NR == FNR { wanted[$1]; next } $1 in wanted && /x86-64/ { print $NF }' - <(/sbin/ldconfig -p)
}

# sdist SOURCE OUT: the archive of this source, by the back end that pip calls.
sdist() { PYTHONPATH=$1/packaging python3 -B -c 'import backend, sys; print(backend.build_sdist(sys.argv[1]))' "$2"; }

# The archive is whole, and needs no git: an archive of what is in it has the same bytes.
mkdir "$folder/sdist" "$folder/unpacked"
archive=$(sdist "$(dirname "$packaging")" "$folder/sdist")
tar -C "$folder/unpacked" -xf "$folder/sdist/$archive"
(cd "$folder/unpacked" && sdist "$PWD/${archive%.tar.gz}" "$PWD")
cmp "$folder/sdist/$archive" "$folder/unpacked/$archive"
if git -C "$packaging" rev-parse >/dev/null 2>&1; then
  diff <(git -C "$(dirname "$packaging")" ls-files | sort) <(cd "$folder/unpacked/${archive%.tar.gz}" && find . -type f ! -name PKG-INFO -printf '%P\n' | sort)
fi

HEDDLE_DEB_COMPRESSION=gzip "$packaging/package.sh" "$build" "$folder" deb
dpkg-deb -x "$folder"/heddle-opencl-icd_*.deb "$folder/deb"
dpkg-deb -x "$folder"/heddle-opencl-dev_*.deb "$folder/dev"
HEDDLE_DEB_COMPRESSION=gzip "$packaging/package.sh" "$build" "$folder/again" deb
for deb in "$folder"/*.deb; do cmp "$deb" "$folder/again/$(basename "$deb")"; done # the same source, the same bytes
icd=$(cat "$folder/deb/etc/OpenCL/vendors/heddle.icd")
[ -f "$folder/deb$icd" ] || { echo "heddle.icd names $icd, which the package does not have"; exit 1; }
try "$folder/deb$icd"
checker "$folder/deb/usr/bin/heddle-check"
[ -f "$folder"/deb/usr/share/gdb/auto-load"$icd"-gdb.py ] || { echo "gdb would not find our command"; exit 1; }
"$cc" -std=c99 -DCL_TARGET_OPENCL_VERSION=220 -I"$folder/dev/usr/include" "$header_test" -lOpenCL -o "$folder/header_test"
"$folder/header_test"
both=$( (cd "$folder/deb" && find . ! -type d; cd "$folder/dev" && find . ! -type d) | sort | uniq -d)
[ -z "$both" ] || { echo "both packages have $both"; exit 1; }
mapfile -t linked < <(linked)
mapfile -t shared < <(libraries "$folder/deb")
if [ ${#linked[@]} -lt 50 ] || [ ${#shared[@]} -lt 6 ]; then echo "what is linked cannot be seen"; exit 1; fi
listed "$folder/deb/usr/share/doc/heddle-opencl-icd/heddle.spdx.json" "${linked[@]}" "${shared[@]}"

if [ "$(getconf GNU_LIBC_VERSION)" != "glibc 2.36" ]; then
  echo "The wheel is made on Debian 12"
  exit 0
fi
# As pip makes it of the source archive, but for the build, which is there.
source=$folder/unpacked/${archive%.tar.gz}
printf '#!/bin/sh\nexec packaging/package.sh "%s" build/packages wheel\n' "$build" >"$source/heddle"
python3 -m venv "$folder/pip"
"$folder/pip/bin/python" -m pip wheel -v --disable-pip-version-check --no-deps -w "$folder" "$source" >"$folder/pip.log" 2>&1 || {
  tail -n 40 "$folder/pip.log"
  ! grep -q 'SKIP: ' "$folder/pip.log" || exit 77
  exit 1
}
case $(basename "$folder"/*.whl) in
  *-py3-none-manylinux_2_34_x86_64.whl) ;;
  *) echo "the wheel asks for another system: $(basename "$folder"/*.whl)"; exit 1 ;;
esac
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install -q --disable-pip-version-check --no-index --no-deps "$folder"/*.whl
site=$(echo "$folder"/venv/lib/python3*/site-packages)
mapfile -t shared < <(libraries "$site/heddle"; libraries "$site/heddle_opencl.libs")
[ ${#shared[@]} -ge 9 ] || { echo "what the wheel has cannot be seen"; exit 1; }
listed "$(echo "$site"/heddle_opencl-*.dist-info/sboms/heddle.spdx.json)" "${linked[@]}" "${shared[@]}"
unset OCL_ICD_VENDORS OCL_ICD_FILENAMES
"$folder/venv/bin/python" -m heddle
eval "$("$folder/venv/bin/python" -m heddle env)"
try "$OCL_ICD_VENDORS"
checker "$folder/venv/bin/heddle-check"
[ -f "$site/heddle/lib/heddle-gdb.py" ] || { echo "the wheel lacks our command of gdb"; exit 1; }
rm -rf "$folder"
