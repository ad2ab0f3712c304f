/* SPDX-License-Identifier: Apache-2.0 */
/* The border between checked kernels (HEDDLE_CHECK) and the runtime, beside kernel_abi.h: plain C
   structs. A checked kernel has a hidden argument, the address of an hd_checks, in the first word
   after its argument block (HD_CHECKS_OFFSET). Any change of layout or meaning raises
   HD_ABI_VERSION. */
#pragma once

#include <stdint.h>

#include "abi/kernel_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The offset of the hidden argument, in bytes, by the size of the argument block. */
#define HD_CHECKS_OFFSET(BLOCK_SIZE) (((BLOCK_SIZE) + 7u) & ~7u)

/* The memory that a kernel may access through a pointer: `readable` bytes from `begin`, of which it
   may write the first `writable`. Nothing is known if HD_UNKNOWN_BYTES are readable; then `begin`
   lies HD_UNKNOWN_BYTES / 2 below the pointer, modulo 2^64. */
typedef struct hd_bounds {
  uint64_t begin;
  uint64_t readable;
  uint64_t writable;
} hd_bounds;
#define HD_UNKNOWN_BYTES (1ul << 62)

/* A place in the source where a kernel does what may be a fault: a constant of its code. */
typedef struct hd_check_site {
  uint32_t kind;     /* HD_SITE_... */
  uint32_t object;   /* HD_OBJECT_... */
  uint32_t argument; /* the number of the argument, if it is one */
  uint32_t line;     /* 0: unknown, as column and file are */
  uint32_t column;
  uint32_t unit;   /* bytes of an element of the object; 0: it is told in bytes */
  uint32_t align;  /* the alignment that the access needs */
  uint32_t number; /* of a barrier or a copy, which tells it from others at the same place */
  char text[1];    /* NUL-terminated, one after the other: the object's name, the file, the line of
                      the source, the function; each may be empty */
} hd_check_site;
#define HD_SITE_READ 0u
#define HD_SITE_WRITE 1u
#define HD_SITE_UPDATE 2u /* an atomic operation */
#define HD_SITE_BARRIER 3u
#define HD_SITE_END 4u
#define HD_SITE_SUB_GROUP 5u  /* a barrier of a sub-group */
#define HD_SITE_COLLECTIVE 6u /* a function that all of a sub-group come to */
#define HD_SITE_COPY 7u       /* an asynchronous copy */
#define HD_SITE_WAIT 8u       /* a wait for the event of one */
/* Operations whose result the language leaves open: `unit` is the bits of the result's type,
   `number` 1 if it is signed. */
#define HD_SITE_DIVISION 16u
#define HD_SITE_REMAINDER 17u
#define HD_SITE_CONVERSION 18u
#define HD_SITE_SHIFT 19u
/* Uses of values that nobody wrote. */
#define HD_SITE_BRANCH 24u
#define HD_SITE_ADDRESS 25u
#define HD_SITE_DIVISOR 26u
#define HD_SITE_OPERAND 27u
#define HD_SITE_LOOP 30u     /* the end of a loop's iteration */
#define HD_SITE_VARIABLE 28u /* where one begins, with the line of its declaration */
#define HD_OBJECT_UNKNOWN 0u
#define HD_OBJECT_ARGUMENT 1u /* memory that an argument points to, or that it is */
#define HD_OBJECT_LOCAL 2u    /* a variable in local memory */
#define HD_OBJECT_PRIVATE 3u
#define HD_OBJECT_CONSTANT 4u
#define HD_OBJECT_PROGRAM 5u /* a program-scope variable */

/* A work-item whose accesses are recorded to find races: which one it is, the barriers that it
   has passed, and the order of its atomic accesses. Kernels count and set these. */
typedef struct hd_race_item {
  uint32_t group;           /* linear id of the work-group */
  uint32_t local;           /* linear id in the group, below HD_MAX_GROUP_SIZE */
  uint32_t local_epoch;     /* barriers with a fence of local memory */
  uint32_t global_epoch;    /* barriers with a fence of global memory */
  uint32_t sub_group_epoch; /* barriers of the sub-group */
  uint32_t told;            /* order and scope of the atomic function that runs (HD_RACE_...) */
  uint32_t fence[2];        /* scopes of the release fences of local and of global memory that the
                               work-item has passed; 0: none */
  uint32_t written;         /* bits of the arguments, by number, that the kernel may write through;
                               all: it may write elsewhere. Set before the work-item begins. */
  uint32_t quiet;           /* of those that it only reads through, and from memory that it does not
                               write: such reads are not recorded */
} hd_race_item;

/* Facts about an access: its scope, which is 0 if it is not atomic (those of OpenCL's memory_scope,
   from memory_scope_work_item on, are counted from 1), and bits. */
#define HD_RACE_SCOPE 7u
#define HD_RACE_DEVICE 4u /* the scope memory_scope_device */
#define HD_RACE_WRITE 8u
#define HD_RACE_RELEASE 16u /* of an atomic access; what it acquires is told after it */
#define HD_RACE_LOCAL 32u   /* in local memory; of a fence: for it */
#define HD_RACE_PRIVATE 64u /* in private memory: nobody else accesses it */
#define HD_RACE_ACQUIRE 128u
#define HD_RACE_GLOBAL 256u /* of a fence: for global memory */
#define HD_RACE_TOLD                                                                               \
  512u                        /* hd_race_item.told: the program gives order and scope; without it, \
                                 those of the access hold */
#define HD_RACE_FENCE 1024u   /* a fence's facts */
#define HD_RACE_CHANGES 2048u /* an atomic access that others may see the value of */

/* The shadow of all memory, in leaves for 1 << HD_SHADOW_SHIFT bytes of addresses, by the bits
   above. A leaf has a byte for each byte, whose bits are set while nobody has written those, and
   behind HD_SHADOW_PART bytes an origin of 4 bytes for each 4 bytes. A few bytes more than it
   covers are there, for accesses across its end. What has no leaf is written. */
typedef struct hd_shadow {
  void* const* leaves; /* entries are null at first */
  void* nothing;       /* what loads use in place of a missing leaf: zeros */
  void* sink;          /* what stores do */
} hd_shadow;
#define HD_SHADOW_SHIFT 24u
#define HD_SHADOW_INDEX_BITS 23u
#define HD_SHADOW_PART ((1ul << HD_SHADOW_SHIFT) + 4096u)
/* The memory of `leaves`, then `nothing`, then `sink`. */
#define HD_SHADOW_LEAVES (sizeof(void*) << HD_SHADOW_INDEX_BITS)
#define HD_SHADOW_BYTES (HD_SHADOW_LEAVES + 4ul * HD_SHADOW_PART)

/* What a launch of a checked kernel reports to. Append only; no function is null. */
typedef struct hd_checks {
  const hd_bounds* bounds; /* of the argument block's words of 8 bytes, by their number */
  /* Reports an access of `bytes` at `offset` in an object that has `size` of them for such
     accesses; it is not made. */
  void (*report_access)(const struct hd_checks* checks, const hd_launch* launch,
                        const hd_check_site* site, uint64_t address, uint64_t offset,
                        uint64_t bytes, uint64_t size, uint64_t global_id_x, uint64_t global_id_y,
                        uint64_t global_id_z);
  /* Writes the bounds of the allocation that `pointer` points into; unknown ones if there is none.
   */
  void (*find_bounds)(const struct hd_checks* checks, const void* pointer, hd_bounds* bounds);
  /* Notes that a work-item has come to a barrier, or to its end (HD_SITE_BARRIER,
     HD_SITE_SUB_GROUP, HD_SITE_COLLECTIVE, HD_SITE_END). */
  void (*note_meeting)(const struct hd_checks* checks, const hd_launch* launch,
                       const hd_check_site* site, uint64_t global_id_x, uint64_t global_id_y,
                       uint64_t global_id_z);
  /* Begins a work-item whose accesses are recorded. */
  void (*begin_item)(const struct hd_checks* checks, const hd_launch* launch, hd_race_item* item,
                     uint64_t global_id_x, uint64_t global_id_y, uint64_t global_id_z);
  /* Records an access of `bytes` at `address`, before it is made. `facts`: HD_RACE_... */
  void (*note_access)(const struct hd_checks* checks, const hd_race_item* item,
                      const hd_check_site* site, uint64_t address, uint64_t bytes, uint32_t facts);
  /* Notes that an atomic access, which was made, may acquire what others have released there. Its
     facts: HD_RACE_ACQUIRE and scope, unless the item is told others, and HD_RACE_FENCE if a fence
     may follow. */
  void (*note_acquire)(const struct hd_checks* checks, const hd_race_item* item, uint64_t address,
                       uint32_t facts);
  /* Reports an operation whose result the language leaves open: operands, extended to 64 bits as
     the type is signed or not; those of a conversion are the bits of a double, and 0. */
  void (*report_result)(const struct hd_checks* checks, const hd_launch* launch,
                        const hd_check_site* site, uint64_t left, uint64_t right,
                        uint64_t global_id_x, uint64_t global_id_y, uint64_t global_id_z);
  const hd_shadow* shadow;
  /* Makes memory such that nobody has written it, because a variable begins that `site` names
     (HD_UNKNOWN_BYTES: of the size of that argument); without a site such that somebody has. */
  void (*poison)(const struct hd_checks* checks, void* memory, uint64_t bytes,
                 const hd_check_site* site);
  /* Copies the shadow of bytes that are copied. */
  void (*copy_shadow)(const struct hd_checks* checks, void* target, const void* source,
                      uint64_t bytes);
  /* Reports the use of a value that nobody wrote, by the number of its origin. */
  void (*report_uninitialised)(const struct hd_checks* checks, const hd_launch* launch,
                               const hd_check_site* site, uint32_t origin, uint64_t global_id_x,
                               uint64_t global_id_y, uint64_t global_id_z);
  /* Notes that a work-item has come to an asynchronous copy with these `count` arguments and this
     event, or to a wait for it. Returns the copy's event: the same for all of the group. */
  uint64_t (*note_copy)(const struct hd_checks* checks, const hd_launch* launch,
                        const hd_check_site* site, const uint64_t* arguments, uint64_t count,
                        uint64_t event, uint64_t global_id_x, uint64_t global_id_y,
                        uint64_t global_id_z);
  /* Notes a fence of the work-item. */
  void (*note_fence)(const struct hd_checks* checks, hd_race_item* item, uint32_t facts);
} hd_checks;

#ifdef __cplusplus
} /* extern "C" */
#endif
