/* SPDX-License-Identifier: Apache-2.0 */
/* The border between compiled kernels and the runtime (docs/architecture.md): plain C structs that
   the compiler, the built-ins and devices/cpu agree upon. Any change of layout or meaning raises
   HD_ABI_VERSION, which is part of every cache key and of every program binary. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "abi/numbers.h"

#define HD_ABI_VERSION 7u

#ifdef __cplusplus
extern "C" {
#endif

struct hd_launch;
struct hd_worker;
struct hd_check_site;

/* An ndrange_t of OpenCL C: sizes in work-items; a local size of zero is for the runtime to choose.
 */
typedef struct hd_ndrange {
  uint32_t work_dim;
  size_t global_offset[3];
  size_t global_size[3];
  size_t local_size[3];
} hd_ndrange;

/* The beginning of a block's literal, as Clang makes it: captures follow. */
typedef struct hd_block_literal {
  uint32_t size; /* bytes of the literal, captures included */
  uint32_t align;
  void* invoke;
} hd_block_literal;

/* The functions that compiled code may call. Append only; an entry is never null. */
typedef struct hd_services {
  uint32_t version; /* HD_ABI_VERSION */
  uint32_t reserved;
  /* printf (OpenCL C 2.0 §6.13.13). `format` is NUL-terminated. `args` holds the arguments, each at
     its natural alignment (vectors of three take the room of four), described by `kinds`, one
     NUL-terminated string of two characters an argument: a type letter (c s i l: integers of 8, 16,
     32, 64 bits; f d: float, double; h: half; p: pointer to a string or other pointer) and a width
     (1 2 3 4 8, 'x' for 16). Returns 0, or -1 as printf does. */
  int32_t (*printf)(const struct hd_launch* launch, const char* format, const char* kinds,
                    const unsigned char* args);
  /* Device-side enqueue (OpenCL C 2.0 §6.13.17). Queues and events are handles of the runtime's;
     null is none. `kernel` is the number of the block's kernel in the program, counted from 1.
     `literal` is the block's literal, which is copied. Results of type int32_t are CLK_SUCCESS or
     another of the CLK_* codes. */
  int32_t (*enqueue_kernel)(const struct hd_launch* launch, void* queue, uint32_t flags,
                            const hd_ndrange* range, uint32_t num_events, void* const* wait_list,
                            void** event_ret, uint64_t kernel, const hd_block_literal* literal,
                            uint32_t num_locals, const uint64_t* local_sizes);
  int32_t (*enqueue_marker)(const struct hd_launch* launch, void* queue, uint32_t num_events,
                            void* const* wait_list, void** event_ret);
  void* (*default_queue)(const struct hd_launch* launch);
  void* (*create_user_event)(const struct hd_launch* launch);
  void (*set_user_event_status)(const struct hd_launch* launch, void* event, int32_t status);
  void (*retain_event)(const struct hd_launch* launch, void* event);
  void (*release_event)(const struct hd_launch* launch, void* event);
  /* Writes two numbers to `value`: ns from start to end, and from start to completion. */
  void (*capture_profiling)(const struct hd_launch* launch, void* event, void* value);
  /* Returns the property `what` (HD_BLOCK_...), some of which depend on `range`. */
  uint32_t (*block_info)(const struct hd_launch* launch, uint64_t kernel, uint32_t what,
                         const hd_ndrange* range);
  /* Reports that the launch cannot do what the kernel asks for (HD_FAILURE_...): its command ends
     in an error once its groups have run. */
  void (*fail)(const struct hd_launch* launch, uint32_t why);
  /* Notes that the thread has seen hd_launch.stop in a loop at `site`, which may be null; it ends
     its groups. */
  void (*stopped)(const struct hd_launch* launch, const struct hd_check_site* site);
} hd_services;

/* One NDRange launch; constant while its groups run. Sizes are in work-items, `num_groups` in
   work-groups. Unused dimensions have size 1, offset 0. */
typedef struct hd_launch {
  uint32_t abi_version;
  uint32_t work_dim; /* 1, 2 or 3 */
  size_t global_size[3];
  size_t global_offset[3];
  size_t enqueued_local_size[3]; /* groups at the end of a dimension may be smaller (§3.2.1) */
  size_t num_groups[3];
  const unsigned char* args; /* packed arguments, laid out as the kernel record says */
  unsigned char* globals;    /* the program's block of program-scope variables on this device */
  const hd_services* services;
  const uint32_t* stop; /* polled by the device between ranges of groups: non-zero ends the launch;
                           may be null */
  void* sink;           /* of printf output; for the services only */
  uint32_t streams;     /* not 0: memory that is only written is larger than the caches, and may be
                           stored past them */
} hd_launch;

/* One mip level of an image ([EX29]). */
typedef struct hd_image_level {
  unsigned char* data; /* first element of the level; of its first layer if there are layers */
  int32_t width, height, depth;
  size_t row_pitch, slice_pitch; /* bytes */
} hd_image_level;

/* An image (§5.3): an argument of an image type is the address of one. Elements of a row are next
   to each other. Sizes are those of level 0 and at least 1, also in dimensions that the type has
   not; layers of an array are `slice_pitch` apart, as the slices of a 3D image are. */
typedef struct hd_image {
  unsigned char* data;
  int32_t width, height, depth;
  int32_t array_size;            /* layers; 1 if it is no array */
  size_t row_pitch, slice_pitch; /* bytes */
  uint32_t type;                 /* CL_MEM_OBJECT_IMAGE... */
  uint32_t channel_order;        /* CL_RGBA... */
  uint32_t channel_data_type;    /* CL_UNORM_INT8... */
  uint32_t element_size;         /* bytes */
  uint32_t num_mip_levels;       /* at least 1 */
  uint32_t num_samples;
  const hd_image_level* levels; /* num_mip_levels of them; levels[0] repeats what is above */
} hd_image;

/* A pipe (§5.4): an argument of a pipe type is the address of one. Packets lie in a ring of
   `max_packets` slots. A position in it is the number of the round, in the high 32 bits, and of the
   slot. A slot may be written in round r if its turn is 2r, and read if that is 2r + 1; whoever is
   done with it raises the turn. The positions are those up to which slots have been given to
   somebody to write and to read. All is zero in an empty pipe. */
typedef struct hd_pipe {
  uint32_t max_packets;
  uint32_t packet_size;   /* bytes */
  uint32_t* turns;        /* of the slots */
  uint32_t* counts;       /* slots of the reservation that begins with this slot */
  unsigned char* packets; /* aligned to HD_MAX_TYPE_ALIGN */
  unsigned char reserved1[32];
  uint64_t write_position; /* alone in its cache line, as the next one is */
  unsigned char reserved2[56];
  uint64_t read_position;
  unsigned char reserved3[56];
} hd_pipe;

/* A range of work-groups: group ids from begin (included) to end (excluded). */
typedef struct hd_group_range {
  size_t begin[3];
  size_t end[3];
} hd_group_range;

/* The memory of the worker that runs the range. Both blocks are aligned to HD_MAX_TYPE_ALIGN. */
typedef struct hd_worker {
  unsigned char* local_memory; /* __local variables and arguments of the current group */
  size_t local_memory_size;
  unsigned char* context; /* what lives across barriers, private arrays, group scratch: sized from
                             the kernel record */
  size_t context_size;
  const unsigned char*
      stack_begin; /* bounds of the worker's own stack: tells private pointers from global ones */
  const unsigned char* stack_end;
} hd_worker;

/* The function that a kernel object exports as HD_KERNEL_SYMBOL. Runs every group of the range, one
 * after the other. */
typedef void (*hd_kernel_function)(const hd_launch* launch, const hd_group_range* range,
                                   hd_worker* worker);
#define HD_KERNEL_SYMBOL "heddle_kernel"

/* Bytes of context that a launch needs: fixed + per_item * (size[0] * size[1] * size[2]), each term
   rounded up to HD_MAX_TYPE_ALIGN. `size` is the enqueued local size, along the kernel record's
   lane_dimension rounded up to a multiple of its lane_width (the product of all three, if its lanes
   are linear): vectors are stored whole, lanes without a work-item included. Group scratch
   (__hd_group_scratch) is counted in per_item by the compiler. */

#ifdef __cplusplus
} /* extern "C" */
#endif
