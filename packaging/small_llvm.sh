#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# small_llvm.sh HELPER FOLDER NOTES SOURCE...: puts the shared libraries that heddle-spirv needs into FOLDER, and what
# archives they are made of into the folder NOTES, for sbom.py.
# The translator's LLVM, a hundred megabytes with what it drags in, and the C++ runtime are linked anew from the distribution's
# archives with nothing but what the translator calls: eight megabytes and one, which need glibc 2.34 only. The sources
# stand in for functions of libraries that are not worth having.
set -euo pipefail
helper=$1 folder=$2 notes=$3
sources=("${@:4}")
mkdir -p "$folder" "$notes"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The library that the helper finds under this name.
found() { ldd "$helper" | sed -nE "s|.*$1[^ ]* => ([^ ]+) .*|\1|p"; }

# link_anew SONAME VERSIONS ARCHIVES USER...: exports the symbols of these versions that the users ask for.
link_anew() {
  local soname=$1 versions=$2 archives=$3 tag
  nm -D --undefined-only "${@:4}" | sed -nE "s/.* ([^ @]+)@($versions.*)/\2 \1/p" | sort -u >"$work/symbols"
  for tag in $(cut -d' ' -f1 "$work/symbols" | sort -Vu); do
    echo "$tag { global:"
    sed -nE "s/^$tag (.*)/    \1;/p" "$work/symbols"
    echo "};"
  done >"$work/map"
  echo 'heddle_local { local: *; };' >>"$work/map"
  sed -E 's/.* (.*)/-Wl,-u,\1/' "$work/symbols" >"$work/arguments"
  # shellcheck disable=SC2086 # a list of words
  printf '%s\n' "$work"/*.o -shared -fuse-ld=lld -nostdlib++ -Wl,--gc-sections -Wl,-s -Wl,-z,defs \
    "-Wl,-soname,$soname" "-Wl,--print-archive-stats=$notes/$soname.archives" "-Wl,--version-script=$work/map" \
    -Wl,--start-group $archives -Wl,--end-group >>"$work/arguments"
  clang++-22 @"$work/arguments" -o "$folder/$soname"
}

for source in "${sources[@]}"; do
  clang-22 -c -O2 -fPIC "$source" -o "$work/$(basename "$source").o"
done
translator=$(found libLLVMSPIRVLib)
llvm=$(basename "$(found 'libLLVM[-.]')")
version=$(grep -oE '[0-9]+' <<<"$llvm" | head -n 1)
cp -L "$translator" "$folder"
link_anew "$llvm" LLVM_ "$("llvm-config-$version" --libdir)/libLLVM*.a -l:libz.a -l:libzstd.a -lstdc++" "$translator" "$helper"
link_anew libstdc++.so.6 '(GLIBCXX|CXXABI)_' "$(g++ -print-file-name=libstdc++.a)" "$translator" "$helper" "$folder/$llvm"
