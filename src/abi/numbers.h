/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers that compiled kernels, the compiler, the built-ins and the runtime rely on. Macros alone:
   C++, C and OpenCL C include this. Any change raises HD_ABI_VERSION (kernel_abi.h). */
#ifndef HEDDLE_ABI_NUMBERS_H
#define HEDDLE_ABI_NUMBERS_H

/* The alignment of the largest type, long16: of local memory and each local argument in it, of a
   group's context and of both terms of its size, of the block of program-scope variables, of memory
   objects, of a pipe's packets, and of printf's arguments. */
#define HD_MAX_TYPE_ALIGN 128u
#define HD_ARGUMENTS_ALIGN 16u     /* of a kernel's packed arguments */
#define HD_GROUP_SCRATCH_BYTES 16u /* of group scratch for each work-item, and its alignment */
#define HD_MAX_GROUP_SIZE 4096u    /* work-items of a work-group */
#define HD_MAX_LANES 1024u         /* of a vector, and rows of a tile */
/* Ids end below this in a variant without wide_ids, those of the lanes after the last work-item
   included. */
#define HD_NARROW_IDS_END (1ul << 31)
/* Memory objects of such a variant are smaller than 2^32 bytes less this margin, and so are the
   distances between the lanes of a vector that are taken for neighbours. */
#define HD_WRAP_MARGIN (1ul << 28)
/* Compiled code loads vectors of which only some lanes lie in an image, or in a worker's memory. So
   many bytes around those are mapped: a page that is not there costs hundreds of cycles, even where
   the mask leaves it out. */
#define HD_OVERREAD_BYTES 128u
#define HD_PAGE_BYTES 4096u        /* no page is smaller */
#define HD_NAMED_BARRIER_BYTES 16u /* in local memory */

/* A sampler (§5.7) is a value of 64 bits. The low 32 are those of OpenCL C's sampler literals
   (CLK_NORMALIZED_COORDS_TRUE = 1, CLK_ADDRESS_* in bits 1 to 3, CLK_FILTER_NEAREST = 0x10,
   CLK_FILTER_LINEAR = 0x20); above them what only clCreateSampler can say ([EX29]): */
#define HD_SAMPLER_MIP_LINEAR (1ul << 32) /* CL_SAMPLER_MIP_FILTER_MODE is linear */
#define HD_SAMPLER_HAS_LOD (1ul << 33)    /* the limits below hold; else 0 and MAXFLOAT */
#define HD_SAMPLER_LOD_MIN_SHIFT 34       /* 15 bits: a half without its sign */
#define HD_SAMPLER_LOD_MAX_SHIFT 49       /* 15 bits: a half without its sign */

/* The properties of a block's kernel (hd_services.block_info). */
#define HD_BLOCK_WORK_GROUP_SIZE 0u
#define HD_BLOCK_PREFERRED_MULTIPLE 1u
#define HD_BLOCK_MAX_SUB_GROUP_SIZE 2u /* for `range` */
#define HD_BLOCK_SUB_GROUP_COUNT 3u    /* for `range` */
#define HD_BLOCK_MAX_SUB_GROUPS 4u
#define HD_BLOCK_LOCAL_SIZE 5u /* for the sub-groups that are the first global size of `range` */

/* The reasons of a failed launch (hd_services.fail). */
#define HD_FAILURE_MEMORY 1u        /* a worker has no memory for groups */
#define HD_FAILURE_NAMED_BARRIER 2u /* it waits for more sub-groups than there are, or for none */
#define HD_FAILURE_TIME 3u          /* the launch has run for too long */

#endif
