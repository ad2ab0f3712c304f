// SPDX-License-Identifier: Apache-2.0
// Barriers of some of a group's sub-groups (named_barrier.cl), which have a size that is asked for.
// dims: 1 2
// per_item: 4
// local: 4
// needs: cl_khr_subgroups cl_khr_subgroup_named_barrier
#define kernel __attribute__((intel_reqd_sub_group_size(16))) __kernel
#include "sub_group/named_barrier.cl"
