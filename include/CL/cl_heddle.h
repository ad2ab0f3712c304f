/* SPDX-License-Identifier: Apache-2.0
 *
 * Heddle's own extensions of OpenCL (docs/extensions.md). Include it after, or instead of, CL/cl.h.
 * Values come from the range that the registry leaves to experiments: they may change with the
 * version of an extension. */
#ifndef CL_HEDDLE_H_
#define CL_HEDDLE_H_

#include <CL/cl.h>
#include <CL/cl_heddle_version.h>

/***************************************************************
 * cl_heddle_kernel_report
 ***************************************************************/
#define cl_heddle_kernel_report 1
#define CL_HEDDLE_KERNEL_REPORT_EXTENSION_NAME "cl_heddle_kernel_report"
#define CL_HEDDLE_KERNEL_REPORT_EXTENSION_VERSION CL_HEDDLE_MAKE_VERSION(1, 0, 0)

/* cl_kernel_work_group_info */
#define CL_KERNEL_REPORT_HEDDLE 0x10E00       /* char[] */
#define CL_KERNEL_VECTOR_WIDTH_HEDDLE 0x10E01 /* cl_uint */

/***************************************************************
 * cl_heddle_memory_placement
 ***************************************************************/
#define cl_heddle_memory_placement 1
#define CL_HEDDLE_MEMORY_PLACEMENT_EXTENSION_NAME "cl_heddle_memory_placement"
#define CL_HEDDLE_MEMORY_PLACEMENT_EXTENSION_VERSION CL_HEDDLE_MAKE_VERSION(1, 0, 0)

/* cl_device_info */
#define CL_DEVICE_NUMA_NODE_HEDDLE 0x10E10 /* cl_int */

/* cl_mem_info */
#define CL_MEM_NUMA_NODE_HEDDLE 0x10E11    /* cl_int */
#define CL_MEM_PLACEMENTS_HEDDLE 0x10E12   /* cl_uint */
#define CL_MEM_PLACED_BYTES_HEDDLE 0x10E13 /* cl_ulong */

#endif /* CL_HEDDLE_H_ */
