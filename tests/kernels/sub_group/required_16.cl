// SPDX-License-Identifier: Apache-2.0
// The functions of sub-groups (functions.cl and others) at a size that is asked for, whatever the machine's vectors are: also without
// optimisation, and where vectors are switched off.
// dims: 1 2
// per_item: 4
// needs: cl_khr_subgroups cl_khr_subgroup_ballot cl_khr_subgroup_shuffle cl_khr_subgroup_clustered_reduce
#define kernel __attribute__((intel_reqd_sub_group_size(16))) __kernel
#include "sub_group/extended.cl"
