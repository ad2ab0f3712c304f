#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# linked_packages.sh FOLDER: Debian's packages of which something is in the libraries of a folder, one a line.
set -euo pipefail
folder=$1
owner() { dpkg-query -S "$1" 2>/dev/null | head -n 1 | cut -d: -f1; }
of_file() { owner "$(realpath "$1")" || owner "${1#/usr}"; }
{
  # Linked in from archives and headers.
  echo llvm-22-dev libclang-22-dev libxxhash-dev spirv-tools zlib1g-dev libzstd-dev | tr ' ' '\n'
  of_file "$(g++ -print-file-name=libstdc++.a)"
  of_file "$(readelf -d "$folder/heddle-spirv" | sed -nE 's/.*\[(libLLVM-?[0-9.so]+.*)\].*/\1/p' | head -n 1 |
    sed -E 's|libLLVM-?([0-9]+).*|/usr/lib/llvm-\1/lib/libLLVMSupport.a|')"
  # Beside them.
  for name in libLLVMSPIRVLib libhwloc libudev; do
    of_file "$(ldconfig -p | sed -nE "s|.*$name\.so\.[0-9]+ .*x86-64.* => ||p" | head -n 1)"
  done
} | sort -u
