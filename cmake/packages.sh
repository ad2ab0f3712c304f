# SPDX-License-Identifier: Apache-2.0
# The packages of cmake/packages.txt, installed where they are missing. A part of `heddle`, which defines say and fail.

# The tests of the table's second column: commands, a header, files of an LLVM and of Clang 22.
have() {
  local command
  for command; do command -v "$command" >/dev/null || return 1; done
}
header() { echo "#include <$1>" | c++ -E -x c++ - >/dev/null 2>&1; }
in_llvm() { have "llvm-config-$1" && [ -e "$("llvm-config-$1" "--$2")/$3" ]; }
in_clang() { have clang-22 && compgen -G "$(clang-22 --print-runtime-dir)/$1*" >/dev/null; }

# Has apt a package of this name to install?
available() { [[ $(apt-cache policy "$1" 2>/dev/null) == *$'\n'"  Candidate: "[0-9]* ]]; }

# The number of the SPIR-V translator: of the one that CMake would find, or of the newest that there is a package of.
translator_version() {
  local version
  version=$(pkg-config --modversion LLVMSPIRVLib 2>/dev/null) && { echo "${version%%.*}"; return; }
  for version in {22..15}; do
    available "libllvmspirvlib-$version-dev" && { echo "$version"; return; }
  done
  echo 22
}

# What is not there, into three lists: the packages that apt has (`missing`), names that it has not (`unknown`) and
# what the table says of these (`unknown_text`).
find_missing() {
  local version names probe text name
  version=$(translator_version)
  missing=() unknown=() unknown_text=()
  while IFS='|' read -r names probe text; do
    names=${names// /}
    eval "$probe" >/dev/null 2>&1 && continue
    for name in ${names//,/ }; do
      if available "$name"; then
        [[ " ${missing[*]} " == *" $name "* ]] || missing+=("$name")
        continue 2
      fi
    done
    unknown+=("$names")
    unknown_text+=("  ${names//,/ or }:$text")
  done < <(sed -e '/^#/d' -e "s/@/$version/g" cmake/packages.txt)
}

# Ends with the list of what apt cannot install, as another distribution has other packages.
fail_unknown() {
  local system
  system=$(. /etc/os-release 2>/dev/null && echo "${PRETTY_NAME:-}") || true
  {
    echo "heddle: ${system:-this system} lacks what follows, and has no packages of these names."
    echo "Debian has them in its releases 12, 13 and unstable; beside each name stands what provides it elsewhere."
    printf '%s\n' "${unknown_text[@]}"
    [ ${#missing[@]} -eq 0 ] || echo "These are missing too, and apt has them: ${missing[*]}"
  } >&2
  exit 1
}

install_packages() {
  say "Looking for missing packages"
  find_missing
  [ $((${#missing[@]} + ${#unknown[@]})) -gt 0 ] || return 0
  have apt-get apt-cache || fail_unknown
  [ -z "${HEDDLE_NO_APT:-}" ] || fail "these packages are missing: ${missing[*]} ${unknown[*]}"

  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    have sudo || fail "packages are missing; run as root, or install sudo: ${missing[*]} ${unknown[*]}"
    sudo -n true 2>/dev/null || sudo -v || fail "sudo was refused" # the password before lines of progress
    sudo=(sudo)
  fi
  local apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0)
  say "Asking apt for packages"
  mkdir -p build
  patient "apt-get update" build/apt.log "${apt[@]}" update || { cat build/apt.log >&2; fail "apt-get update failed"; }
  find_missing # once more: a fresh system has no lists of packages before
  [ ${#unknown[@]} -eq 0 ] || fail_unknown
  say "Installing ${#missing[@]} packages: ${missing[*]}"
  patient "apt-get install" build/apt.log "${apt[@]}" install --no-install-recommends "${missing[@]}" ||
    { tail -n 40 build/apt.log >&2; fail "apt-get install failed"; }
  find_missing
  [ $((${#missing[@]} + ${#unknown[@]})) -eq 0 ] ||
    fail "still missing after all packages were installed: ${missing[*]} ${unknown[*]}"
}

# Prints the folder of Khronos's loader, where the release has a package of it. It excludes the loader that the build links
# with: it is unpacked, not installed.
second_loader() {
  local name=khronos-opencl-icd-libopencl1 folder=build/second-loader library
  if ! have apt-get apt-cache dpkg-deb || ! available "$name"; then return 0; fi
  if [ ! -d $folder ]; then
    rm -rf $folder.new
    mkdir -p $folder.new
    if ! (cd $folder.new && apt-get -q download $name && dpkg-deb -x ./*.deb .) >build/apt.log 2>&1; then
      cat build/apt.log >&2
      say "The package $name cannot be fetched: the api tests run through one loader only" >&2
      return 0
    fi
    mv $folder.new $folder
  fi
  library=$(find "$PWD/$folder" -name libOpenCL.so.1)
  [ -n "$library" ] || fail "the package $name has no libOpenCL.so.1"
  dirname "$library"
}
