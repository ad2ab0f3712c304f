# SPDX-License-Identifier: Apache-2.0
# . env.sh: every OpenCL program of this shell finds Heddle, and no other driver. Only bash and zsh know where a file
# lies that they read: in others, go to its folder first.
if [ -n "${BASH_VERSION:-}" ]; then
  eval 'heddle_folder=${BASH_SOURCE[0]}'
elif [ -n "${ZSH_VERSION:-}" ]; then
  eval 'heddle_folder=${(%):-%x}'
else
  heddle_folder=./env.sh
fi
heddle_folder=$(cd "$(dirname "$heddle_folder")" && pwd)
if [ -f "$heddle_folder/heddle/lib/libheddle.so" ]; then
  export OCL_ICD_VENDORS="$heddle_folder/heddle/lib/libheddle.so"
  export OCL_ICD_FILENAMES="$OCL_ICD_VENDORS"
  export PATH="$heddle_folder/bin:$PATH" # heddle-check
else
  echo "env.sh: go to its folder first, or use bash" >&2
fi
unset heddle_folder
