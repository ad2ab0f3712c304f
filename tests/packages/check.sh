#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check.sh BUILD FOLDER HELLO IL_TEST: makes the .deb and the wheel, unpacks the one and installs the other in a fresh venv, and
# runs programs on them. Ends with 77 where PyPI, which has the tools for the wheel, cannot be reached.
set -euo pipefail
build=$1 folder=$2 hello=$3 il_test=$4
packaging=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../packaging" && pwd)
export HEDDLE_CACHE=off
rm -rf "$folder"
mkdir -p "$folder"

try() {  # DRIVER: both loaders show it alone
  export OCL_ICD_VENDORS=$1 OCL_ICD_FILENAMES=$1
  "$hello"
  "$il_test" --gtest_brief=1
}

HEDDLE_DEB_COMPRESSION=gzip "$packaging/package.sh" "$build" "$folder" deb
dpkg-deb -x "$folder"/*.deb "$folder/deb"
icd=$(cat "$folder/deb/etc/OpenCL/vendors/heddle.icd")
[ -f "$folder/deb$icd" ] || { echo "heddle.icd names $icd, which the package does not have"; exit 1; }
try "$folder/deb$icd"

if [ "$(getconf GNU_LIBC_VERSION)" != "glibc 2.36" ]; then
  echo "The wheel is made on Debian 12"
  exit 0
fi
"$packaging/package.sh" "$build" "$folder" wheel
case $(basename "$folder"/*.whl) in
  *-py3-none-manylinux_2_34_x86_64.whl) ;;
  *) echo "the wheel asks for another system: $(basename "$folder"/*.whl)"; exit 1 ;;
esac
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install -q --disable-pip-version-check --no-index --no-deps "$folder"/*.whl
unset OCL_ICD_VENDORS OCL_ICD_FILENAMES
"$folder/venv/bin/python" -m heddle
eval "$("$folder/venv/bin/python" -m heddle env)"
try "$OCL_ICD_VENDORS"
rm -rf "$folder"
