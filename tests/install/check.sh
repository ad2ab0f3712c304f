#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check.sh BUILD PREFIX HELLO IL_TEST CC HEADER_TEST: installs to PREFIX, as a user would, and runs programs by what
# the loader finds there: the driver must find its compiler and its reader of SPIR-V beside itself. One is
# compiled with the headers from there.
set -euo pipefail
build=$1 prefix=$2 hello=$3 il_test=$4 cc=$5 header_test=$6

rm -rf "$prefix"
cmake --install "$build" --prefix "$prefix" >/dev/null
icd=$prefix/etc/OpenCL/vendors/heddle.icd
library=$(cat "$icd")
case $library in
  "$prefix"/*) ;;
  *) echo "$icd names $library, which is not below $prefix"; exit 1 ;;
esac

unset OCL_ICD_FILENAMES HEDDLE_COMPILER
export OCL_ICD_VENDORS=$prefix/etc/OpenCL/vendors HEDDLE_CACHE=off
"$hello"
"$il_test" --gtest_brief=1
"$cc" -std=c99 -DCL_TARGET_OPENCL_VERSION=220 -I"$prefix/include" "$header_test" -lOpenCL -o "$prefix/header_test"
"$prefix/header_test"
rm -rf "$prefix"
