# SPDX-License-Identifier: Apache-2.0
# . env.sh: every OpenCL program of this shell finds Heddle, and no other driver.
heddle_folder=$(cd "$(dirname "${BASH_SOURCE[0]:-$0}")" && pwd)
export OCL_ICD_VENDORS="$heddle_folder/heddle/lib/libheddle.so"
export OCL_ICD_FILENAMES="$OCL_ICD_VENDORS"
unset heddle_folder
