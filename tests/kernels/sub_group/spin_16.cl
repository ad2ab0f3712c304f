// SPDX-License-Identifier: Apache-2.0
// Sub-groups that wait for each other (spin.cl), at a size that is asked for.
// dims: 1 2
// per_item: 4
// local: 64
// needs: cl_khr_subgroups
#define kernel __attribute__((intel_reqd_sub_group_size(16))) __kernel
#include "sub_group/spin.cl"
