/* SPDX-License-Identifier: Apache-2.0 */
/* The facts that a variant of a kernel assumes of one argument: the format of an image, a sampler,
   a stride. Equal bytes are equal facts. A variant without facts assumes of pointers that their
   objects do not overlap (KernelRecord::assumes_apart). */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hd_facts_kind {
  HD_FACTS_NOTHING = 0,
  HD_FACTS_IMAGE = 1,
  HD_FACTS_SAMPLER = 2,
  HD_FACTS_OVERLAPS = 3, /* a pointer to memory that another argument may point to as well */
  HD_FACTS_INTEGER = 4   /* a stride (ArgRecord::is_stride) from -1 to 4 */
} hd_facts_kind;

typedef struct hd_argument_facts {
  uint32_t kind;
  /* An image: of its hd_image. */
  uint32_t channel_order, channel_data_type, element_size;
  uint32_t is_near; /* its elements, gaps of the pitches included, can be numbered in 31 bits */
  uint32_t reserved;
  uint64_t value; /* A sampler (kernel_abi.h); an integer, sign-extended. */
} hd_argument_facts;

#ifdef __cplusplus
} /* extern "C" */
#endif
